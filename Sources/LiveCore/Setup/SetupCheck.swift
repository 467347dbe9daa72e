package import LiveModel

/// Checks what `livegamed setup` would write, before it is written.
package struct SetupCheck: Sendable {
  private let context: SetupContext
  /// The main file of the configuration, and the file that is added to it or takes its place.
  private let (main, file): (String, String)
  private let environment: [String: String]

  /// Creates a check of a file that does not exist yet. `environment` is that of the process.
  package init(context: SetupContext, main: String, file: String, environment: [String: String]) {
    (self.context, self.main, self.file, self.environment) = (context, main, file, environment)
  }

  /// Returns what is wrong with the values of a sink so far; keys that are still missing are not reported.
  package func faults(of answers: SetupAnswers) -> [Fault] {
    var answers = answers
    answers.teams = []
    guard let text = try? SetupText(answers, in: SetupContext(.default)).yaml(hasCredentials: false) else { return [] }
    do {
      _ = try read(text, main: file, file: file)
      return []
    } catch {
      return error.faults.filter { $0.code != .configMissingKey }
    }
  }

  /// Returns the whole configuration as it would be, with the secrets from the answers. Throws its faults, or that a
  /// later file hides the answers.
  package func config(of answers: SetupAnswers) throws -> Config {
    let text = try SetupText(answers, in: context).yaml(hasCredentials: false)
    let config = try read(text, main: main, file: file)
    let followed = config.follow.teams.isEmpty ? nil : config.follow.teams
    let isFollowed =
      followed.map { names in !answers.teams.isEmpty && answers.teams.allSatisfy(names.contains) } ?? true
    guard isFollowed else {
      throw Fault(
        .setupLater, "a file that is read after this one sets 'follow.teams'", at: .path(file),
        hint: "name the teams there, or choose a later name with --output")
    }
    return config
  }

  /// Returns the fault of a delay; nil for a good one.
  package static func fault(ofDelay delay: String) -> Fault? {
    let bounds = Duration.zero ... .seconds(3600)
    guard let span = DurationText.parse(delay), bounds.contains(span) else {
      return Fault(
        .configBadValue, "a delay is a duration of at most 1h, and \(DurationText.problem(with: delay))",
        hint: DurationText.advice(on: delay, unit: "s", in: bounds) ?? "write it as in '0s', '35s' or '1m30s'")
    }
    return nil
  }

  private func read(_ text: String, main: String, file: String) throws(ConfigFaults) -> Config {
    try ConfigFiles.read(path: main, with: (file, text), environment: environment)
  }
}
