import Testing

@testable import LiveCore
@testable import LiveModel
@testable import livegamed

/// The words of `livegamed explain`.
@Suite struct ExplainTextTests {
  private static let time = Timestamp(seconds: 1_720_840_302)

  private func explanation(
    _ sinks: [SinkOutcome] = [], _ configuration: EventExplanation.Configuration = .present, revisions: Int = 1
  ) -> EventExplanation {
    let all = [(401, "new"), (403, "corrected")].prefix(revisions).enumerated().map { index, revision in
      EventExplanation.Revision(sequence: revision.0, revision: index + 1, change: revision.1)
    }
    return EventExplanation(
      sequence: 403, event: "mlb/1/a@2", subject: "BOS@TB", summary: "Refsnyder homers.", logged: Self.time,
      revisions: all, configuration: configuration, sinks: sinks)
  }

  private func line(_ kind: SinkOutcome.Kind, _ change: (inout SinkOutcome) -> Void = { _ in }) -> String? {
    var outcome = SinkOutcome("den", kind)
    change(&outcome)
    return ExplainText(explanation([outcome]), zone: .utc).lines.last
  }

  private static func route(
    _ number: Int?, _ decision: String = "does_not_match", _ outcome: String? = nil, has: String = "hit"
  ) -> SinkOutcome.Route {
    SinkOutcome.Route(
      number: number, place: number.map { "livegamed.yaml:\($0 + 10):5" }, decision: decision, outcome: outcome,
      unmet: outcome == nil ? [SinkOutcome.Finding(key: "tags", wants: "final", has: has)] : [])
  }

