import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(1))) struct LookupSourceTests {
  private let clock = ManualClock()
  private let time = Locked(Timestamp(seconds: 1_000_000))
  private let request = HTTPRequest(url: "http://127.0.0.1:9/api/v1/schedule?date=2026-07-11")
  private let store: LookupStore

  init() { store = LookupStore(path: nil) }

  private func source(_ transport: ScriptedTransport) -> LookupSource<ManualClock> {
    // Without a wait between two requests, no sleeper needs the clock.
    let limiter = HostRateLimiter(clock: clock, spacing: { .zero })
    return LookupSource(
      transport: transport, store: store, budget: { _ in limiter }, clock: clock,
      now: { [time] in time.withLock { $0 } })
  }

  private func pass(_ seconds: Int) {
    clock.advance(by: .seconds(seconds))
    time.withLock { $0 = $0 + .seconds(seconds) }
  }

  /// Asks for a number that is fresh for 15 s.
  private func ask(_ source: LookupSource<ManualClock>) async throws -> LookupSource<ManualClock>.Answer<Int> {
    try await source.answer(to: request, of: .mlb, freshFor: .seconds(15)) { body in
      guard let number = Int(String(decoding: body, as: UTF8.self)) else {
        throw DecodeFault(kind: .malformed, offset: 0, path: "", message: "no number")
      }
      return number
    }
  }

  @Test func aFreshAnswerNeedsNoRequest() async throws {
    let transport = ScriptedTransport(.status(200, body: "1"), .status(200, body: "2"))
    let source = source(transport)
    #expect(try await ask(source).value == 1)
    pass(14)
    let again = try await ask(source)
    #expect(again.value == 1 && again.confirmed == Timestamp(seconds: 1_000_000) && again.fault == nil)
    #expect(transport.requests.count == 1)
    pass(1)
    #expect(try await ask(source).value == 2 && transport.requests.count == 2)
  }

  @Test func anUnchangedAnswerIsConfirmedByItsETag() async throws {
    let transport = ScriptedTransport(.status(200, headers: ["etag": #"W/"a""#], body: "1"), .status(304))
    let source = source(transport)
    _ = try await ask(source)
    pass(20)
    let confirmed = try await ask(source)
    #expect(transport.requests.map { $0.header("If-None-Match") } == [nil, #"W/"a""#])
    #expect(confirmed.value == 1 && confirmed.confirmed == Timestamp(seconds: 1_000_020) && confirmed.fault == nil)
    pass(14)
    #expect(try await ask(source).value == 1 && transport.requests.count == 2)
  }

  /// Answers that are no news: errors, a page, a body that cannot be read, and a connection that breaks.
  static let failures: [(ScriptedTransport.Reply, String)] = [
    (.status(500), "answered 500"), (.status(404), "answered 404"),
    (.status(200, headers: ["content-type": "text/html"], body: "<html>"), "answered 200 with text/html"),
    (.status(200, body: "no number"), "cannot be read"), (.broken(200, bytes: 10), "answer ended"),
    (.fault(HTTPFault(kind: .refused, description: "connection refused")), "connection refused"), (.status(304), "304"),
  ]

  @Test(arguments: failures.indices) func afterAFailureTheLastAnswerStands(index: Int) async throws {
    let (failure, words) = Self.failures[index]
    let replies: [ScriptedTransport.Reply] = [.status(200, body: "1"), failure]
    let source = source(ScriptedTransport { _, number in replies[min(number, 2) - 1] })
    _ = try await ask(source)
    pass(60)
    let stale = try await ask(source)
    guard case .status(304, _, _) = failure else {
      #expect(stale.value == 1 && stale.confirmed == Timestamp(seconds: 1_000_000))
      #expect(stale.fault?.description.contains(words) == true, "\(stale.fault?.description ?? "none")")
      return
    }
    #expect(stale.fault == nil)
  }

  @Test(arguments: failures.indices) func withoutALastAnswerTheFailureIsThrown(index: Int) async throws {
    let (failure, words) = Self.failures[index]
    let source = source(ScriptedTransport(failure))
    let fault = await #expect(throws: Fault.self) { try await ask(source) }
    #expect(fault?.description.contains(words) == true, "\(fault?.description ?? "none")")
  }

  @Test func aSourceThatFailsIsLeftAloneAsLongAsItDemands() async throws {
    let transport = ScriptedTransport(
      .status(200, body: "1"), .status(503, headers: ["retry-after": "30"]), .status(500), .status(200, body: "2"))
    let source = source(transport)
    _ = try await ask(source)
    pass(60)
    #expect(try await ask(source).fault != nil)
    pass(29)
    #expect(try await ask(source).fault?.description.contains("503") == true && transport.requests.count == 2)
    pass(1)
    #expect(try await ask(source).fault?.description.contains("500") == true && transport.requests.count == 3)
    pass(4)
    #expect(try await ask(source).fault != nil && transport.requests.count == 3)
    pass(1)
    let well = try await ask(source)
    #expect(well.value == 2 && well.fault == nil && transport.requests.count == 4)
  }

  @Test func aClockThatWasSetBackMakesNoAnswerFresh() async throws {
    let transport = ScriptedTransport(.status(200, body: "1"), .status(200, body: "2"))
    let source = source(transport)
    _ = try await ask(source)
    time.withLock { $0 = $0 - .seconds(3600) }
    #expect(try await ask(source).value == 2)
  }

  @Test func aLookupThatGetsNoTurnFailsInTime() async throws {
    let limiter = HostRateLimiter(clock: clock, spacing: { .seconds(3600) })
    try await limiter.turn(at: LeagueID.mlb.rawValue)
    let transport = ScriptedTransport(.status(200, body: "1"))
    let source = LookupSource(
      transport: transport, store: store, budget: { _ in limiter }, clock: clock,
      now: { [time] in time.withLock { $0 } })
    async let fault = #expect(throws: Fault.self) { try await ask(source) }
    await clock.whenSleeping(2)
    pass(3)
    #expect(await fault?.code == .lookupBusy && transport.requests.isEmpty)
  }
}
