/// What a reload changes, in the words of the configuration's keys.
struct ConfigChange: Equatable, Sendable {
  /// `follow`, `routes`, `sink 'den' added`: what it puts in force.
  var applied: [String] = []
  /// What only a start reads, and has read otherwise.
  var needsRestart: [String] = []

  /// From what was in force to what is; `start` is what the daemon began with.
  init(from old: Config, to new: Config, since start: Config) {
    var poll = old.poll
    poll.gameMemory = new.poll.gameMemory
    applied = [
      ("follow", old.follow == new.follow), ("poll", poll == new.poll), ("log", old.log == new.log),
      ("journal", old.journal == new.journal), ("routes", old.routes == new.routes),
    ].compactMap { name, isSame in isSame ? nil : name }
    applied += Self.sinks(from: old.sinks, to: new.sinks)
    needsRestart = [
      ("source", start.mlb == new.mlb), ("catch_up", start.catchUp == new.catchUp),
      ("state_directory", start.stateDirectory == new.stateDirectory), ("socket", start.socket == new.socket),
      ("metrics", start.metrics == new.metrics),
      ("poll.game_memory", start.poll.gameMemory == new.poll.gameMemory),
    ].compactMap { name, isSame in isSame ? nil : name }
  }

  private static func sinks(from old: [SinkSettings], to new: [SinkSettings]) -> [String] {
    let names = Set((old + new).map(\.name)).sorted()
    return names.compactMap { name in
      switch (old.first { $0.name == name }, new.first { $0.name == name }) {
      case (nil, _): "sink '\(name)' added"
      case (_, nil): "sink '\(name)' removed"
      case (let before, let after): before == after ? nil : "sink '\(name)' changed"
      }
    }
  }
}
