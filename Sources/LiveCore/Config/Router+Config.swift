extension Router {
  /// The router that a configuration asks for.
  init(_ config: Config) {
    self.init(
      rules: config.routes, sinks: config.sinks.map(\.name), follow: config.follow.teams,
      players: config.follow.players, early: Set(config.sinks.filter(\.early).map(\.name)),
      people: Set(config.sinks.filter { $0.kind.isForPeople }.map(\.name)))
  }
}

extension SinkSettings.Kind {
  /// What it sends is read by people, not by a program.
  var isForPeople: Bool {
    switch self {
    case .webhook, .homeAssistant, .exec: false
    case .discord, .slack, .ntfy, .gotify, .telegram: true
    }
  }
}
