import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

@Suite struct FeedMonitorTests {
  private static let start = Timestamp(seconds: 1_720_838_400)

  private func pulse(_ revision: Int64, _ phase: GameStatus.Phase = .live) -> PollHints {
    PollHints(phase: phase, revision: Timestamp(seconds: revision), scheduledStart: nil)
  }

  private func fault(_ status: Int, type: String = "application/json") -> FeedFault {
    FeedFault(
      UnexpectedAnswer(head: HTTPResponseHead(status: status, headers: ["content-type": type]), league: .mlb),
      asking: "http://x/")
  }

  @Test(arguments: [
    (503, "application/json", SourceTrouble.degraded), (403, "application/json", .blocked),
    (200, "text/html; charset=utf-8", .blocked),
  ])
  func failuresForAMinuteAreReported(status: Int, type: String, trouble: SourceTrouble) {
    var health = FeedMonitor()
    for second in stride(from: 0, to: 60, by: 15) {
      #expect(health.failed(fault(status, type: type), at: Self.start + .seconds(second)).trouble == nil)
    }
    #expect(health.failed(fault(status, type: type), at: Self.start + .seconds(60)).trouble == trouble)
    #expect(health.answered(pulse(1), isRefused: false, at: Self.start + .seconds(75)).trouble == nil)
  }

  @Test func oneLongFailureIsNotReported() {
    var health = FeedMonitor()
    _ = health.failed(fault(503), at: Self.start)
    #expect(health.failed(fault(503), at: Self.start + .seconds(600)).trouble == nil)
  }

  @Test func aLiveFeedThatDoesNotChangeIsStaleUntilItDoes() {
    var health = FeedMonitor()
    _ = health.answered(pulse(1), isRefused: false, at: Self.start)
    _ = health.answered(pulse(1), isRefused: false, at: Self.start + .seconds(15))
    #expect(health.answered(pulse(1), isRefused: false, at: Self.start + .seconds(314)).trouble == nil)
    let verdict = health.answered(pulse(1), isRefused: true, at: Self.start + .seconds(315))
    #expect(
      verdict.trouble == .stale && verdict.reason == "nothing newer than 1970-01-01T00:00:01.000Z, and older answers")
    #expect(health.answered(pulse(1), isRefused: false, at: Self.start + .seconds(330)) == verdict)
    #expect(health.answered(pulse(2), isRefused: false, at: Self.start + .seconds(345)).trouble == nil)
  }

  @Test func aRestartDoesNotResetAStaleFeed() {
    var health = FeedMonitor(known: .stale, revision: Timestamp(seconds: 1))
    #expect(health.answered(pulse(1), isRefused: false, at: Self.start).trouble == .stale)
    #expect(health.answered(pulse(2), isRefused: false, at: Self.start).trouble == nil)
  }

  @Test func aFasterSourceIsJudgedByItsOwnClock() {
    var health = FeedMonitor()
    for second in 0...30 {
      _ = health.answered(pulse(Int64(second) * 60), isRefused: false, at: Self.start + .seconds(second))
    }
    func still(_ seconds: Int) -> SourceTrouble? {
      health.answered(pulse(1800), isRefused: false, at: Self.start + .seconds(30 + seconds)).trouble
    }
    _ = still(1)
    #expect(still(5) == nil && still(6) == .stale)
  }

  /// A replay at high speed is over before twenty answers.
  @Test(arguments: [10.0, 60, 600])
  func aReplayIsRecognizedAfterAFewAnswers(speed: Double) {
    var health = FeedMonitor()
    for answer in 0..<4 {
      let revision = Int64(Double(answer) * 18 * speed)
      _ = health.answered(pulse(revision), isRefused: false, at: Self.start + .seconds(answer * 18))
    }
    #expect(abs(health.speed - speed) < 0.01 * speed)
  }

  /// The feed delivers the changes of ten minutes at once.
  @Test func oneJumpIsNotAReplay() {
    var health = FeedMonitor()
    for (revision, second) in [(0, 0), (600, 10), (612, 20), (640, 40), (655, 60)] {
      _ = health.answered(pulse(Int64(revision)), isRefused: false, at: Self.start + .seconds(second))
    }
    #expect(health.speed == 1)
  }

  @Test(arguments: [GameStatus.Phase.delayed, .final, .scheduled, .suspended])
  func aGameThatIsNotInPlayIsNeverStale(phase: GameStatus.Phase) {
    var health = FeedMonitor()
    for minute in 0..<60 {
      let verdict = health.answered(pulse(1, phase), isRefused: false, at: Self.start + .seconds(60 * minute))
      #expect(verdict.trouble == nil)
    }
  }

  @Test func troubleAndItsEndAreReportedOnce() throws {
    var game = PlayedGame()
    game.play("single")
    let tracker = Tracker(game: PlayedGame.id)
    let first = tracker.track(TrackerState(baseline: .tellAll), game.snapshot, observedAt: Self.start)
    let stale = tracker.report(.stale, reason: "nothing new", first.state, observedAt: Self.start)
    let again = tracker.report(.stale, reason: "nothing new", stale.state, observedAt: Self.start)
    let well = tracker.report(nil, reason: nil, again.state, observedAt: Self.start)
    let events = stale.events + again.events + well.events
    #expect(events.map(\.id) == ["mlb/900001/source/mlb/1@1", "mlb/900001/source/mlb/2@1"])
    #expect(events.map(\.data.tags) == [[.stale], [.recovered]])
    #expect(events.first?.data.summary == "Nothing new from the feed of TOR at AZ: nothing new")
  }

  @Test func nothingIsReportedForAGameThatWasNeverRead() {
    let state = TrackerState(baseline: .tellAll)
    let outcome = Tracker(game: PlayedGame.id).report(.degraded, reason: nil, state, observedAt: Self.start)
    #expect(outcome.events.isEmpty && outcome.state == state)
  }
}
