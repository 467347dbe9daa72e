import FoundationEssentials
import LiveCore
import LiveModel

/// The person whom `livegamed setup` asks.
protocol SetupTerminal: Sendable {
  func say(_ line: String) async throws
  /// Returns the answer without spaces around it; nil at the end of the input.
  func ask(_ prompt: String, isHidden: Bool) async throws -> String?
}

/// The input ended before the last question.
struct SetupIsCancelled: Error {}

/// Asks what the command line does not say, one question after the other. Each answer is checked at once, and asked for
/// again if it is wrong.
struct SetupDialog {
  let terminal: any SetupTerminal
  /// Returns what is wrong with the sink's values so far.
  let faults: @Sendable (SetupAnswers) -> [Fault]

  /// Returns the delay that is suggested, and that is written where nobody is asked. Most streams lag by about so much.
  static func usualDelay(isForPeople: Bool) -> String { isForPeople ? "35s" : "0s" }

  /// Returns the abbreviations of teams; none for every team. `check` throws a `Fault` for teams that cannot be chosen.
  func teams(check: ([String]) throws(Fault) -> Void = { _ in }) async throws -> [String] {
    try await terminal.say("Which team? A city, a name or an abbreviation; several with commas; 'all' for every team.")
    while true {
      let answer = try await ask("Team: ")
      do throws(Fault) {
        let teams = try SetupTeams.read(answer)
        try check(teams)
        return teams
      } catch {
        try await terminal.say(error.message + (error.hint.map { "; \($0)" } ?? ""))
      }
    }
  }

  func channel() async throws -> SetupChannel {
    try await terminal.say("")
    try await terminal.say("Where are its plays to be sent?")
    for (index, channel) in SetupChannel.all.enumerated() {
      try await terminal.say("\(index + 1 < 10 ? " " : "") \(index + 1)  \(channel.setup.title)")
    }
    while true {
      let answer = try await ask("Channel (1 to \(SetupChannel.all.count)): ").lowercased()
      if let number = Int(answer, in: 1...SetupChannel.all.count) { return SetupChannel.all[number - 1] }
      let known = SetupChannel.all.filter {
        $0.type == answer.replacing(" ", with: "_") || $0.setup.title.lowercased() == answer
      }
      if let channel = known.first { return channel }
      try await terminal.say("Type one of the numbers.")
    }
  }

  /// Asks for the values that `answers` lacks, and adds them.
  func values(of answers: inout SetupAnswers) async throws {
    for question in answers.channel.setup.questions where answers.values[question.key] == nil {
      try await terminal.say("")
      try await terminal.say(question.help)
      while try await !accepts(try await value(of: question), for: question, in: &answers) {}
    }
  }

  /// Asks for all values again. An empty answer keeps the earlier one.
  func correct(_ answers: inout SetupAnswers) async throws {
    for question in answers.channel.setup.questions {
      while true {
        let answer = try await ask("\(words(of: question)) [as before]: ", isHidden: question.isSecret)
        if answer.isEmpty { break }
        if try await accepts(answer, for: question, in: &answers) { break }
      }
    }
  }

  /// Adds a value to the answers, or says what is wrong with it and returns false. No value is always right.
  private func accepts(
    _ value: String?, for question: SinkQuestion, in answers: inout SetupAnswers
  ) async throws -> Bool {
    var next = answers
    next.values[question.key] = value
    let faults = value == nil ? [] : faults(next)
    for fault in faults { try await terminal.say(fault.message + (fault.hint.map { "; \($0)" } ?? "")) }
    if faults.isEmpty { answers = next }
    return faults.isEmpty
  }

  func delay(isForPeople: Bool) async throws -> String {
    let usual = Self.usualDelay(isForPeople: isForPeople)
    try await terminal.say("")
    try await terminal.say("How late, so that no message comes before the television shows the play? 0s to 1h.")
    while true {
      let answer = try await ask("Delay [\(usual)]: ")
      let delay = answer.isEmpty ? usual : answer
      guard let fault = SetupCheck.fault(ofDelay: delay) else { return delay }
      try await terminal.say(fault.message + (fault.hint.map { "; \($0)" } ?? ""))
    }
  }

  /// Asks until the answer is yes or no; an empty one counts as `standard`.
  func confirms(_ question: String, standard: Bool) async throws -> Bool {
    while true {
      switch try await ask("\(question) [\(standard ? "Y/n" : "y/N")] ").lowercased() {
      case "": return standard
      case "y", "yes": return true
      case "n", "no": return false
      default: try await terminal.say("Type y or n.")
      }
    }
  }

  private func value(of question: SinkQuestion) async throws -> String? {
    while true {
      let answer = try await ask(prompt(of: question), isHidden: question.isSecret)
      if !answer.isEmpty { return answer }
      guard question.fallback == .none else { return try await fallback(of: question) }
    }
  }

  private func fallback(of question: SinkQuestion) async throws -> String? {
    let made = SetupValue.made(for: question.fallback)
    if let made, question.isSecret { try await terminal.say("\(question.words): \(made)") }
    return made
  }

  private func words(of question: SinkQuestion) -> String {
    question.isSecret ? "\(question.words) (not shown)" : question.words
  }

  private func prompt(of question: SinkQuestion) -> String {
    let words = words(of: question)
    return switch question.fallback {
    case .none: "\(words): "
    case .absent: "\(words) [none]: "
    case .standard(let value): "\(words) [\(value)]: "
    case .topic, .signingSecret: "\(words) [a new one]: "
    }
  }

  private func ask(_ prompt: String, isHidden: Bool = false) async throws -> String {
    guard let answer = try await terminal.ask(prompt, isHidden: isHidden) else { throw SetupIsCancelled() }
    return answer
  }
}

/// Teams as people write them.
enum SetupTeams {
  /// Returns the abbreviations of the teams in a text such as `red sox, NYY`; none for `all`.
  static func read(_ text: String) throws(Fault) -> [String] {
    if text.lowercased() == "all" { return [] }
    var teams: [String] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      let team = try team(String(name))
      if !teams.contains(team) { teams.append(team) }
    }
    return teams
  }

  private static func team(_ name: String) throws(Fault) -> String {
    switch TeamSearch.known.find(name) {
    case .one(let team): return team.name
    case .several(let teams):
      throw Fault(
        .setupTeam, "\(quoted(name)) could be \(teams.count == 2 ? "two" : "several") teams",
        hint: "type one of \(words(for: teams))")
    case .none:
      let near = TeamSearch.known.near(name)
      throw Fault(
        .setupTeam, "no team is called \(quoted(name))",
        hint: near.isEmpty
          ? "type a city, a name or an abbreviation, such as 'BOS'" : "did you mean \(words(for: near))?")
    }
  }

  private static func words(for teams: [TeamSearch.Match]) -> String {
    teams.map { "'\($0.name)' (\($0.club.name))" }.joined(separator: " or ")
  }
}

/// Values that `livegamed setup` makes itself.
enum SetupValue {
  /// Returns the value of an empty answer; nil if the key is left out.
  static func made(for fallback: SinkQuestion.Fallback) -> String? {
    switch fallback {
    case .none, .absent: nil
    case .standard(let value): value
    case .topic: "livegamed-" + String((0..<16).compactMap { _ in "abcdefghijkmnpqrstuvwxyz23456789".randomElement() })
    case .signingSecret: "whsec_" + base64(of: (0..<32).map { _ in UInt8.random(in: 0...255) })
    }
  }

  private static func base64(of bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}

extension Fault.Code {
  static let setupTeam = Fault.Code("setup.team")
}