  @Test func theFirstLineNamesTheEvent() {
    let head = #"#403 BOS@TB "Refsnyder homers.", logged 2024-07-13 03:11:42 UTC, mlb/1/a@2"#
    #expect(ExplainText(explanation(), zone: .utc).lines == [head, "there are no sinks"])
    #expect(
      ExplainText(explanation([SinkOutcome("den", .noSink)], .changed, revisions: 2), zone: .utc).lines == [
        head, "revisions: #401 (@1 new), #403 (@2 corrected, this event)",
        "the configuration has changed since", "den: the sink did not exist then",
      ])
    var routed = SinkOutcome("den", .notRouted)
    routed.routes = [Self.route(2)]
    #expect(
      ExplainText(explanation([routed], .changed), zone: .utc).lines[1]
        == "the routes below were in force when it happened; they have changed since")
    #expect(ExplainText(explanation([], .unrecorded), zone: .utc).lines[1].contains("did not record the routes"))
  }

  @Test func theNewestRevisionFollowsAnOlderOne() {
    let newest = explanation([SinkOutcome("den", .waiting)], revisions: 2)
    #expect(
      ExplainText(newest, zone: .utc).linesOfNewest == [
        "", "the newest revision of this play:",
        #"#403 BOS@TB "Refsnyder homers.", logged 2024-07-13 03:11:42 UTC, mlb/1/a@2"#, "den: waits for its turn",
      ])
  }

  @Test func aSentEvent() {
    #expect(line(.sent) { $0.at = Self.time } == "den: sent 2024-07-13 03:11:42 UTC")
    let grouped = line(.sent) {
      ($0.at, $0.message, $0.plays, $0.digest, $0.removed) = (Self.time, "1312", 3, true, true)
      $0.reason = "quiet"
    }
    #expect(
      grouped
        == "den: sent 2024-07-13 03:11:42 UTC, message 1312, summed up in the digest after quiet hours, with 2 other plays"
        + " (the sink is no longer configured)")
  }

  @Test(arguments: [("operator", "the pause"), ("quiet", "quiet hours"), (nil, "quiet hours or a pause")])
  func aDigestNamesWhatHeldItsPlays(reason: String?, name: String) {
    #expect(
      line(.sent) { ($0.plays, $0.digest, $0.reason) = (18, true, reason) }
        == "den: sent, summed up in the digest after \(name), with 17 other plays")
  }

  @Test func anEventThatWaits() {
    let until = "2024-07-13 03:11:42 UTC"
    #expect(line(.waiting) == "den: waits for its turn")
    #expect(line(.delayed) { $0.until = Self.time } == "den: delayed until \(until)")
    #expect(line(.quiet) { $0.until = Self.time } == "den: held by quiet hours until \(until)")
    #expect(
      line(.retrying) { ($0.until, $0.error, $0.attempts) = (Self.time, "status 500", 1) }
        == "den: waits for the next attempt at \(until), status 500, 1 attempt failed")
    #expect(
      line(.failing) { ($0.since, $0.error) = (Self.time, "status 401") }
        == "den: waits; the sink is failing since \(until): status 401")
    #expect(
      line(.paused) { ($0.until, $0.error) = (Self.time, "status 429") }
        == "den: waits; the receiver asked for a pause until \(until): status 429")
    #expect(line(.paused) { $0.reason = "operator" } == "den: waits; an operator has paused the sink")
    #expect(
      line(.disabled) { ($0.since, $0.error) = (Self.time, "status 410") }
        == "den: waits; the sink is disabled since \(until): status 410")
  }

  @Test func anEventThatIsNotSent() {
    let dead = line(.dead) { ($0.at, $0.error, $0.attempts, $0.number) = (Self.time, "status 400", 6, 4) }
    #expect(
      dead
        == "den: given up 2024-07-13 03:11:42 UTC: status 400, 6 attempts failed, message 4 in 'livegamed outbox list'")
    #expect(line(.dropped) { ($0.at, $0.user) = (Self.time, 0) } == "den: dropped 2024-07-13 03:11:42 UTC by root")
    #expect(line(.dropped) { $0.user = 1000 } == "den: dropped by user 1000")
    #expect(line(.dropped) == "den: dropped by an operator")
    #expect(line(.unrecorded) == "den: not sent; why was not recorded")
    var texts: Set<String?> = []
    let reasons: [SkipReason] = [
      .superseded, .unrouted, .retracted, .stale, .consequence, .completion, .withheld,
    ]
    for reason in reasons { texts.insert(line(.skipped) { $0.reason = reason.rawValue }) }
    texts.insert(line(.skipped) { $0.reason = "of a later release" })
    #expect(texts.count == reasons.count + 1)
  }

  @Test(arguments: [(10, "10 s"), (600, "10 min"), (86_400, "1 d"), (5400, "90 min"), (61, "61 s")])
  func anEventThatWasSeenTooLateHasItsLimit(seconds: Int, limit: String) {
    #expect(
      line(.skipped) { ($0.reason, $0.expiresSeconds) = ("stale", seconds) }
        == "den: not sent: livegamed saw it too late (the limit is 'expires', \(limit))")
  }

  @Test(arguments: [
    ("tags", "scoring", "the tag scoring"), ("tags", "scoring, final", "one of the tags scoring, final"),
    ("all_tags", "all of scoring, final", "the tags scoring, final"),
    ("not_tags", "none of tied", "none of the tags tied"), ("innings", "7+", "innings 7+"),
  ])
  func aConditionIsNamedInWords(key: String, wants: String, words: String) {
    let finding = SinkOutcome.Finding(key: key, wants: wants, has: "strikeout, out")
    #expect(
      line(.notFollowed) { $0.follow = [finding] }
        == "den: not followed: 'follow' needs \(words); the event has strikeout, out")
    #expect(
      line(.notFollowed) { $0.follow = [finding, finding] }?.hasSuffix(
        "needs \(words) (the event has strikeout, out) and \(words) (the event has strikeout, out)") == true)
  }

  @Test func anEventThatNoRouteSent() {
    #expect(line(.notRouted) == "den: no route names it")
    #expect(
      line(.notRouted) { $0.routes = [Self.route(2)] }
        == "den: route 2 (livegamed.yaml:12:5) needs the tag final; the event has hit")
    var outcome = SinkOutcome("den", .notRouted)
    outcome.routes = [Self.route(2), Self.route(3, "not_asked")]
    #expect(
      Array(ExplainText(explanation([outcome]), zone: .utc).lines.dropFirst()) == [
        "den: no route sends it there", "  route 2 (livegamed.yaml:12:5) needs the tag final; the event has hit",
        "  route 3 (livegamed.yaml:13:5) was not asked, after a route with 'stop'",
      ])
    outcome.routes = (1...5).map { Self.route($0, has: "") }
    #expect(
      ExplainText(explanation([outcome]), zone: .utc).lines.suffix(2) == [
        "  route 3 (livegamed.yaml:13:5) needs the tag final; the event has none", "  and 2 routes more",
      ])
    #expect(
      line(.notRouted) { $0.routes = [Self.route(nil, "matches", "unimportant")] }
        == "den: importance 0 reaches people only through a route with 'importance'")
    let finding = SinkOutcome.Finding(key: "teams", wants: "BOS", has: "TOR, AZ")
    #expect(
      line(.notFollowed) { $0.follow = [finding] }
        == "den: not followed: 'follow' needs teams BOS; the event has TOR, AZ")
  }
}
