import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite struct LookupOrdersTests {
  private let start = SuspendingClock.now
  private let passed = Locked(Duration.zero)
  private let bells = Locked(0)

  private func orders() -> LookupOrders {
    LookupOrders(now: { [start, passed] in start.advanced(by: passed.withLock { $0 }) }) { [bells] in
      bells.withLock { $0 += 1 }
    }
  }

  private static func question(_ number: Int) -> Lookup {
    .schedule(ScheduleQuestion(date: CivilDate(daysSinceEpoch: number)))
  }

  private static let answer = LookupAnswer(members: Array(#""a":1"#.utf8), confirmed: Timestamp(seconds: 1))

  @Test func clientsWithTheSameQuestionShareOneLookup() async throws {
    let orders = orders()
    for _ in 1...3 { #expect(try orders.answer(to: Self.question(1)) == nil) }
    var waiting = orders.stream.makeAsyncIterator()
    #expect(await waiting.next() == Self.question(1))
    orders.settle(Self.question(1), .success(Self.answer))
    #expect(bells.withLock { $0 } == 1 && orders.takeSignal() && !orders.takeSignal())
    for _ in 1...3 { #expect(try orders.answer(to: Self.question(1)) == Self.answer) }
    passed.withLock { $0 = LookupOrders.freshness }
    #expect(try orders.answer(to: Self.question(1)) == nil)
    #expect(await waiting.next() == Self.question(1))
  }

  @Test func aFailureIsARefusalWithItsReason() throws {
    let orders = orders()
    #expect(try orders.answer(to: Self.question(1)) == nil)
    orders.settle(Self.question(1), .failure(Fault(.lookupFailed, "no answer")))
    let refusal = #expect(throws: Request.Refusal.self) { try orders.answer(to: Self.question(1)) }
    #expect(refusal?.code == .unavailable && refusal?.message.contains("no answer") == true)
  }

  @Test func waitingLookupsAndAnswersAreBounded() throws {
    let orders = orders()
    for number in 1...LookupOrders.mostWaiting { #expect(try orders.answer(to: Self.question(number)) == nil) }
    #expect(throws: Request.Refusal.self) { try orders.answer(to: Self.question(0)) }
    for number in 1...LookupOrders.mostWaiting { orders.settle(Self.question(number), .success(Self.answer)) }
    let kept = try (1...LookupOrders.mostWaiting).count { try orders.answer(to: Self.question($0)) != nil }
    #expect(kept == LookupOrders.mostAnswers)
  }
}
