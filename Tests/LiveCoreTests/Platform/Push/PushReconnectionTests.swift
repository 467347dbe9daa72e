import Testing

@testable import LiveModel
@testable import LivePlatform

@Suite struct PushReconnectionTests {
  private static let endpoint = PushEndpoint(url: "https://example.com/", notYet: [4400], never: [4404])
  private static let lost = PushEnding.failed(HTTPFault(kind: .broken, description: "lost"))

  private static func reconnection() -> PushReconnection { PushReconnection(endpoint, PushTiming()) }

  @Test func startsAreSpreadOverASecond() {
    #expect(Self.reconnection().start(chance: 0) == .zero)
    #expect(Self.reconnection().start(chance: 1) == .seconds(1))
  }

  @Test func eachFailureDoublesTheWaitUntilTheLastOne() {
    var reconnection = Self.reconnection()
    let waits = [3, 6, 12, 24, 48, 96, 192, 300, 300]
    for wait in waits { #expect(reconnection.step(after: Self.lost, chance: 0.5) == .wait(.seconds(wait))) }
    #expect(reconnection.step(after: Self.lost, chance: 0.5) == .giveUp)
  }

  @Test func waitsDifferByAQuarter() {
    for (chance, wait) in [(0, 2250), (0.25, 2625), (0.5, 3000), (1, 3750)] {
      var reconnection = Self.reconnection()
      #expect(reconnection.step(after: Self.lost, chance: chance) == .wait(.milliseconds(wait)))
    }
    var reconnection = Self.reconnection()
    for _ in 0..<8 { _ = reconnection.step(after: Self.lost, chance: 0) }
    #expect(reconnection.step(after: Self.lost, chance: 1) == .wait(.seconds(375)))
  }

  @Test func aMessageMakesTheWaitShortAgain() {
    var reconnection = Self.reconnection()
    for _ in 0..<9 { _ = reconnection.step(after: Self.lost, chance: 0.5) }
    reconnection.messageArrived()
    #expect(reconnection.step(after: .silent, chance: 0.5) == .wait(.seconds(3)))
    #expect(reconnection.failures == 0)
    #expect(reconnection.step(after: .closed(code: 1011, reason: ""), chance: 0.5) == .wait(.seconds(6)))
    #expect(reconnection.failures == 1)
  }

  @Test func notYetWaitsFiveMinutesAndIsNoFailure() {
    var reconnection = Self.reconnection()
    for _ in 0..<50 {
      let step = reconnection.step(after: .closed(code: 4400, reason: "not available"), chance: 0.5)
      #expect(step == .wait(.milliseconds(300_500)))
    }
    #expect(reconnection.step(after: Self.lost, chance: 0.5) == .wait(.seconds(3)))
  }

  @Test func neverIsFinal() {
    var reconnection = Self.reconnection()
    #expect(reconnection.step(after: .closed(code: 4404, reason: ""), chance: 0) == .giveUp)
  }

  @Test func anAddressThatCannotBeReadIsFinal() {
    var reconnection = Self.reconnection()
    #expect(reconnection.step(after: .failed(HTTPFault(kind: .badURL, description: "")), chance: 0) == .giveUp)
  }

  /// The status, `Retry-After` in seconds, and the wait in milliseconds.
  static let refusals: [(Int, Int?, Int)] = [
    (401, nil, 1_800_500), (403, nil, 1_800_500), (429, nil, 1_800_500), (429, 60, 60_500), (429, 0, 3000),
    (503, nil, 3000), (503, 120, 120_500), (200, nil, 3000), (404, nil, 3000),
  ]

  @Test(arguments: refusals) func aRefusalHasAWaitOfItsOwn(status: Int, retryAfter: Int?, wait: Int) {
    var reconnection = Self.reconnection()
    let ending = PushEnding.refused(status: status, retryAfter: retryAfter.map { .seconds($0) })
    #expect(reconnection.step(after: ending, chance: 0.5) == .wait(.milliseconds(wait)))
  }

  @Test func refusalsCountAsFailures() {
    var reconnection = Self.reconnection()
    for _ in 0..<9 { _ = reconnection.step(after: .refused(status: 403, retryAfter: nil), chance: 0) }
    #expect(reconnection.step(after: .refused(status: 403, retryAfter: nil), chance: 0) == .giveUp)
  }
}
