import Testing

@testable import LiveCore
@testable import LiveModel
@testable import livegamed

@Suite struct OutboxTextTests {
  private static let start = Timestamp(seconds: 1_795_410_420)

  private static func entry(
    _ number: Int, _ state: OutboxListing.Entry.State, sink: String = "family", summary: String? = nil,
    attempts: Int = 0, error: String? = nil, after span: Duration = .zero
  ) -> OutboxListing.Entry {
    OutboxListing.Entry(
      number: number, sink: sink, lane: summary == nil ? "quiet" : "mlb/718594", state: state,
      event: summary.map { _ in "mlb/718594/1-top/pa/608701/1@1" }, subject: summary.map { _ in "BOS@TB" },
      summary: summary, facts: 1, attempts: attempts, due: start + span, error: error, changed: start + span)
  }

  private static func lines(
    _ entries: [OutboxListing.Entry], pending: [String: Int] = [:], sinks: [SinkListing.Entry] = [],
    width: Int? = nil, more: Bool = false
  ) -> [String] {
    OutboxText(
      listing: OutboxListing(entries: entries, more: more, pending: pending), sinks: sinks, width: width,
      hasColour: false, zone: .utc, now: LocalZone.utc.time(at: start)
    ).lines
  }

  private static let long = "Rob Refsnyder homers (9) on a fly ball to left center field. Justin Turner scores."
  private static let entries = [
    entry(4, .dead, summary: long, attempts: 6, error: "status 401"),
    entry(7, .waiting, sink: "phone", summary: "Short.", attempts: 1, error: "status 500"),
    entry(11, .waiting, summary: long, after: .seconds(86_400)),
  ]

  @Test func messagesAreGroupedBySinkAndReportWhatTheySay() {
    #expect(
      Self.lines(Self.entries, pending: ["family": 2, "attic": 1]) == [
        "attic", "  1 play not sent yet: waiting for a delay, quiet hours, the end of a pause or an earlier message",
        "family",
        "  #4   dead     BOS@TB  \"\(Self.long)\"  status 401, 6 attempts, 05:07 UTC",
        "  #11  waiting  BOS@TB  \"\(Self.long)\"  Nov 24, 05:07 UTC",
        "  2 plays not sent yet: waiting for a delay, quiet hours, the end of a pause or an earlier message", "phone",
        "  #7  waiting  BOS@TB  \"Short.\"  status 500, 1 attempt, 05:07 UTC",
      ])
  }

  @Test(arguments: [
    (
      SinkListing.Entry(name: "a", state: .paused, until: start, pausedSince: start),
      "the sink is paused until 05:07 UTC"
    ),
    (SinkListing.Entry(name: "a", state: .paused, pausedSince: start), "the sink is paused"),
    (SinkListing.Entry(name: "a", state: .paused, until: start), "the receiver asked for a pause until 05:07 UTC"),
    (
      SinkListing.Entry(name: "a", state: .quiet, until: start + .seconds(86_400)),
      "quiet hours until Nov 24, 05:07 UTC"
    ),
    (SinkListing.Entry(name: "a", state: .delayed, delaySeconds: 30), "delayed by 30 s"),
    (SinkListing.Entry(name: "a", state: .failing), "the sink is failing"),
    (SinkListing.Entry(name: "a", state: .disabled), "the sink is disabled"),
    (SinkListing.Entry(name: "a", state: .removed), "the sink is no longer configured"),
    (SinkListing.Entry(name: "a", state: .waiting), "waiting for a delay or an earlier message"),
  ])
  func theReasonOfASinkIsNamed(sink: SinkListing.Entry, reason: String) {
    #expect(Self.lines([], pending: ["a": 2], sinks: [sink]) == ["a", "  2 plays not sent yet: \(reason)"])
  }

  @Test(arguments: [
    ("expired: status 401", 3, "expired: status 401, 3 attempts"), ("expired", 1, "expired, 1 attempt"),
    ("expired after 1 attempts", 2, "expired after 1 attempt"),
    ("expired after 0 attempts", 1, "expired after 0 attempts"),
    ("expired at attempt 3: status 401", 3, "expired at attempt 3: status 401"),
    ("expired before its first attempt", 0, "expired before its first attempt"),
  ])
  func anExpiredMessageNamesItsAttemptsOnce(error: String, attempts: Int, expected: String) {
    let lines = Self.lines([Self.entry(4, .dead, summary: "Short.", attempts: attempts, error: error)])
    #expect(lines.last == "  #4  dead  BOS@TB  \"Short.\"  \(expected), 05:07 UTC")
  }

  @Test func aNoticeNamesTheSinkThatItIsAbout() {
    var notice = Self.entry(15, .waiting)
    (notice.lane, notice.about) = ("notice", "bad-phone")
    #expect(Self.lines([notice]).last == "  #15  waiting  notice  about sink 'bad-phone', 05:07 UTC")
  }

  @Test func linesFitTheWidth() {
    let lines = Self.lines(Self.entries, pending: ["family": 2], width: 80)
    #expect(lines[1] == "  #4   dead     BOS@TB  \"Rob Refsnyder home…\"  status 401, 6 attempts, 05:07 UTC")
    for width in 1...200 {
      let lines = Self.lines(Self.entries, pending: ["a": 2], width: width)
      #expect(lines.allSatisfy { $0.columns <= max(width, "family".count) })
    }
  }

  @Test func aLongErrorLeavesTriesAndTimeVisible() {
    let error = "status 500: the receiver's page of an error that is much longer than any line of a terminal can be"
    let entries = [Self.entry(4, .dead, summary: Self.long, attempts: 6, error: error)]
    for width in [60, 80, 120] {
      let line = Self.lines(entries, width: width)[1]
      #expect(line.hasSuffix("6 attempts, 05:07 UTC") && line.columns <= width)
    }
  }

  @Test func theOnlySinkOfAnEmptyListIsNamed() {
    let text = OutboxText(
      listing: OutboxListing(entries: [], more: false, pending: [:]), sink: "s400", hasColour: false, zone: .utc,
      now: LocalZone.utc.time(at: Self.start))
    #expect(text.lines == ["sink 's400': no message waits, and there are no dead letters"])
  }

  @Test func anEmptyListAndATruncatedOneAreNamed() {
    #expect(Self.lines([]) == ["no message waits, and there are no dead letters"])
    #expect(Self.lines([Self.entry(1, .dead)], more: true)[0] == "the newest 1; older ones are not listed")
  }

  @Test func aNoticeHasNoSummary() {
    #expect(
      Self.lines([Self.entry(3, .dead, attempts: 2, error: "a\u{1B}b")])[1]
        == #"  #3  dead  quiet  a\u{1B}b, 2 attempts, 05:07 UTC"#)
  }
}
