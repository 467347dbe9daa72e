import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// Messages that chats and programs get for the revisions of a fact, depending on what they got before.
@Suite(.timeLimit(.minutes(1))) struct RevisionPolicyTests {
  let fixture: DeliveryFixture

  init() throws { fixture = try DeliveryFixture() }

  /// Logs a revision of `1/a` for `chat` and `hook`, first seen `age` after it happened.
  func log(
    _ revision: Int, name: String = "a", wanted: Bool = true, retracted: Bool = false, provisional: Bool = false,
    change: EventChange? = nil, cause: Fact? = nil, age: Duration = .zero, after wait: Duration = .zero
  ) async throws {
    var event = SampleEvents.event(name)
    (event.data.revision, event.data.cause) = (revision, cause)
    event.data.change = change ?? (retracted ? .retracted : revision > 1 ? .corrected : .new)
    (event.data.provisional, event.data.feedAt) = (provisional, event.time + age)
    event.data.summary = (retracted ? "Taken back: " : revision > 1 ? "Corrected: " : "") + name
    let entry = LogEntry(event: event, sinks: wanted ? ["chat", "hook"] : [], correctionSinks: ["chat", "hook"])
    let checkpoint = Checkpoint(game: GameID(league: .mlb, gamePk: 1), state: [], isOver: false)
    try await fixture.log.append(LogAppend(checkpoint: checkpoint, events: [entry]), at: SampleEvents.start + wait)
  }

  static let other = Fact(rawValue: "mlb/1/other")

  func deliver(
    _ sink: ChatSink = ChatSink(), _ options: DeliveryOptions = DeliveryOptions(), messages: Int,
    _ script: () async throws -> Void = {}
  ) async throws -> [String] {
    try await fixture.during(fixture.worker(for: sink, options: options).run) {
      try await script()
      await sink.whenSent(messages)
      try await fixture.whenSettled("chat")
    }
    return sink.texts
  }

  @Test func aCorrectionChangesTheMessage() async throws {
    try await log(1)
    let sink = ChatSink()
    #expect(
      try await deliver(sink, messages: 2) {
        await sink.whenSent(1)
        try await log(2)
      } == ["news 1/a@1", "edit m1: 1/a@2"])
  }

  @Test func aSinkThatCannotEditGetsOneCorrection() async throws {
    let sink = ChatSink(traits: SinkTraits(audience: .people))
    try await log(1)
    let texts = try await deliver(sink, messages: 2) {
      await sink.whenSent(1)
      try await fixture.whenSettled("chat")
      try await log(2, cause: Self.other)
      try await log(3)
    }
    #expect(texts == ["news 1/a@1", "correction 1/a@3"])
  }

  @Test func aConsequenceOfAnotherCorrectionIsNotSent() async throws {
    let sink = ChatSink(traits: SinkTraits(audience: .people))
    try await log(1)
    let texts = try await deliver(sink, messages: 1) {
      await sink.whenSent(1)
      try await fixture.whenSettled("chat")
      try await log(2, cause: Self.other)
    }
    #expect(texts == ["news 1/a@1"])
  }

  @Test func aCorrectionIsSentEvenIfAConsequenceFollows() async throws {
    let sink = ChatSink(traits: SinkTraits(audience: .people))
    try await log(1)
    let texts = try await deliver(sink, messages: 2) {
      await sink.whenSent(1)
      try await fixture.whenSettled("chat")
      let game = GameID(league: .mlb, gamePk: 1)
      var (own, follows) = (SampleEvents.event("a"), SampleEvents.event("a"))
      (own.data.revision, follows.data.revision, follows.data.cause) = (2, 3, Self.other)
      (own.data.change, follows.data.change) = (.corrected, .corrected)
      let entries = [own, follows].map { LogEntry(event: $0, sinks: ["chat"]) }
      let checkpoint = Checkpoint(game: game, state: [], isOver: false)
      try await fixture.log.append(LogAppend(checkpoint: checkpoint, events: entries), at: SampleEvents.start)
    }
    #expect(texts == ["news 1/a@1", "correction 1/a@3"])
  }

  /// The fact is in the log, but this sink never got it. Otherwise one correction would send 30 old plays.
  @Test func aConsequentialCorrectionOfAnOldPlayIsNotNews() async throws {
    try await log(2, cause: Self.other)
    try await log(2, name: "b", age: .seconds(7200))
    try await log(2, name: "c", age: .seconds(60))
    #expect(try await deliver(messages: 1) == ["news 1/c@2"])
  }

  /// The play was seen in time and only its correction came late, so it is still news.
  @Test func aPlayThatIsCorrectedWhileItWaitsIsSent() async throws {
    let options = DeliveryOptions(delay: .seconds(100))
    try await log(1, age: .seconds(530))
    try await log(2, age: .seconds(615), after: .seconds(85))
    #expect(
      try await deliver(ChatSink(), options, messages: 1) { fixture.clock.advance(by: .seconds(100)) } == ["news 1/a@2"]
    )
  }

  /// A correction a day later does not make a given-up play news.
  @Test func aCorrectionOfAGivenUpPlayIsNotSent() async throws {
    try await log(1)
    let failing = ChatSink { _, _ in .badMessage(.init(cause: .status(400), text: "status 400")) }
    _ = try await deliver(failing, messages: 1)
    try await log(2, age: .seconds(7200))
    try await log(1, name: "b")
    #expect(try await deliver(messages: 1) == ["news 1/b@1"])
  }

  @Test func theFirstMessageOfAFactIsNotCalledACorrection() throws {
    let policy = RevisionPolicy(audience: .people, canEdit: true, coalesces: true, staleAfter: .seconds(600))
    var event = SampleEvents.event("a")
    (event.data.revision, event.data.change, event.data.summary) = (2, .corrected, "Corrected: a")
    let line = try CloudEvent(event: event, sequence: 1, logID: LogID(rawValue: "l")).line()
    let logged = LoggedEvent(sequence: 1, game: "mlb/1", logged: SampleEvents.start, line: line)
    let revision = FactHistory.Revision(
      id: event.id, event: logged, isLasting: false, due: SampleEvents.start, state: .waiting, claim: .route,
      isInHand: false, handle: nil)
    let verdict = try policy.verdict(
      on: FactHistory(fact: event.data.fact.rawValue, revisions: [revision]), for: "chat")
    guard case .news(let deliverable) = verdict else {
      Issue.record("the verdict is not news")
      return
    }
    #expect(deliverable.event.data.summary == "a" && deliverable.event.data.change == .new)
  }

  @Test func theCompletePlayIsNotACorrectionOfItsProvisionalEvent() async throws {
    let sink = ChatSink(traits: SinkTraits(audience: .people))
    try await log(1, provisional: true)
    let texts = try await deliver(sink, messages: 2) {
      await sink.whenSent(1)
      try await fixture.whenSettled("chat")
      try await log(2, change: .completed)
    }
    #expect(texts == ["news 1/a@1", "news 1/a@2"])
  }

  /// A final without its pitchers of record is sure; they are no reason for a second message.
  @Test(arguments: [true, false]) func whatCompletesASureMessageIsOnlyEdited(canEdit: Bool) async throws {
    let sink = ChatSink(traits: SinkTraits(audience: .people, canEdit: canEdit))
    try await log(1)
    let texts = try await deliver(sink, messages: canEdit ? 2 : 1) {
      await sink.whenSent(1)
      try await fixture.whenSettled("chat")
      try await log(2, change: .completed)
    }
    #expect(texts == (canEdit ? ["news 1/a@1", "edit m1: 1/a@2"] : ["news 1/a@1"]))
  }

  @Test func whatCompletesACorrectionDoesNotHideIt() async throws {
    let sink = ChatSink(traits: SinkTraits(audience: .people))
    try await log(1)
    let texts = try await deliver(sink, DeliveryOptions(group: .seconds(5)), messages: 2) {
      fixture.clock.advance(by: .seconds(5))
      await sink.whenSent(1)
      try await fixture.whenSettled("chat")
      try await log(2, after: .seconds(5))
      try await log(3, change: .completed, after: .seconds(5))
      await fixture.pass(.seconds(5))
    }
    #expect(texts == ["news 1/a@1", "correction 1/a@3"])
  }

  /// Two facts in one message: the correction of one is due, that of the other is five seconds old.
  @Test func anEditShowsNothingBeforeItsDelay() async throws {
    let sink = ChatSink()
    try await log(1)
    try await log(1, name: "b")
    let texts = try await deliver(sink, DeliveryOptions(delay: .seconds(30), group: .seconds(5)), messages: 3) {
      await fixture.pass(.seconds(35))
      await sink.whenSent(1)
      try await fixture.whenSettled("chat")
      try await log(2, after: .seconds(35))
      await fixture.pass(.seconds(25))
      try await log(2, name: "b", after: .seconds(60))
      await fixture.pass(.seconds(10))
      await sink.whenSent(2)
      while try await fixture.waiting(sink: "chat") != [4] { await Task.yield() }
      await fixture.pass(.seconds(25))
    }
    #expect(texts == ["news 1/a@1, 1/b@1", "edit m1: 1/a@2, 1/b@1", "edit m1: 1/a@2, 1/b@2"])
  }

  @Test func anEditDoesNotAddUnsentFacts() async throws {
    let sink = ChatSink()
    try await log(1)
    try await log(1, name: "run")
    try await log(2, name: "run", retracted: true)
    try await log(1, name: "b")
    let texts = try await deliver(sink, DeliveryOptions(group: .seconds(5)), messages: 3) {
      fixture.clock.advance(by: .seconds(5))
      await sink.whenSent(2)
      try await fixture.whenSettled("chat")
      try await log(2, after: .seconds(5))
      await fixture.pass(.seconds(5))
      await sink.whenSent(3)
    }
    #expect(texts == ["news 1/a@1", "news in m1 1/b@1", "edit m1: 1/a@2"])
  }

  @Test func aRetryByCommandSendsTheNewestRevision() async throws {
    let sink = ChatSink { _, number in
      number == 1 ? .badMessage(Answer.Reason(cause: .status(400), text: "status 400")) : .accepted(Receipt())
    }
    try await log(1)
    _ = try await deliver(sink, messages: 1)
    try await log(2, retracted: true)
    _ = try await deliver(sink, messages: 1)
    #expect(try await fixture.sequences(.skipped, "chat") == [2])
  }

  @Test func aScoreboardShowsNothingBeforeItsDelay() async throws {
    let sink = ChatSink(traits: SinkTraits(audience: .people, canEdit: true, isScoreboard: true))
    try await log(1)
    try await log(1, name: "b", after: .seconds(20))
    try await log(2, after: .seconds(25))
    let texts = try await deliver(sink, DeliveryOptions(delay: .seconds(30)), messages: 2) {
      fixture.clock.advance(by: .seconds(30))
      await sink.whenSent(1)
      await fixture.pass(.seconds(60))
    }
    #expect(texts == ["board 1/a@1", "board 1/b@1, 1/a@2"])
  }

  @Test func aFactThatIsRetractedBeforeItIsSentIsSkipped() async throws {
    let options = DeliveryOptions(delay: .seconds(30))
    try await log(1)
    try await log(2, retracted: true, after: .seconds(20))
    try await log(1, name: "b")
    let texts = try await deliver(ChatSink(), options, messages: 1) { fixture.clock.advance(by: .seconds(30)) }
    #expect(texts == ["news 1/b@1"])
    #expect(try await fixture.sequences(.skipped, "chat") == [1, 2])
  }

  @Test func aWaitingFactThatNoRouteMatchesAnyMoreIsSkipped() async throws {
    try await log(1)
    try await log(2, wanted: false)
    try await log(1, name: "b")
    let texts = try await deliver(ChatSink(), messages: 1)
    #expect(texts == ["news 1/b@1"])
  }
}
