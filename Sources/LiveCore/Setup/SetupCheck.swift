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
    let config: Config
    do {
      config = try read(text, main: main, file: file)
    } catch {
      throw ConfigFaults(faults: error.faults.map(withoutPlace), warnings: error.warnings)
    }
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

  /// Removes a place in the file that is not written yet.
  private func withoutPlace(_ fault: Fault) -> Fault {
    guard case .file(let name, _, _)? = fault.place, name == file else { return fault }
    return Fault(fault.code, fault.message, hint: fault.hint)
  }

  /// Returns another sink that sends to the receiver of this one, and the place of its entry; nil if there is none.
  package static func twin(of sink: String, in config: Config) -> (name: String, place: Fault.Place?)? {
    guard let own = config.sinks.first(where: { $0.name == sink }).flatMap(receiver) else { return nil }
    let twin = config.sinks.first { $0.name != sink && receiver(of: $0) == own }
    return twin.map { ($0.name, config.reading.sinkPlaces[$0.name]) }
  }

  private static func receiver(of settings: SinkSettings) -> String? {
    (settings.kind as? any BuildableSinkKind)?.receiver.digest(of: settings)
  }

  /// Returns the fault of a delay; nil for a good one.
  package static func fault(ofDelay delay: String) -> Fault? {
    let bounds = Duration.zero ... .seconds(3600)
    guard let span = DurationText.parse(delay), bounds.contains(span) else {
      return Fault(
        .configBadValue, "a delay is a duration \(DurationText.range(bounds)), not \(quoted(delay))",
        hint: DurationText.advice(on: delay, unit: "s", in: bounds))
    }
    return nil
  }

  private func read(_ text: String, main: String, file: String) throws(ConfigFaults) -> Config {
    try ConfigFiles.read(path: main, with: (file, text), environment: environment)
  }
}
