import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// The outcomes of one event, at sinks in every state.
@Suite struct EventExplainerTests {
  private static let start = SampleEvents.start
  /// The clock of the outbox is an hour behind.
  private static let now = start - .seconds(3600)

  private static let settings = RoutingRecord(
    routes: [
      Rule(
        conditions: Conditions(tags: [.final]), sinks: ["den"],
        origin: Rule.Origin(place: .path("livegamed.yaml:4:5"))),
      Rule(teams: ["TOR"], sinks: ["hook"], stop: true), Rule(sinks: ["late"]),
    ],
    sinks: [
      RoutingRecord.SinkSetting(name: "den", type: "discord", isForPeople: true),
      RoutingRecord.SinkSetting(name: "hook", type: "webhook", isForPeople: false),
      RoutingRecord.SinkSetting(name: "late", type: "webhook", isForPeople: false),
      RoutingRecord.SinkSetting(name: "unused", type: "webhook", isForPeople: false),
    ])

  private static func sink(
    _ name: String, kind: String = "webhook", lag: Duration = .zero, quietUntil: Timestamp? = nil
  ) -> SinkInfo {
    SinkInfo(name: name, kind: kind, expires: .seconds(600), lag: lag, quietUntil: quietUntil)
  }

  private func explanation(
    _ event: Event = SampleEvents.event("a"), routing: RoutingRecord? = Self.settings,
    deliveries: [EventRecord.Delivery] = [],
    troubles: [String: EventRecord.SinkTrouble] = [:], present: RoutingRecord? = Self.settings, sinks: [SinkInfo]? = nil
  ) throws -> EventExplanation {
    let line = try CloudEvent(event: event, sequence: 7, logID: LogID(rawValue: "l")).line()
    let logged = LoggedEvent(sequence: 7, game: "mlb/1", logged: Self.start, line: line)
    let record = EventRecord(
      event: logged, revisions: [logged], routing: routing?.text, deliveries: deliveries, troubles: troubles)
    return EventExplainer(
      record: record, present: present?.text, sinks: sinks ?? Self.settings.sinks.map { Self.sink($0.name) },
      now: Self.now, wall: Self.start, log: LogID(rawValue: "l")
    ).explanation
  }

  private func outcome(of sink: String, in explanation: EventExplanation) throws -> SinkOutcome {
    try #require(explanation.sinks.first { $0.sink == sink })
  }

  private func delivery(
    _ state: DeliveryState, lane: String = "mlb/1", reason: SkipReason? = nil, changed: Timestamp? = nil,
    message: EventRecord.Message? = nil
  ) -> EventRecord.Delivery {
    EventRecord.Delivery(
      sink: "hook", lane: lane, state: state, claim: .route, due: Self.now, reason: reason, changed: changed,
      message: message)
  }

  private func message(
    _ state: DeliveryState, due: Timestamp = Self.now, attempts: Int = 0, error: String? = nil, handle: String? = nil,
    facts: Int = 1
  ) -> EventRecord.Message {
    EventRecord.Message(
      number: 3, state: state, due: due, attempts: attempts, error: error, handle: handle, id: "msg_x", facts: facts,
      changed: Self.start + .seconds(5))
  }

  private func only(
    _ delivery: EventRecord.Delivery, _ trouble: EventRecord.SinkTrouble? = nil, _ sink: SinkInfo = Self.sink("hook")
  ) throws -> SinkOutcome {
    let explanation = try explanation(
      deliveries: [delivery], troubles: trouble.map { ["hook": $0] } ?? [:], sinks: [sink])
    return try outcome(of: "hook", in: explanation)
  }

