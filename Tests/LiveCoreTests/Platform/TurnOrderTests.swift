import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite struct TurnOrderTests {
  private func first(_ left: (Bool, Int), _ right: (Bool, Int)) -> Bool {
    TurnOrder.comesFirst(
      .init(isDue: left.0, waited: .seconds(left.1)), .init(isDue: right.0, waited: .seconds(right.1)),
      patience: .seconds(30))
  }

  @Test func aDueResultPrecedesAnyWait() {
    #expect(first((true, 0), (false, 29)) && !first((false, 29), (true, 0)))
  }

  @Test func amongEqualsTheLongestWaitIsFirst() {
    #expect(first((true, 5), (true, 4)) && first((false, 5), (false, 4)))
    #expect(!first((false, 5), (false, 5)))
  }

  @Test func noCallerWaitsForEver() {
    #expect(first((false, 30), (true, 0)) && first((false, 31), (true, 30)) && first((true, 31), (false, 30)))
  }

  @Test func aLookupWaitsForEveryPoll() {
    let lookup = TurnOrder.Candidate(isDue: false, isLookup: true, waited: .seconds(300))
    let poll = TurnOrder.Candidate(isDue: false, waited: .zero)
    #expect(TurnOrder.comesFirst(poll, lookup, patience: .seconds(30)))
    #expect(!TurnOrder.comesFirst(lookup, poll, patience: .seconds(30)))
  }
}
