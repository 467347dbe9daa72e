/// What differs between two configurations, in the words of their keys.
struct ConfigChange: Equatable, Sendable {
  /// `follow`, `routes`, `sink 'den' added`: what a reload puts in force.
  var applied: [String] = []
  /// What only a start reads.
  var needsRestart: [String] = []

  init(from old: Config, to new: Config) {
    applied = [
      ("follow", old.follow == new.follow), ("poll", old.poll == new.poll), ("journal", old.journal == new.journal),
      ("routes", old.routes == new.routes),
    ].compactMap { name, isSame in isSame ? nil : name }
    applied += Self.sinks(from: old.sinks, to: new.sinks)
    needsRestart = [
      ("source", old.mlb == new.mlb), ("catch_up", old.catchUp == new.catchUp),
      ("state_directory", old.stateDirectory == new.stateDirectory), ("socket", old.socket == new.socket),
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
