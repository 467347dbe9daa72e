internal import Hummingbird
internal import Logging
internal import NIOCore

/// The games of one evening, decided by a seed. All of them are plain: on time, complete, and with a correct feed.
public struct Slate: Sendable {
  /// Sorted by first pitch.
  public let games: [SimulatedGame]

  /// Creates games. The same seed and times give the same bytes everywhere.
  /// - Parameters:
  ///   - seed: decides clubs, players and everything that happens.
  ///   - count: the number of games, at most half the number of clubs at one time.
  ///   - firstPitch: of the first game, in seconds since 1970.
  ///   - spread: seconds from one first pitch to the next.
  ///   - featured: abbreviations of clubs that play, each in a game of its own as far as there are games.
  public init(seed: UInt64, games count: Int, firstPitch: Double, spread: Double, featuring featured: [String] = []) {
    var dice = SplitMix64(seed: seed)
    let clubs = Self.clubs(Club.all.shuffled(using: &dice), featured: featured.prefix(count))
    games = (0..<count).map { number in
      let pair = number * 2 % clubs.count
      let fixture = Fixture(
        gamePk: 900_000 + number, away: clubs[pair], home: clubs[pair + 1],
        start: firstPitch + Double(number) * spread, seed: dice.next())
      return SimulatedGame(fixture, life: .plain)
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
    self.games = games
  }

  /// Returns the body of `/api/v1/schedule` for the given days, both included.
  public func schedule(at time: Double, from first: String, to last: String) -> [UInt8] {
    ScheduleDocument(games: games, time: time).json(from: first, to: last).bytes
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

/// A clock that runs at a multiple of real time.
public enum VirtualClock {
  /// - Parameters:
  ///   - start: the current virtual second since 1970.
  ///   - speed: virtual seconds in a real second.
  /// - Returns: a function that returns the virtual second.
  public static func running(from start: Double, speed: Double) -> @Sendable () -> Double {
    let began = ContinuousClock.now
    return {
      let real = (ContinuousClock.now - began) / .seconds(1)
      return start + real * speed
    }
  }
}

/// Serves a slate over HTTP on a free loopback port.
public struct SimulatorServer: Sendable {
  private let slate: Slate
  private let now: @Sendable () -> Double

  /// - Parameters:
  ///   - slate: the games.
  ///   - now: the virtual time in seconds since 1970, called once for each request.
  public init(slate: Slate, now: @escaping @Sendable () -> Double) {
    self.slate = slate
    self.now = now
  }

  /// Serves until its task is cancelled or its service group shuts down.
  /// - Parameter onListening: gets the port once it is open.
  /// - Throws: the errors of starting the server, such as for a missing free port.
  public func run(onListening: @escaping @Sendable (Int) async -> Void) async throws {
    let application = Application(
      router: router(), configuration: .init(address: .hostname("127.0.0.1", port: 0), serverName: "LiveSimulator"),
      onServerRunning: { channel in await onListening(channel.localAddress?.port ?? 0) },
      logger: Logger(label: "simulator") { _ in SwiftLogNoOpLogHandler() })
    try await application.run()
  }

  private func router() -> Router<BasicRequestContext> {
    let router = Router()
    router.get("/api/v1/schedule") { [slate, now] request, _ in
      let query = request.uri.queryParameters
      let first = query["startDate"].map { String($0) } ?? "0000-00-00"
      let last = query["endDate"].map { String($0) } ?? "9999-99-99"
      return Self.answer(slate.schedule(at: now(), from: first, to: last))
    }
    router.get("/api/v1.1/game/:gamePk/feed/live") { [slate, now] _, context in
      let gamePk = context.parameters.get("gamePk", as: Int.self)
      guard let game = slate.games.first(where: { $0.gamePk == gamePk }) else {
        return Self.answer(Array(#"{"messageNumber":10,"message":"Object not found"}"#.utf8), status: .notFound)
      }
      return Self.answer(game.feed(at: now()))
    }
    return router
  }

  private static func answer(_ body: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json;charset=UTF-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}

/// The body of `/api/v1/schedule`: a game that was moved stands on both of its days.
struct ScheduleDocument {
  let games: [SimulatedGame]
  let time: Double

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
    [
      "gamePk": .number(game.gamePk), "gameType": .string(game.fixture.type.rawValue),
      "gameDate": .string(CalendarText.iso(start.time)),
      "officialDate": .string(day), "status": status.json(isTBD: start.isTBD),
      "teams": [
        "away": ["team": game.script.away.club.json], "home": ["team": game.script.home.club.json],
      ],
      "gameNumber": .number(game.fixture.gameNumber), "doubleHeader": .string(game.fixture.doubleHeader.rawValue),
      "scheduledInnings": .number(game.day.scheduledInnings),
    ]
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
