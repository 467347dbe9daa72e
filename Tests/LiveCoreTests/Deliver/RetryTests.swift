import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct RetryTests {
  private let start = SampleEvents.start
  private let reason = Answer.Reason(cause: .status(503), text: "status 503")

  private func retry(attempts: Int = 0, expires: Duration = .seconds(600)) -> Retry {
    Retry(attempts: attempts, deadline: start + expires, seed: "msg_a")
  }

  @Test func theAnswerDecidesTheNextStep() {
    #expect(retry().step(after: .accepted(Receipt()), at: start) == .done)
    #expect(retry().step(after: .cancelled, at: start) == .leave)
    #expect(retry().step(after: .badMessage(reason), at: start) == .deadLetter(reason))
    #expect(retry().step(after: .lostTarget(reason), at: start) == .recompose(reason))
    #expect(retry().step(after: .deadEndpoint(reason), at: start) == .disable(reason))
  }

  @Test(arguments: [(0, 1), (1, 2), (2, 4), (3, 8), (4, 16), (5, 32), (6, 60), (7, 60), (1000, 60)])
  func theWaitDoublesUpToAMinute(_ attempts: Int, _ seconds: Int) throws {
    for seed in ["msg_a", "msg_b", "msg_c", "", "é"] {
      let wait = Retry.backOff(afterFailures: attempts, seed: seed)
      #expect(wait > .seconds(seconds) * 0.75 && wait <= .seconds(seconds))
    }
  }

  @Test func aMessageWithALongDeadlineIsRetriedLessOften() {
    var patient = retry(attempts: 20, expires: Retry.finalExpiry)
    patient.coalesces = true
    guard case .wait(let due, _) = patient.step(after: .tryAgain(reason), at: start) else {
      Issue.record("it does not wait")
      return
    }
    #expect(due - start > .seconds(225) && due - start <= .seconds(300))
  }

  @Test func theJitterDependsOnTheMessageOnly() {
    let waits = (0..<100).map { Retry.backOff(afterFailures: 3, seed: "msg_\($0)") }
    #expect(Set(waits).count == 100)
    #expect(waits.min()! < .seconds(6.2) && waits.max()! > .seconds(7.8))
    #expect(waits[7] == Retry.backOff(afterFailures: 3, seed: "msg_7"))
  }

  @Test func waitsAsLongAsTheReceiverAsksFor() {
    #expect(
      retry().step(after: .slowDown(.seconds(90), .sink, reason), at: start)
        == .wait(until: start + .seconds(90), reason))
  }

  @Test func backsOffIfTheReceiverAsksForNoWait() {
    let patient = retry(attempts: 4).step(after: .slowDown(.zero, .sink, reason), at: start)
    #expect(patient == retry(attempts: 4).step(after: .tryAgain(reason), at: start))
  }

  @Test func givesUpAMessageThatExpiresBeforeItsNextAttempt() {
    let late = start + .seconds(599)
    #expect(
      retry(attempts: 12).step(after: .tryAgain(reason), at: late)
        == .deadLetter(Answer.Reason(cause: .status(503), text: "expired: status 503")))
    #expect(
      retry().step(after: .slowDown(.seconds(600), .message, reason), at: start)
        == .deadLetter(Answer.Reason(cause: .status(503), text: "expired: status 503")))
  }

  /// A command or a new address may end a pause before the message expires.
  @Test(arguments: [Answer.Scope.sink, .host]) func givesUpNothingBecauseOfAPause(scope: Answer.Scope) {
    let step = retry().step(after: .slowDown(.seconds(3600), scope, reason), at: start)
    #expect(step == .wait(until: start + .seconds(600), reason))
    let late = retry().step(after: .slowDown(.seconds(3600), scope, reason), at: start + .seconds(600))
    #expect(late == .deadLetter(Answer.Reason(cause: .status(503), text: "expired: status 503")))
  }

  @Test func expiresAtItsDeadline() {
    #expect(!retry().isExpired(at: start + .milliseconds(599_999)))
    #expect(retry().isExpired(at: start + .seconds(600)))
    #expect(!retry(expires: Retry.finalExpiry).isExpired(at: start + .seconds(86_399)))
  }
}
