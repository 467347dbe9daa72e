/// The games of one evening, decided by a seed.
public struct Slate: Sendable {
  /// Sorted by first pitch.
  public let games: [SimulatedGame]
  /// Decides what no game decides, such as the results of the season; 0 for existing games.
  let seed: UInt64

  /// Creates games. The same seed and times give the same bytes everywhere.
  /// - Parameters:
  ///   - seed: decides clubs, players and everything that happens.
  ///   - count: the number of games, at most half the number of clubs at one time.
  ///   - firstPitch: of the first game, in seconds since 1970.
  ///   - spread: seconds from one first pitch to the next.
  ///   - featured: abbreviations of clubs that play, each in a game of its own as far as there are games.
  ///   - isPlain: whether all games are on time and complete, and their feeds correct. Otherwise the seed decides about
  ///     delays, corrections and other irregularities that do not move a game to another day.
  public init(
    seed: UInt64, games count: Int, firstPitch: Double, spread: Double, featuring featured: [String] = [],
    isPlain: Bool = true
  ) {
    self.seed = seed
    var dice = SplitMix64(seed: seed)
    let clubs = Self.clubs(Club.all.shuffled(using: &dice), featured: featured.prefix(count))
    games = (0..<count).map { number in
      let pair = number * 2 % clubs.count
      let fixture = Fixture(
        gamePk: 900_000 + number, away: clubs[pair], home: clubs[pair + 1],
        start: firstPitch + Double(number) * spread, seed: dice.next())
      return SimulatedGame(fixture, life: isPlain ? .plain : .oneDay)
    }
  }

  /// The abbreviations of all clubs.
  public static var clubs: [String] { Club.all.map(\.abbreviation) }

  /// Returns the clubs in pairs, the featured ones first and not against one another.
  private static func clubs(_ clubs: [Club], featured: some Sequence<String>) -> [Club] {
    let first = featured.compactMap { name in clubs.first { $0.abbreviation == name } }
    let others = clubs.filter { club in !first.contains { $0.abbreviation == club.abbreviation } }
    let pairs = zip(first, others).enumerated().flatMap { number, pair in
      number.isMultiple(of: 2) ? [pair.1, pair.0] : [pair.0, pair.1]
    }
    return pairs + others.dropFirst(first.count)
  }

  /// Creates a slate from existing games, such as a day of a season.
  public init(_ games: [SimulatedGame]) {
    (self.games, seed) = (games, 0)
  }

  /// Returns the body of `/api/v1/schedule` for the given days, both included, and for one club if its id is given.
  public func schedule(
    at time: Double, from first: String, to last: String, of club: Int? = nil,
    withLinescores hasLinescores: Bool = false
  ) -> [UInt8] {
    let listed = club.map { id in games.filter { $0.has(id) } } ?? games
    return ScheduleDocument(games: listed, time: time, hasLinescores: hasLinescores).json(from: first, to: last).bytes
  }
}

/// One game as the league has planned it.
struct Fixture: Sendable {
  var gamePk: Int
  var away: Club
  var home: Club
  /// The planned first pitch in seconds since 1970.
  var start: Double
  var type = GameType.regular
  var doubleHeader = DoubleHeader.none
  var gameNumber = 1
  /// 9, or 7 if the league has set that.
  var scheduledInnings = 9
  /// When the start becomes known; nil if it is known from the beginning. Until then the feed shows a second in the
  /// night and `startTimeTBD`.
  var announced: Double?
  var seed: UInt64

  /// `gameData.game.type`.
  enum GameType: String, Sendable {
    case spring = "S"
    case regular = "R"
    case allStar = "A"
    case wildCard = "F"
    case divisionSeries = "D"
    case championshipSeries = "L"
    case worldSeries = "W"

    /// Whether extra innings begin with a runner on second; in the postseason they do not.
    var placesRunner: Bool { self == .spring || self == .regular || self == .allStar }
  }

  /// `gameData.game.doubleHeader`.
  enum DoubleHeader: String, Sendable {
    case none = "N"
    /// Two games for one ticket: the second begins when the first has ended.
    case traditional = "Y"
    /// Each game at a separate time.
    case split = "S"
  }

