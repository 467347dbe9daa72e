/// Some games of one evening, decided by a seed.
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
      return SimulatedGame(
        gamePk: 900_000 + number, away: clubs[pair], home: clubs[pair + 1],
        firstPitch: firstPitch + Double(number) * spread,
        seed: dice.next())
    }
  }

  /// The body of `/api/v1/schedule` for the days that are given, both included.
  func schedule(at time: Double, from first: String, to last: String) -> [UInt8] {
    let days = Dictionary(grouping: games) { CalendarText.day($0.firstPitch) }
    let dates = days.sorted { $0.key < $1.key }.filter { first <= $0.key && $0.key <= last }.map { day, games -> JSON in
      ["date": .string(day), "games": .array(games.map { row($0, day: day, at: time) })]
    }
    return JSON.object([("copyright", "simulated"), ("dates", .array(dates))]).bytes
  }

  private func row(_ game: SimulatedGame, day: String, at time: Double) -> JSON {
    [
      "gamePk": .number(game.gamePk), "gameType": "R", "gameDate": .string(CalendarText.iso(game.firstPitch)),
      "officialDate": .string(day), "status": SimulatedStatus.json(of: game, at: time),
      "teams": [
        "away": ["team": game.script.away.club.json], "home": ["team": game.script.home.club.json],
      ],
    ]
  }
}
