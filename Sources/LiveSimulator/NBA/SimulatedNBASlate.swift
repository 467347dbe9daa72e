/// The games of one evening or of some days, decided by a seed, and the documents that list them.
public struct SimulatedNBASlate: Sendable {
  /// Sorted by announced start.
  public let games: [SimulatedNBAGame]
  /// Later games, which the schedule lists.
  private let planned: [NBAFixture]
  private let day: NBADay
  private let seed: UInt64

  /// Seconds from the announced start to the tip.
  private static let usualDelay = 600.0

  /// Creates games. The same seed and times give the same bytes everywhere.
  /// - Parameters:
  ///   - seed: decides clubs, players and everything that happens.
  ///   - count: the number of games, at most half the number of clubs at one time.
  ///   - tip: the first action of the first game, in seconds since 1970, if nothing delays it.
  ///   - spread: seconds from one tip to the next.
  ///   - featured: abbreviations of clubs that play, each in a game of its own as far as there are games.
  ///   - isPlain: whether all games are on time and their files correct. Otherwise the seed decides about delays,
  ///     corrections and other irregularities that do not move a game to another day.
  public init(
    seed: UInt64, games count: Int, tip: Double, spread: Double, featuring featured: [String] = [],
    isPlain: Bool = true
  ) {
    (self.seed, planned) = (seed, [])
    var dice = SplitMix64(seed: seed)
    let clubs = Self.clubs(NBAClub.all.shuffled(using: &dice), featured: featured.prefix(count))
    games = (0..<count).map { number in
      let pair = number * 2 % clubs.count
      let begin = (tip + Double(number) * spread).rounded()
      let fixture = NBAFixture(
        number: 501 + number, away: clubs[pair], home: clubs[pair + 1],
        start: ((begin - Self.usualDelay) / 60).rounded(.down) * 60, tip: begin, seed: dice.next())
      return SimulatedNBAGame(fixture, life: isPlain ? .plain : .oneDay)
    }
    let (first, last) = (games.map(\.fixture.start).min() ?? tip, games.map(\.finalTime).max() ?? tip)
    // The finals stay on the scoreboard for some hours.
    day = NBADay(from: first, to: last + 4 * 3600)
  }

  /// Creates a slate from existing games, such as those of some days of a season.
  public init(_ games: [SimulatedNBAGame]) {
    self.init(games, planned: [], seed: 0)
  }

  init(_ games: [SimulatedNBAGame], planned: [NBAFixture], seed: UInt64) {
    (self.games, self.planned, self.seed, day) = (games, planned, seed, .noon)
  }

  /// The abbreviations of all clubs.
  public static var clubs: [String] { NBAClub.all.map(\.tricode) }

  /// Returns the clubs in pairs, the featured ones first and not against one another.
  private static func clubs(_ clubs: [NBAClub], featured: some Sequence<String>) -> [NBAClub] {
    let first = featured.compactMap { name in clubs.first { $0.tricode == name } }
    let others = clubs.filter { !first.contains($0) }
    let pairs = zip(first, others).enumerated().flatMap { number, pair in
      number.isMultiple(of: 2) ? [pair.1, pair.0] : [pair.0, pair.1]
    }
    return pairs + others.dropFirst(first.count)
  }

  /// Returns the game with an id of ten digits; nil if there is none.
  public func game(_ gameId: String) -> SimulatedNBAGame? { games.first { $0.gameId == gameId } }

  /// Returns the body of `todaysScoreboard_00.json`: the games of the day, which begins at noon in New
  /// York, or before the games of an evening that does not fit into such a day.
  public func scoreboard(at time: Double) -> [UInt8] {
    ScoreboardDocument(games: games, time: time, records: records, day: day).json.bytes
  }

  /// Returns the body of `scheduleLeagueV2.json`.
  public func schedule(at time: Double) -> [UInt8] {
    LeagueScheduleDocument(games: games, planned: planned, time: time, records: records).json.bytes
  }

  /// Each club has played 41 games before the first evening.
  private var records: [Int: NBARecord] {
    var dice = SplitMix64(seed: seed ^ 0x4EC0)
    return Dictionary(
      uniqueKeysWithValues: NBAClub.all.map { club in
        let wins = dice.number(in: 8...33)
        return (club.id, NBARecord(wins: wins, losses: 41 - wins))
      })
  }
}

/// A season of the NBA, decided by a seed. Planning is cheap; a game is played when it is requested.
public struct SimulatedNBASeason: Sendable {
  /// The number of days.
  public let days: Int
  /// The second since 1970 at which its first day begins in New York.
  public let start: Double
  private let seed: UInt64
  /// By day, sorted by announced start.
  private let fixtures: [[NBAFixture]]

  /// - Parameters:
  ///   - seed: decides everything; the same seed gives the same season everywhere.
  ///   - days: at least 1.
  ///   - start: a second of the first day, by New York's clock; the default is in 2025-10-21.
  ///   - gamesADay: the number of games on a day; nil lets the seed decide.
  public init(seed: UInt64, days: Int, start: Double = 1_761_062_400, gamesADay: Int? = nil) {
    var dice = SplitMix64(seed: seed)
    let midnight = EasternTime(start).midnight
    (self.seed, self.days, self.start) = (seed, days, midnight)
    var number = 0
    fixtures = (0..<max(days, 1)).map { day in
      // Noon, so that a change of clocks does not move a game to another day.
      let noon = EasternTime(midnight + (Double(day) + 0.5) * 86_400).midnight
      let clubs = NBAClub.all.shuffled(using: &dice)
      let count = min(gamesADay ?? dice.number(in: 2...13), clubs.count / 2)
      return (0..<count).map { pair in
        number += 1
        let hour = [15.5, 19, 19, 19.5, 19.5, 20, 20, 21, 22, 22.5][dice.number(in: 0...9)]
        return NBAFixture(
          number: number, away: clubs[pair * 2], home: clubs[pair * 2 + 1], start: noon + hour * 3600,
          seed: dice.next())
      }
      .sorted { ($0.start, $0.number) < ($1.start, $1.number) }
    }
  }

  /// Returns the ids of a day's games, from day 0; a moved game belongs to its first planned day.
  public func gameIds(on day: Int) -> [String] {
    fixtures.indices.contains(day) ? fixtures[day].map(\.gameId) : []
  }

  /// Returns a day's games, played.
  public func games(on day: Int) -> [SimulatedNBAGame] {
    fixtures.indices.contains(day) ? fixtures[day].map { SimulatedNBAGame($0, life: .full()) } : []
  }

  /// Returns played games with the later ones of the season that are not played yet.
  public func slate(_ games: [SimulatedNBAGame]) -> SimulatedNBASlate {
    let known = Set(games.map(\.gameId))
    let last = games.map(\.fixture.number).max() ?? 0
    let planned = fixtures.joined().filter { $0.number > last && !known.contains($0.gameId) }
    return SimulatedNBASlate(games, planned: planned, seed: seed)
  }
}