  /// StatsAPI's placeholder for an unknown start: 03:33 UTC of the following night.
  var unknownStart: Double { CalendarText.midnight(start) + 86_400 - 5 * 3600 + 3 * 3600 + 33 * 60 }
}

/// The body of `/api/v1/schedule`: a game that was moved stands on both of its days.
struct ScheduleDocument {
  let games: [SimulatedGame]
  let time: Double
  /// Whether rows have scores, linescores and pitchers, as with `hydrate=linescore,probablePitcher,decisions`.
  var hasLinescores = false

  /// Returns the days from the first to the last, such as `2026-07-14`, both included.
  func json(from first: String, to last: String) -> JSON {
    let days = Dictionary(grouping: games.flatMap(rows)) { $0.day }
    let dates = days.sorted { $0.key < $1.key }.filter { first <= $0.key && $0.key <= last }.map { day, rows -> JSON in
      ["date": .string(day), "games": .array(rows.map(\.row))]
    }
    return ["copyright": "simulated", "dates": .array(dates)]
  }

  private func rows(_ game: SimulatedGame) -> [(day: String, row: JSON)] {
    let status = game.day.status[time]
    guard let move = game.day.move, move.known <= time else {
      let start = game.day.start[time]
      let day = CalendarText.day(game.day.move?.from ?? game.fixture.start)
      return [(day, row(game, status, start, day))]
    }
    let isNew = time >= game.day.status.changes.last { $0.time <= move.to && $0.value.code == "S" }?.time ?? .infinity
    let old = CalendarText.day(move.from)
    let new = CalendarText.day(move.to)
    let oldRow = row(game, move.isResumed ? status : move.status, .init(time: move.from), old)
    let newRow = row(game, isNew || move.isResumed ? status : .scheduled, .init(time: move.to), new)
    return [
      (old, oldRow.adding(move.members(isNewDay: false))), (new, newRow.adding(move.members(isNewDay: true))),
    ]
  }

  private func row(_ game: SimulatedGame, _ status: SimulatedStatus, _ start: GameDay.Start, _ day: String) -> JSON {
    let feed = hasLinescores ? FeedDocument(game: game, time: time, shown: game.shown(at: time)[...]) : nil
    func side(_ club: Club, _ isAway: Bool) -> JSON {
      let team: JSON = ["team": club.json]
      let pitcher = feed.flatMap { _ in game.lineups.probablePitcher(isAway: isAway, at: time) }
      return team.adding(
        (feed?.runs(isAway: isAway).map { [("score", .number($0))] } ?? [])
          + (pitcher.map { [("probablePitcher", $0.json)] } ?? []))
    }
    let row: JSON = [
      "gamePk": .number(game.gamePk), "gameType": .string(game.fixture.type.rawValue),
      "gameDate": .string(CalendarText.iso(start.time)),
      "officialDate": .string(day), "status": status.json(isTBD: start.isTBD),
      "teams": [
        "away": side(game.script.away.club, true), "home": side(game.script.home.club, false),
      ],
      "gameNumber": .number(game.fixture.gameNumber), "doubleHeader": .string(game.fixture.doubleHeader.rawValue),
      "scheduledInnings": .number(game.day.scheduledInnings),
    ]
    guard let feed else { return row }
    let decisions = game.decisions[time].map { [("decisions", $0.json)] } ?? []
    return row.adding([("linescore", feed.linescore)] + decisions)
  }
}

extension GameDay.Move {
  /// Returns the members with which each day's row, or the feed, names the other day.
  func members(isNewDay: Bool) -> [(String, JSON)] {
    let (name, other) =
      isNewDay ? (isResumed ? "resumedFrom" : "rescheduledFrom", from) : (isResumed ? "resume" : "reschedule", to)
    let day = JSON.string(CalendarText.day(other))
    let second = JSON.string(CalendarText.iso(other))
    return isNewDay ? [(name, second), (name + "Date", day)] : [(name + "Date", second), (name + "GameDate", day)]
  }
}