  @Test func theRoutesOfThenSayWhyASinkGotNothing() throws {
    let explanation = try explanation(deliveries: [delivery(.delivered, changed: Self.start)])
    #expect(explanation.sinks.map(\.sink) == ["den", "hook", "late", "unused"])
    #expect(explanation.configuration == .present)
    let den = try outcome(of: "den", in: explanation)
    #expect(den.outcome == .notRouted)
    let finding = SinkOutcome.Finding(key: "tags", wants: "final", has: "")
    #expect(
      den.routes == [
        SinkOutcome.Route(
          number: 1, place: "livegamed.yaml:4:5", decision: "does_not_match", outcome: nil, unmet: [finding])
      ])
    #expect(try outcome(of: "late", in: explanation).routes?.map(\.decision) == ["not_asked"])
    #expect(try outcome(of: "unused", in: explanation).routes == [])
  }

  @Test func aChangedConfigurationIsSaidAndNotUsed() throws {
    let present = RoutingRecord(routes: [Rule(sinks: ["den", "new"])], sinks: [])
    let explanation = try explanation(present: present, sinks: [Self.sink("den"), Self.sink("new")])
    #expect(explanation.configuration == .changed)
    #expect(try outcome(of: "den", in: explanation).outcome == .notRouted)
    #expect(try outcome(of: "new", in: explanation).outcome == .noSink)
    let hook = try outcome(of: "hook", in: explanation)
    #expect(hook.removed == true)
  }

  @Test func followComesBeforeTheRoutes() throws {
    var settings = Self.settings
    settings.follow.teams = ["BOS"]
    let den = try outcome(of: "den", in: try explanation(routing: settings))
    #expect(den.outcome == .notFollowed)
    #expect(den.follow == [SinkOutcome.Finding(key: "teams", wants: "BOS", has: "TOR, AZ")])
  }

  @Test(arguments: [(true, 2, "provisional"), (false, 0, "unimportant")])
  func aMatchingRouteMayNotAddASink(isProvisional: Bool, importance: Int, expected: String) throws {
    var event = SampleEvents.event("a")
    (event.data.provisional, event.data.importance) = (isProvisional, importance)
    let settings = RoutingRecord(sinks: [RoutingRecord.SinkSetting(name: "den", type: "discord", isForPeople: true)])
    let den = try outcome(of: "den", in: try explanation(event, routing: settings, sinks: [Self.sink("den")]))
    #expect(den.outcome == .notRouted && den.routes?.map(\.outcome) == [expected] && den.routes?[0].number == nil)
  }

  @Test func anEventOfAnEarlierReleaseHasNoReasons() throws {
    let explanation = try explanation(routing: nil, deliveries: [delivery(.delivered)])
    #expect(explanation.configuration == .unrecorded)
    #expect(try outcome(of: "den", in: explanation).outcome == .unrecorded)
    let hook = try outcome(of: "hook", in: explanation)
    #expect(hook.outcome == .sent && hook.at == nil)
  }

  @Test func aSentEventHasItsMessage() throws {
    let stored = try only(delivery(.delivered, message: message(.delivered, handle: "C1:17", facts: 3)))
    #expect(stored.outcome == .sent && stored.at == Self.start + .seconds(5) && stored.message == "17")
    #expect(stored.plays == 3 && stored.number == 3 && stored.webhookID == "msg_x" && stored.digest == nil)
    let direct = try only(delivery(.delivered, changed: Self.start))
    let id = WebhookID(log: LogID(rawValue: "l"), sink: "hook", events: [SampleEvents.event("a").id])
    #expect(direct.at == Self.start && direct.message == nil && direct.webhookID == id.rawValue)
    let digest = try only(
      delivery(.delivered, lane: Outbox.quietLane, message: message(.delivered, handle: "$e:example.org", facts: 1)))
    #expect(digest.digest == true && digest.plays == nil && digest.message == "$e")
    let chat = try only(delivery(.delivered, message: message(.delivered)), nil, Self.sink("hook", kind: "discord"))
    #expect(chat.webhookID == nil)
  }

  /// The pause began at 0 s and ended at 60 s, by the time of the outbox.
  @Test(
    arguments: [
      (10, 0...5, 70, "operator"), (-10, 0...5, 70, "operator"), (-10, -20...(-5), 70, "quiet"),
      (10, 0...20, 70, "operator"),
      (70, 65...80, 90, "quiet"), (70, 0...5, 90, nil), (-10, 0...5, -5, nil),
    ] as [(Int, ClosedRange<Int>, Int, String?)])
  func aDigestHasTheReasonOfItsEvents(due: Int, hours: ClosedRange<Int>, sent: Int, reason: String?) throws {
    let pause = OperatorPause(
      since: Self.now, ordered: Self.start, until: nil, ended: Self.now + .seconds(60))
    let trouble = EventRecord.SinkTrouble(
      operatorPause: pause,
      quietHours: Self.now + .seconds(hours.lowerBound)...Self.now + .seconds(hours.upperBound))
    var message = message(.delivered, facts: 18)
    message.changed = Self.start + .seconds(sent)
    var delivery = delivery(.delivered, lane: Outbox.quietLane, message: message)
    delivery.due = Self.now + .seconds(due)
    #expect(try only(delivery, trouble).reason == reason)
    #expect(try only(delivery).reason == nil)
  }

  @Test(arguments: [
    ("status 401", SinkOutcome.Kind.dead), ("expired before its first attempt", .expired),
    ("expired at attempt 3: status 500", .expired),
  ])
  func aDeadLetterHasItsError(error: String, kind: SinkOutcome.Kind) throws {
    let outcome = try only(delivery(.dead, message: message(.dead, attempts: 2, error: error)))
    #expect(outcome.outcome == kind && outcome.error == error && outcome.attempts == 2 && outcome.number == 3)
    #expect(outcome.at == Self.start + .seconds(5))
  }

  @Test func aSkippedEventHasItsReason() throws {
    let dropped = try only(delivery(.skipped, reason: .dropped(by: 0), changed: Self.start))
    #expect(dropped.outcome == .dropped && dropped.user == 0 && dropped.at == Self.start && dropped.reason == nil)
    let stale = try only(delivery(.skipped, reason: .stale, changed: Self.start))
    #expect(stale.outcome == .skipped && stale.reason == "stale" && stale.user == nil)
    #expect(stale.expiresSeconds == 600)
    #expect(try only(delivery(.skipped)).outcome == .skipped)
  }

  @Test func aWaitingEventNamesWhatItWaitsFor() throws {
    let failure = SinkFailure(
      since: Self.start, span: .seconds(9), attempts: 3, last: FailedAttempt("status 401", advice: "check its token"))
    let (disabled, pause) = (
      DisabledSink(address: "", reason: "status 410", since: Self.start),
      SinkPause(address: "", reason: "status 429", until: Self.now + .seconds(60))
    )
    let waiting = delivery(.waiting)
    let all = EventRecord.SinkTrouble(disabled: disabled, pause: pause, failure: failure)
    let first = try only(waiting, all)
    #expect(first.outcome == .disabled && first.error == "status 410" && first.since == Self.start && first.at == nil)
    let ordered = OperatorPause(since: Self.now, ordered: Self.start, until: Self.start + .seconds(9))
    let held = try only(waiting, EventRecord.SinkTrouble(operatorPause: ordered, disabled: disabled))
    #expect(held.outcome == .paused && held.reason == "operator" && held.until == Self.start + .seconds(9))
    let second = try only(waiting, EventRecord.SinkTrouble(pause: pause, failure: failure))
    #expect(second.outcome == .failing && second.error == "status 401 (check its token)" && second.attempts == 3)
    let third = try only(waiting, EventRecord.SinkTrouble(pause: pause))
    #expect(third.outcome == .paused && third.until == Self.start + .seconds(60) && third.error == "status 429")
    let quiet = try only(waiting, nil, Self.sink("hook", lag: .seconds(35), quietUntil: Self.start + .seconds(9)))
    #expect(quiet.outcome == .quiet && quiet.until == Self.start + .seconds(9))
    let delayed = try only(waiting, nil, Self.sink("hook", lag: .seconds(35)))
    #expect(delayed.outcome == .delayed && delayed.until == Self.start + .seconds(35))
    #expect(try only(waiting).outcome == .waiting)
    let again = try only(
      delivery(.waiting, message: message(.waiting, due: Self.now + .seconds(4), attempts: 1, error: "status 500")))
    #expect(again.outcome == .retrying && again.until == Self.start + .seconds(4) && again.error == "status 500")
  }

  @Test func twoFailedAttemptsOrAPauseThatIsOverAreNoTrouble() throws {
    let failure = SinkFailure(since: Self.start, span: .zero, attempts: 2, last: FailedAttempt("status 500"))
    let pause = SinkPause(address: "", reason: "status 429", until: Self.now)
    let outcome = try only(delivery(.waiting), EventRecord.SinkTrouble(pause: pause, failure: failure))
    #expect(outcome.outcome == .waiting)
  }
}
