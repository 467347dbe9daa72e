import LiveSimulator

/// A season as one source: a virtual clock that its user sets, and the games of the days around it.
actor League {
  private let season: SimulatedSeason
  private var clock: Clock
  private var games: [Int: SimulatedGame] = [:]
  /// The first day that has not been played yet.
  private var nextDay = 0
  private var days: [Int: Int] = [:]

  /// Seconds for which finished games are kept; later they are never requested.
  private static let kept = 3 * 86_400.0

  private struct Clock {
    var time: Double
    var since: ContinuousClock.Instant
    var speed: Double

    var now: Double { time + (ContinuousClock.now - since) / .seconds(1) * speed }
  }

  /// Creates the league. The clock stops at the first second of the season until it is set.
  init(_ season: SimulatedSeason) {
    self.season = season
    clock = Clock(time: season.start, since: .now, speed: 0)
  }

  /// The virtual time in seconds since 1970.
  var now: Double { clock.now }

  /// Runs the clock from `time` with `speed` virtual seconds in a real one, and plays the games up to the day after.
  func set(time: Double, speed: Double) {
    let last = min(season.days - 1, Int((time - season.start) / 86_400) + 1)
    while nextDay <= last {
      for game in season.games(on: nextDay) where game.end > time - Self.kept {
        games[game.gamePk] = game
        days[game.gamePk] = nextDay
      }
      nextDay += 1
    }
    games = games.filter { $0.value.end > time - Self.kept }
    days = days.filter { games[$0.key] != nil }
    clock = Clock(time: time, since: .now, speed: speed)
  }

  func game(_ gamePk: Int) -> SimulatedGame? { games[gamePk] }

  /// Returns all current games, sorted by id.
  func all() -> [SimulatedGame] { games.values.sorted { $0.gamePk < $1.gamePk } }

  /// Returns all current games in the format for programs.
  func listing() -> [Listed] {
    all().map { game in
      Listed(
        gamePk: game.gamePk, day: days[game.gamePk] ?? 0, course: game.course.rawValue,
        corrections: game.corrections.map(\.kind.rawValue), anomalies: game.anomalies.map(\.rawValue).sorted(),
        date: game.attempts.last?.officialDate ?? "", first: game.moments.first ?? 0, end: game.end)
    }
  }

  /// One game of the season.
  struct Listed: Encodable, Sendable {
    var gamePk: Int
    /// The day, from 0; for a moved game, the first planned day.
    var day: Int
    var course: String
    var corrections: [String]
    var anomalies: [String]
    /// The official date on which it is completed.
    var date: String
    /// The first and last change of its feed, in seconds since 1970.
    var first: Double
    var end: Double
  }
}
