internal import Hummingbird
internal import Logging
internal import NIOCore

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
  /// 9, or 7 where the league has said so.
  var scheduledInnings = 9
  /// When the start becomes known; nil where it always was. Until then the feed shows a second in the night and says
  /// `startTimeTBD`.
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

    /// Extra innings begin with a runner on second but in the postseason.
    var placesRunner: Bool { self == .spring || self == .regular || self == .allStar }
  }

  /// `gameData.game.doubleHeader`.
  enum DoubleHeader: String, Sendable {
    case none = "N"
    /// Two games for one ticket: the second begins when the first has ended.
    case traditional = "Y"
    /// Each game at its own hour.
    case split = "S"
  }

  /// The placeholder that StatsAPI gives for an unknown start: 03:33 UTC of the following night.
  var unknownStart: Double { CalendarText.midnight(start) + 86_400 - 5 * 3600 + 3 * 3600 + 33 * 60 }
}

/// A clock that runs faster than time.
public enum VirtualClock {
  /// - Parameters:
  ///   - start: the virtual second, since 1970, at which it begins, now.
  ///   - speed: virtual seconds a real second.
  /// - Returns: the virtual second at each call.
  public static func running(from start: Double, speed: Double) -> @Sendable () -> Double {
    let began = ContinuousClock.now
    return {
      let real = (ContinuousClock.now - began) / .seconds(1)
      return start + real * speed
    }
  }
}

/// Serves a slate over HTTP on a loopback port of the kernel's choosing.
public struct SimulatorServer: Sendable {
  private let slate: Slate
  private let now: @Sendable () -> Double

  /// - Parameters:
  ///   - slate: the games.
  ///   - now: the virtual time in seconds since 1970; asked once a request.
  public init(slate: Slate, now: @escaping @Sendable () -> Double) {
    self.slate = slate
    self.now = now
  }

  /// Serves until its task is cancelled or its service group shuts down.
  ///
  /// - Parameter onListening: gets the port, once, as soon as it is open.
  /// - Throws: what the server's start does, as when no port is free.
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

  /// The days from `2026-07-14` to another one, both included.
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
  /// The members by which each day's row, or the feed, names the other day.
  func members(isNewDay: Bool) -> [(String, JSON)] {
    let (name, other) =
      isNewDay ? (isResumed ? "resumedFrom" : "rescheduledFrom", from) : (isResumed ? "resume" : "reschedule", to)
    let day = JSON.string(CalendarText.day(other))
    let second = JSON.string(CalendarText.iso(other))
    return isNewDay ? [(name, second), (name + "Date", day)] : [(name + "Date", second), (name + "GameDate", day)]
  }
}
