import HTTPTypes
import Hummingbird
import LiveCore
import LiveModel
import LivePlatform
import Logging
import NIOCore

/// Serves a recording as the source served it: the newest answer at each time. Bound: the answers of the recording.
struct RecordingServer {
  let source: RecordedSource
  /// Recorded seconds in a real second.
  let speed: Double
  let address: ListenAddress
  /// The numbers of the games, which are printed.
  let games: [Int]

  /// Serves until Ctrl-C. Throws the exit status if the address cannot be used.
  func run() async throws {
    let application = Application(
      router: router(since: ContinuousClock.now),
      configuration: .init(address: .hostname(address.host, port: address.port), serverName: "livegamed"),
      onServerRunning: { channel in
        let lines = [address.url(port: channel.localAddress?.port ?? address.port)] + games.map(String.init)
        for line in lines { try? Terminal.say(line) }
      },
      logger: Logger(label: "recording") { _ in SwiftLogNoOpLogHandler() })
    do {
      try await application.runService()
    } catch {
      let reason = (error as? IOError)?.words ?? "\(error)"
      Terminal.complain("\(address.url(port: address.port)): the address cannot be used: \(reason)")
      throw ExitStatus.cannotCreate
    }
  }

  private func router(since begin: ContinuousClock.Instant) -> Router<BasicRequestContext> {
    let router = Router()
    router.get("/api/v1/schedule") { _, _ in try answer(to: .schedule, since: begin) }
    router.get("/api/v1.1/game/:gamePk/feed/live") { _, context in
      guard let game = context.parameters.get("gamePk", as: Int.self) else { return Response(status: .notFound) }
      return try answer(to: .game(game), since: begin)
    }
    return router
  }

  private func answer(to subject: PollSubject, since begin: ContinuousClock.Instant) throws -> Response {
    let now = source.start + (ContinuousClock.now - begin) * speed
    switch try source.answer(to: subject, at: now) {
    case nil: return Response(status: .notFound)
    case .fault: return Response(status: .gatewayTimeout)
    case .response(let head, let body):
      var headers: HTTPFields = [.contentType: head.headers["content-type"] ?? "application/json;charset=UTF-8"]
      for name in ["cache-control", "age", "etag"] {
        if let value = head.headers[name], let field = HTTPField.Name(name) { headers[field] = value }
      }
      return Response(
        status: .init(code: head.status), headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
  }
}
