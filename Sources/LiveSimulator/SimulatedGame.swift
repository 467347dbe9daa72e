/// One game of a slate: its script, and what StatsAPI would show of it at any second.
public struct SimulatedGame: Sendable {
  /// StatsAPI's id of the game.
  public let gamePk: Int
  let firstPitch: Double
  let script: GameScript
  /// Every second at which something new can be seen, in order.
  public let moments: [Double]
  /// Every play as it stands once it is complete, written down once.
  private let completed: [[UInt8]]

  /// Game Over becomes Final after so many seconds.
  static let finalLag = 240.0

  init(gamePk: Int, away: Club, home: Club, firstPitch: Double, seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    self.gamePk = gamePk
    self.firstPitch = firstPitch
    let sides = (Roster(away, using: &dice), Roster(home, using: &dice))
    script = GameScript(away: sides.0, home: sides.1, firstPitch: firstPitch, seed: dice.next())
    let over = script.plays.last?.done ?? firstPitch
    let plays = script.plays.flatMap { [$0.start] + $0.events.map(\.time) + [$0.done] }
    moments = (SimulatedStatus.moments(firstPitch: firstPitch, over: over) + plays).sorted()
    completed = script.plays.map { PlayDocument(play: $0, time: .infinity).json.bytes }
  }

  /// When Game Over is shown.
  var over: Double { script.plays.last?.done ?? firstPitch }

  /// Seconds since 1970 from which on nothing changes any more.
  public var end: Double { over + Self.finalLag }

  /// The body of `/api/v1.1/game/<gamePk>/feed/live`.
  public func feed(at time: Double) -> [UInt8] {
    let visible = script.plays.prefix { $0.start <= time }
    let plays = visible.map {
      $0.done <= time ? JSON.written(completed[$0.index]) : PlayDocument(play: $0, time: time).json
    }
    return FeedDocument(game: self, time: time, visible: Array(visible), plays: plays).json.bytes
  }
}
