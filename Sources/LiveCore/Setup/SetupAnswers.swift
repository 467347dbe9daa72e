package import LiveModel

/// A kind of sink that `livegamed setup` offers.
package struct SetupChannel: Sendable {
  /// The value of `type`, such as `discord`.
  package var type: String
  /// Whether its messages are for people, and not for a program.
  package var isForPeople: Bool
  package var setup: SinkSetup

  /// All kinds of sinks, in the order in which they are offered: those for people first.
  package static let all: [SetupChannel] = {
    let channels = SinkKinds.all.map {
      SetupChannel(type: $0.name, isForPeople: $0.audience == .people, setup: $0.setup)
    }
    return channels.filter(\.isForPeople) + channels.filter { !$0.isForPeople }
  }()

  package static func named(_ type: String) -> SetupChannel? { all.first { $0.type == type } }
}

/// The answers from which `livegamed setup` makes a configuration.
package struct SetupAnswers: Sendable {
  /// Abbreviations; empty for every team.
  package var teams: [String]
  package var channel: SetupChannel
  /// The sink's name.
  package var sink: String
  /// Whether the sink is written. False adds the teams to a sink that the configuration has already.
  package var isNewSink = true
  /// The values of the sink's keys; absent for a key that is left out. May contain secrets.
  package var values: [String: String]
  /// A duration such as `35s`, or `0s`.
  package var delay: String

  package init(teams: [String], channel: SetupChannel, sink: String, values: [String: String] = [:], delay: String) {
    (self.teams, self.channel, self.sink, self.values, self.delay) = (teams, channel, sink, values, delay)
  }

  /// The questions whose values are written, with these values, in the order of the questions.
  var written: [(question: SinkQuestion, value: String)] {
    channel.setup.questions.compactMap { question in
      guard let value = values[question.key], .standard(value) != question.fallback else { return nil }
      return (question, value)
    }
  }

  /// The keys that extend the addresses to which the sink may connect, as its `url` needs them.
  var permissions: [String] {
    guard let address = values["url"].flatMap({ WebAddress($0) }) else { return [] }
    if !address.isSecure { return ["allow_http"] }
    return address.scope == .local ? ["allow_private"] : []
  }
}

/// The configuration to which `livegamed setup` adds a sink.
package struct SetupContext: Sendable {
  private let config: Config

  package init(_ config: Config) { self.config = config }

  /// Whether a sink has this name.
  package func has(_ sink: String) -> Bool { config.sinks.contains { $0.name == sink } }

  /// Returns the teams to be written as `follow.teams`, so that these teams are followed beside those that are; nil if
  /// that needs no change. Throws if every team is to be followed, but the existing sinks get only some.
  package func follow(_ teams: [String]) throws(Fault) -> [String]? {
    let old = config.follow
    if old.teams.isEmpty && old.players.isEmpty { return config.sinks.isEmpty && !teams.isEmpty ? teams : nil }
    if teams.isEmpty, old.teams.isEmpty || !config.sinks.isEmpty {
      throw Fault(
        .setupFollow, "the configuration follows only some teams or players, and so cannot follow every team too",
        hint: "choose teams, or remove 'follow' from the configuration")
    }
    let more = teams.filter { !old.teams.contains($0) }
    return teams.isEmpty ? [] : more.isEmpty ? nil : more
  }

  /// Whether the sink gets what setup would send it for these teams already: the runs and finals, or everything if the
  /// sink is for a program. No teams stand for every team.
  package func sends(_ teams: [String], of channel: SetupChannel, to sink: String) -> Bool {
    func has(_ names: [String]) -> Bool { names.isEmpty || (!teams.isEmpty && teams.allSatisfy(names.contains)) }
    guard has(config.follow.teams), config.follow.players.isEmpty || !config.follow.teams.isEmpty else { return false }
    return config.routes.isEmpty
      || config.routes.contains { rule in
        var others = rule.conditions
        (others.teams, others.tags) = ([], [])
        let tags = rule.conditions.tags
        let hasTags = tags.isEmpty || (channel.isForPeople && SetupText.tagsForPeople.allSatisfy(tags.contains))
        return rule.sinks.contains(sink) && others.isEmpty && has(rule.conditions.teams) && hasTags
      }
  }

  /// The sinks that have got every followed event so far because there are no routes, with the teams of these events.
  /// A first route would leave them without any.
  var unrouted: (sinks: [String], teams: [String])? {
    config.routes.isEmpty && !config.sinks.isEmpty ? (config.sinks.map(\.name), config.follow.teams) : nil
  }
}

extension Fault.Code {
  static let setupFollow = Fault.Code("setup.follow")
  static let setupLater = Fault.Code("setup.later-file")
}
