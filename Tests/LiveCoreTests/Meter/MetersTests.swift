internal import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct MetersTests {
  private let meters = Meters(eventTypes: Leagues.known.eventTypes)
  private let start = SampleEvents.start

  /// Returns a play that the feed had two seconds after it happened, that was seen three seconds later and logged
  /// half a second after that.
  private func play(_ change: (inout Event) -> Void = { _ in }) -> Event {
    var event = SampleEvents.event("a")
    event.type = .play
    (event.data.feedAt, event.data.observedAt) = (start + .seconds(2), start + .seconds(5))
    change(&event)
    return event
  }

  private func log(_ event: Event, isCatchUp: Bool = false) {
    meters.logged([event], isCatchUp: isCatchUp, at: start + .milliseconds(5500))
  }

  private func samples(_ stage: String) -> Double? { meters.value(of: "livegamed_\(stage)_seconds_count") }

  private func discarded(_ stage: String) -> Double? {
    meters.value(of: #"livegamed_samples_discarded_total{stage="\#(stage)"}"#)
  }

  @Test func aFreshPlayIsMeasuredAtEveryStep() {
    log(play())
    #expect(meters.value(of: "livegamed_play_to_feed_seconds_sum") == 2)
    #expect(meters.value(of: "livegamed_feed_to_seen_seconds_sum") == 3)
    #expect(meters.value(of: "livegamed_seen_to_logged_seconds_sum") == 0.5)
    #expect(meters.value(of: #"livegamed_events_logged_total{type="livegame.play",change="new"}"#) == 1)
  }

  /// None of these measures how fast the feed and the daemon are.
  @Test(arguments: ["corrected", "retracted", "late", "status", "catch-up"])
  func otherEventsAreMeasuredFromWhenTheyWereSeen(kind: String) {
    let event = play { event in
      switch kind {
      case "corrected": (event.data.revision, event.data.change) = (2, .corrected)
      case "retracted": (event.data.revision, event.data.change) = (2, .retracted)
      case "late": event.data.late = true
      case "status": event.type = .status
      default: break
      }
    }
    log(event, isCatchUp: kind == "catch-up")
    #expect(samples("play_to_feed") == 0 && samples("feed_to_seen") == 0 && samples("seen_to_logged") == 1)
    let change = ["corrected", "retracted"].contains(kind) ? kind : "new"
    let type = kind == "status" ? "status" : "play"
    #expect(meters.value(of: #"livegamed_events_logged_total{type="livegame.\#(type)",change="\#(change)"}"#) == 1)
  }

  /// A provisional play is the first event of a play, but has the time of the play's beginning.
  @Test func aProvisionalPlayIsMeasuredFromTheFeed() {
    log(play { $0.data.provisional = true })
    #expect(samples("play_to_feed") == 0 && meters.value(of: "livegamed_feed_to_seen_seconds_sum") == 3)
  }

  @Test func everyPossibleFailureIsExportedAsZero() {
    meters.expectFailures(FeedFault.codes)
    for code in ["status", "timeout", "too-deep"] {
      #expect(meters.value(of: #"livegamed_poll_failures_total{kind="schedule",code="feed.\#(code)"}"#) == 0)
    }
  }

  @Test func aReplayOfAnOldGameChangesNoHistogram() {
    log(play { $0.data.observedAt = start + .seconds(7200) })
    log(play { $0.time = start + .seconds(3) })
    #expect(samples("feed_to_seen") == 1 && discarded("feed_to_seen") == 1)
    #expect(samples("play_to_feed") == 1 && discarded("play_to_feed") == 1)
    // The event was logged before it was seen: the clock was set.
    #expect(samples("seen_to_logged") == 1 && discarded("seen_to_logged") == 1)
  }

  @Test func aReceiverMayBeAwayForADay() {
    meters.sent(to: "den", dueAt: start, at: start + .seconds(86_400))
    meters.sent(to: "den", dueAt: start, at: start - .seconds(1))
    #expect(meters.value(of: #"livegamed_logged_to_sent_seconds_count{sink="den"}"#) == 1)
    #expect(discarded("logged_to_sent") == 1)
  }

  @Test func seriesWithoutEventsAreZeroAndNotAbsent() {
    let lines = meters.lines
    #expect(lines.allSatisfy { $0.hasSuffix(" 0") } && Set(lines).count == lines.count)
    #expect(lines.count { $0.hasPrefix("livegamed_events_logged_total") } == Leagues.known.eventTypes.count * 4)
    #expect(!lines.contains { $0.contains("sink=") })
    meters.expect(sinks: ["den"])
    #expect(meters.value(of: #"livegamed_deliveries_total{sink="den",outcome="given_up"}"#) == 0)
    #expect(meters.value(of: #"livegamed_logged_to_sent_seconds_count{sink="den"}"#) == 0)
  }

  @Test func expectingASeriesAgainChangesNothing() {
    meters.delivery(to: "den", .accepted)
    meters.sent(to: "den", dueAt: start, at: start)
    meters.expect(sinks: ["den"])
    #expect(meters.value(of: #"livegamed_deliveries_total{sink="den",outcome="accepted"}"#) == 1)
    #expect(meters.value(of: #"livegamed_logged_to_sent_seconds_count{sink="den"}"#) == 1)
  }

  @Test func noSeriesNamesAGame() {
    log(play())
    #expect(!meters.lines.contains { $0.contains("mlb/") || $0.contains("TOR") })
  }
}
