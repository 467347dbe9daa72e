/// Runs of both sides.
struct Score: Hashable, Codable, Sendable {
  var away: Int
  var home: Int

  static let zero = Score(away: 0, home: 0)

  subscript(side: Side) -> Int { side == .away ? away : home }

  /// The side that is ahead, nil when level.
  var leader: Side? { away == home ? nil : away > home ? .away : .home }
}

/// One of the two sides of a game.
enum Side: String, Codable, Sendable {
  case away, home

  var other: Side { self == .away ? .home : .away }
}
