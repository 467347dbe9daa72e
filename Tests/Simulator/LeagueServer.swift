import FoundationEssentials
import HTTPTypes
import Hummingbird
import LiveSimulator
import Logging
import NIOCore

/// Serves a league as StatsAPI does, and lets a test set its clock and its faults, and read its facts:
///
/// | request | effect |
/// |---|---|
/// | `POST /simulator/clock?time=<seconds since 1970>&speed=<x>` | sets the clock |
/// | `POST /simulator/faults?percent=<n>` | sets the percentage of faulty answers |
/// | `GET /simulator/state` | returns the virtual time, the games, and the number of answers of each kind |
/// | `GET /simulator/facts?gamePk=<n>` | returns all facts of a game, by its script |
struct LeagueServer: Sendable {
  let league: League
  let faults: Faults

  private static let lateBy: Duration = .seconds(3)

  /// Serves on a free loopback port until its task is cancelled.
  func run() async throws {
    let application = Application(
      router: router(), configuration: .init(address: .hostname("127.0.0.1", port: 0), serverName: "LiveSimulator"),
      onServerRunning: { channel in
        Output.say("listening 127.0.0.1:\(channel.localAddress?.port ?? 0)")
      }, logger: Logger(label: "simulator") { _ in SwiftLogNoOpLogHandler() })
    try await application.run()
  }

  private func router() -> Router<BasicRequestContext> {
    let router = Router()
    router.get("/api/v1/schedule") { request, _ in
      let query = request.uri.queryParameters
      return await schedule(from: query["startDate"].map(String.init), to: query["endDate"].map(String.init))
    }
    router.get("/api/v1.1/game/:gamePk/feed/live") { _, context in
      await feed(of: context.parameters.get("gamePk", as: Int.self) ?? 0)
    }
    control(router)
    return router
  }

  private func control(_ router: Router<BasicRequestContext>) {
    router.post("/simulator/clock") { request, _ in
      let query = request.uri.queryParameters
      guard let time = query.get("time", as: Double.self), let speed = query.get("speed", as: Double.self) else {
        return HTTPResponse.Status.badRequest
      }
      await league.set(time: time, speed: speed)
      return .ok
    }
    router.post("/simulator/faults") { request, _ in
      guard let percent = request.uri.queryParameters.get("percent", as: Double.self) else {
        return HTTPResponse.Status.badRequest
      }
      await faults.set(percent: percent)
      return .ok
    }
    router.get("/simulator/state") { _, _ in
      let state = State(now: await league.now, games: await league.listing(), served: await faults.counts())
      return Self.answer(Array(try JSONEncoder().encode(state)))
    }
    router.get("/simulator/facts") { request, _ in
      let gamePk = request.uri.queryParameters.get("gamePk", as: Int.self) ?? 0
      guard let game = await league.game(gamePk) else { return Self.notFound }
      return Self.answer(Array(try JSONEncoder().encode(game.facts().map(ReportedFact.init))))
    }
  }

  private struct State: Encodable {
    var now: Double
    var games: [League.Listed]
    var served: [String: Int]
  }

  /// A fact in the format for programs.
  private struct ReportedFact: Encodable {
    var kind: String
    var atBatIndex: Int
    var eventIndex: Int?
    var inning: Int
    var half: String
    var away: Int
    var home: Int

    init(_ fact: SimulatedFact) {
      (kind, atBatIndex, eventIndex, inning) = (fact.kind, fact.atBatIndex, fact.eventIndex, fact.inning)
      (half, away, home) = (fact.half, fact.away, fact.home)
    }
  }

  private func schedule(from first: String?, to last: String?) async -> Response {
    let kind = await faults.next()
    let body = Slate(await league.all()).schedule(
      at: await league.now, from: first ?? "0000-00-00", to: last ?? "9999-99-99")
    // A truncated schedule is the only faulty body that cannot be mistaken for a valid one.
    return await answer(kind) { kind == .body ? Array(body.prefix(body.count / 2)) : body }
  }

  private func feed(of gamePk: Int) async -> Response {
    let kind = await faults.next()
    let time = await league.now
    guard let game = await league.game(gamePk) else { return Self.notFound }
    guard kind == .body else { return await answer(kind) { game.feed(at: time) } }
    let other = await league.all().first { $0.gamePk != gamePk } ?? game
    let faulty = FaultyFeed(game, other: other, seed: UInt64(gamePk), shares: Faults.bodies)
    return Self.answer(faulty.feed(at: time))
  }

  private func answer(_ kind: Faults.Kind, _ body: () -> [UInt8]) async -> Response {
    switch kind {
    case .internalError: return Self.answer(Array("oops".utf8), status: .internalServerError)
    case .unavailable: return Self.answer([], status: .serviceUnavailable)
    case .forbidden: return Self.answer(Array("no".utf8), status: .forbidden)
    case .tooMany: return Self.answer([], status: .tooManyRequests, wait: 1)
    case .slow:
      try? await Task.sleep(for: Self.lateBy)
      return Self.answer(body())
    case .right, .body: return Self.answer(body())
    }
  }

  private static var notFound: Response {
    answer(Array(#"{"messageNumber":10,"message":"Object not found"}"#.utf8), status: .notFound)
  }

  private static func answer(_ body: [UInt8], status: HTTPResponse.Status = .ok, wait: Int? = nil) -> Response {
    var headers: HTTPFields = [.contentType: "application/json;charset=UTF-8"]
    if let wait { headers[.retryAfter] = String(wait) }
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}
