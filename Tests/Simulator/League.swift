import LiveSimulator

/// A season that a server plays day by day.
protocol PlayedSeason: Sendable {
  associatedtype Game: PlayedGame
  var days: Int { get }
  var start: Double { get }
  func games(on day: Int) -> [Game]
}

/// A game of such a season.
protocol PlayedGame: Sendable {
  associatedtype ID: Comparable & Hashable & Sendable
  var id: ID { get }
  /// The second since 1970 after which nothing changes.
  var end: Double { get }
  /// Returns it in the format for programs.
  func listed(day: Int) -> ListedGame
}

/// One game of the season in the format for programs.
struct ListedGame: Encodable, Sendable {
  /// The id as a number.
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

/// A season as one source: a virtual clock that its user sets, and the games of the days around it.
actor League<Season: PlayedSeason> {
  private let season: Season
  private var clock: Clock
  private var games: [Season.Game.ID: Season.Game] = [:]
  /// The first day that has not been played yet.
  private var nextDay = 0
  private var days: [Season.Game.ID: Int] = [:]

  /// Seconds for which finished games are kept; later they are never requested.
  private static var kept: Double { 3 * 86_400 }

  private struct Clock {
    var time: Double
    var since: ContinuousClock.Instant
    var speed: Double

    var now: Double { time + (ContinuousClock.now - since) / .seconds(1) * speed }
  }

  /// Creates the league. The clock stops at the first second of the season until it is set.
  init(_ season: Season) {
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
        games[game.id] = game
        days[game.id] = nextDay
      }
      nextDay += 1
    }
    games = games.filter { $0.value.end > time - Self.kept }
    days = days.filter { games[$0.key] != nil }
    clock = Clock(time: time, since: .now, speed: speed)
  }

  func game(_ id: Season.Game.ID) -> Season.Game? { games[id] }

  /// Returns all current games, sorted by id.
  func all() -> [Season.Game] { games.values.sorted { $0.id < $1.id } }

  /// Returns all current games in the format for programs.
  func listing() -> [ListedGame] { all().map { $0.listed(day: days[$0.id] ?? 0) } }
}

extension SimulatedSeason: PlayedSeason {}

extension SimulatedGame: PlayedGame {
  var id: Int { gamePk }

  func listed(day: Int) -> ListedGame {
    ListedGame(
      gamePk: gamePk, day: day, course: course.rawValue, corrections: corrections.map(\.kind.rawValue),
      anomalies: anomalies.map(\.rawValue).sorted(), date: attempts.last?.officialDate ?? "", first: moments.first ?? 0,
      end: end)
  }
}

extension SimulatedNBASeason: PlayedSeason {}

extension SimulatedNBAGame: PlayedGame {
  var id: String { gameId }

  func listed(day: Int) -> ListedGame {
    ListedGame(
      gamePk: number, day: day, course: course.rawValue, corrections: corrections.map(\.kind.rawValue),
      anomalies: anomalies.map(\.rawValue).sorted(), date: date, first: moments.first ?? 0, end: end)
  }
}
