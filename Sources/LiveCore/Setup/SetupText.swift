package import LiveModel

/// Turns answers into the text of a configuration file.
package struct SetupText: Sendable {
  /// The tags of the events that a sink for people gets.
  static let tagsForPeople: [Tag] = [.scoring, .final]

  private let answers: SetupAnswers
  private let context: SetupContext

  package init(_ answers: SetupAnswers, in context: SetupContext) {
    (self.answers, self.context) = (answers, context)
  }

  /// The secrets among the answers by the names of their credentials, such as `family-discord-url`. A value that is a
  /// reference to a secret is none.
  package var credentials: [String: String] {
    let secrets = answers.isNewSink ? answers.written.filter { Self.isSecret($0) } : []
    return Dictionary(secrets.map { (credential(of: $0.question), $0.value) }) { first, _ in first }
  }

  /// Returns the file. With `hasCredentials` its secrets are references to `credentials`, else they stand in it.
  ///
  /// Throws `setup.follow` if the teams cannot be added to the existing configuration.
  package func yaml(hasCredentials: Bool) throws(Fault) -> String {
    let follow = try context.follow(answers.teams)
    var lines = ["# Written by 'livegamed setup'. After a change: livegamed check-config. All keys: livegamed.yaml(5)."]
    if let follow {
      let games =
        follow.isEmpty
        ? "every game; '[]' takes away the teams that other files name"
        : "those of these teams, beside those of the teams that other files name"
      lines += ["", "# The games to watch: \(games).", "# No route gets an event of another game."]
      lines += ["follow:", "  teams: \(Self.list(follow))"]
    }
    if answers.isNewSink {
      lines += ["", "# The name of a sink is yours.", "sinks:", "  \(answers.sink):"]
      lines += sink(hasCredentials: hasCredentials).map { "    \($0)" }
    }
    lines += ["", "# What each sink gets. Within a list one element must match, and all conditions must match."]
    lines += ["routes:"] + routes.map { "  \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private func sink(hasCredentials: Bool) -> [String] {
    let values = answers.written.map { question, value in
      let isReplaced = hasCredentials && Self.isSecret((question, value))
      return
        "\(question.key): \(isReplaced ? "\"${credential:\(credential(of: question))}\"" : Self.text(of: value, question))"
    }
    let delay = [
      "# How long a play waits, so that no message comes before the television shows it: 0s to 1h.",
      "delay: \(answers.delay)",
    ]
    return ["type: \(answers.channel.type)"] + values + answers.permissions.map { "\($0): true" } + delay
  }

  private var routes: [String] {
    let team = answers.teams.isEmpty ? "" : "teams: \(Self.list(answers.teams)), "
    let sinks = "sinks: [\(answers.sink)]"
    var lines: [String] = []
    if let (names, teams) = context.unrouted {
      lines += ["# Everything that these sinks got before there were routes."]
      lines += ["- {\(teams.isEmpty ? "" : "teams: \(Self.list(teams)), ")sinks: \(Self.list(names))}"]
    }
    guard answers.channel.isForPeople else { return lines + ["- {\(team)\(sinks)}"] }
    lines += [
      "# The runs of both sides, and finals.",
      "- {\(team)tags: \(Self.list(Self.tagsForPeople.map(\.rawValue))), \(sinks)}",
    ]
    guard let first = answers.teams.first else { return lines }
    return lines + [
      "# Only your own runs: remove 'scoring' above, and the '#' here.",
      "#- {batting: [\(first)], tags: [scoring], \(sinks)}",
    ]
  }

  private func credential(of question: SinkQuestion) -> String { question.credential(of: answers.sink) }

  private static func isSecret(_ answer: (question: SinkQuestion, value: String)) -> Bool {
    answer.question.isSecret && !answer.value.contains("${")
  }

  private static func list(_ words: [String]) -> String { "[\(words.joined(separator: ", "))]" }

  private static func text(of value: String, _ question: SinkQuestion) -> String {
    guard question.key == "command" else { return quoted(value) }
    return list(value.split(separator: " ").map { quoted(String($0)) })
  }

  /// Returns the text as a double-quoted scalar of YAML.
  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
