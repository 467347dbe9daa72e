internal import Hummingbird
internal import Logging
internal import NIOCore

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
