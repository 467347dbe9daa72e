import LiveSimulator

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// Simulated games as a source, on a clock that the test moves. Some answers fail.
struct SlateTransport: HTTPTransport {
  let slate: Slate
  /// The time in seconds since 1970.
  let now: @Sendable () -> Double
  private let count = Locked(0)

  init(_ slate: Slate, now: @escaping @Sendable () -> Double) { (self.slate, self.now) = (slate, now) }

  func send(
    _ request: HTTPRequest, body: @escaping @Sendable (HTTPResponseHead, Span<UInt8>) throws -> Void
  ) async throws -> HTTPResponseHead {
    let number = count.withLock { count in
      count += 1
      return count
    }
    if number.isMultiple(of: 41) { throw HTTPFault(kind: .timeout, description: "no answer within 30 s") }
    if number.isMultiple(of: 57) { return HTTPResponseHead(status: 503) }
    let head = HTTPResponseHead(
      status: 200, headers: ["cache-control": "max-age=2", "content-type": "application/json"])
    let bytes = answer(to: request.url)
    try body(head, bytes.span)
    return head
  }

  private func answer(to url: String) -> [UInt8] {
    let game = slate.games.first { url.contains("/game/\($0.gamePk)/") }
    return game?.feed(at: now()) ?? slate.schedule(at: now(), from: "0000-00-00", to: "9999-99-99")
  }
}
