import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct SinkRateLimiterTests {
  private let start = SampleEvents.start

  /// Takes a turn. Returns nil if a message may be sent now, else the time to try again.
  private func turn(_ pace: SinkRateLimiter, at now: Timestamp) async -> Timestamp? {
    await pace.take(at: now) ? nil : await pace.room(at: now)
  }

  @Test func keepsADistanceBetweenTwoMessages() async {
    let pace = SinkRateLimiter(spacing: .seconds(1), maxPerMinute: nil)
    #expect(await turn(pace, at: start) == nil)
    #expect(await turn(pace, at: start + .milliseconds(400)) == start + .seconds(1))
    #expect(await turn(pace, at: start + .seconds(1)) == nil)
  }

  @Test func limitsTheMessagesInAnyMinute() async {
    let pace = SinkRateLimiter(spacing: .zero, maxPerMinute: 2)
    #expect(await turn(pace, at: start) == nil)
    #expect(await turn(pace, at: start + .seconds(50)) == nil)
    #expect(await turn(pace, at: start + .seconds(51)) == start + .seconds(60))
    #expect(await turn(pace, at: start + .seconds(60)) == nil)
    #expect(await turn(pace, at: start + .seconds(60)) == start + .seconds(110))
  }

  @Test func pausesForAsLongAsAskedFor() async {
    let pace = SinkRateLimiter(spacing: .zero, maxPerMinute: nil)
    await pace.pause(until: start + .seconds(30))
    await pace.pause(until: start + .seconds(10))
    #expect(await turn(pace, at: start + .seconds(29)) == start + .seconds(30))
    #expect(await turn(pace, at: start + .seconds(30)) == nil)
  }

  @Test func aClockThatWasSetBackCausesNoWait() async {
    let pace = SinkRateLimiter(spacing: .seconds(1), maxPerMinute: 1)
    #expect(await turn(pace, at: start) == nil)
    #expect(await turn(pace, at: start - .seconds(3600)) == nil)
  }

  @Test func askingForATurnUsesNone() async {
    let pace = SinkRateLimiter(spacing: .seconds(1), maxPerMinute: 1)
    #expect(await pace.room(at: start) == nil)
    #expect(await pace.take(at: start))
  }
}
