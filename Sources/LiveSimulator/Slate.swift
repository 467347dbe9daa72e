/// Some games of one evening, decided by a seed, each of which is plain: on time, played through, never wrong.
public struct Slate: Sendable {
  /// In the order of their first pitches.
  public let games: [SimulatedGame]

  /// The same seed and times give the same bytes everywhere.
  ///
  /// - Parameters:
  ///   - seed: decides clubs, players and all that happens.
  ///   - count: how many games, at most half the clubs at one time.
  ///   - firstPitch: of the first game, in seconds since 1970.
  ///   - spread: seconds from one first pitch to the next.
  public init(seed: UInt64, games count: Int, firstPitch: Double, spread: Double) {
    var dice = SplitMix64(seed: seed)
    let clubs = Club.all.shuffled(using: &dice)
    games = (0..<count).map { number in
      let pair = number * 2 % clubs.count
      let fixture = Fixture(
        gamePk: 900_000 + number, away: clubs[pair], home: clubs[pair + 1],
        start: firstPitch + Double(number) * spread, seed: dice.next())
      return SimulatedGame(fixture, life: .plain)
    }
  }

  /// Games from elsewhere, as a day of a season.
  public init(_ games: [SimulatedGame]) {
    self.games = games
  }

  /// The body of `/api/v1/schedule` for the days that are given, both included.
  public func schedule(at time: Double, from first: String, to last: String) -> [UInt8] {
    ScheduleDocument(games: games, time: time).json(from: first, to: last).bytes
  }
}
