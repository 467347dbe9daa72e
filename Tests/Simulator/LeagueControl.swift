import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Lets a test set the clock and the faults of a league, and read its facts:
///
/// | request | effect |
/// |---|---|
/// | `POST /simulator/clock?time=<seconds since 1970>&speed=<x>` | sets the clock |
/// | `POST /simulator/faults?percent=<n>` | sets the percentage of faulty answers |
/// | `GET /simulator/state` | returns the virtual time, the games, and the number of answers of each kind |
/// | `GET /simulator/facts?gamePk=<n>` | returns all facts of a game, by its script |
struct LeagueControl<Season: PlayedSeason>: Sendable {
  let league: League<Season>
  let faults: Faults
  /// Returns the facts of the game with an id in JSON; nil if there is no such game.
  let facts: @Sendable (Int) async throws -> [UInt8]?

  private static var lateness: Duration { .seconds(3) }

  /// Serves a router with these requests on a free loopback port until its task is cancelled.
  func serve(_ router: Router<BasicRequestContext>) async throws {
    add(to: router)
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0), serverName: "LiveSimulator"),
      onServerRunning: { channel in
        Output.say("listening 127.0.0.1:\(channel.localAddress?.port ?? 0)")
      }, logger: Logger(label: "simulator") { _ in SwiftLogNoOpLogHandler() })
    try await application.run()
  }

  private func add(to router: Router<BasicRequestContext>) {
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
      let state = LeagueState(now: await league.now, games: await league.listing(), served: await faults.counts())
      return Self.response(Array(try JSONEncoder().encode(state)))
    }
    router.get("/simulator/facts") { request, _ in
      let gamePk = request.uri.queryParameters.get("gamePk", as: Int.self) ?? 0
      guard let body = try await facts(gamePk) else { return Self.response([], status: .notFound) }
      return Self.response(body)
    }
  }

  /// Returns the answer of a kind; `right` makes the one without a fault, and `forbidden` is the body of 403.
  func answer(_ kind: Faults.Kind, forbidden: [UInt8] = Array("no".utf8), _ right: () -> Response) async -> Response {
    switch kind {
    case .internalError: return Self.response(Array("oops".utf8), status: .internalServerError)
    case .unavailable: return Self.response([], status: .serviceUnavailable)
    case .forbidden: return Self.response(forbidden, status: .forbidden)
    case .tooMany: return Self.response([], status: .tooManyRequests, wait: 1)
    case .slow:
      try? await Task.sleep(for: Self.lateness)
      return right()
    case .right, .body: return right()
    }
  }

  /// Returns a response with a body.
  static func response(_ body: [UInt8], status: HTTPResponse.Status = .ok, wait: Int? = nil) -> Response {
    var headers: HTTPFields = [.contentType: "application/json;charset=UTF-8"]
    if let wait { headers[.retryAfter] = String(wait) }
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}

/// The answer of `/simulator/state`.
private struct LeagueState: Encodable {
  var now: Double
  var games: [ListedGame]
  var served: [String: Int]
}
