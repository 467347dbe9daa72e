import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// A sink that the operator has paused: what is held, what ends the pause, and what is sent then.
@Suite(.timeLimit(.minutes(1))) struct OperatorPauseTests {
  private let fixture: DeliveryFixture

  init() throws { fixture = try DeliveryFixture() }

  private static let week: Duration = .seconds(7 * 86_400)

  private func log(_ name: String, revision: Int = 1, game: Int = 1, to sink: String = "chat") async throws {
    var event = SampleEvents.event(name, game: game)
    (event.data.revision, event.data.change) = (revision, revision > 1 ? .corrected : .new)
    let entry = LogEntry(event: event, sinks: [sink], correctionSinks: [sink])
    let checkpoint = Checkpoint(game: GameID(league: .mlb, gamePk: game), state: [], isOver: false)
    try await fixture.log.append(LogAppend(checkpoint: checkpoint, events: [entry]), at: fixture.now())
  }

  private func deliver(_ sink: ChatSink, _ script: () async throws -> Void) async throws -> [String] {
    try await fixture.during(fixture.worker(for: sink).run, script)
    return sink.texts
  }

  /// The facts come in over a week, and each is old when the pause ends.
  @Test func peopleGetOneDigestWhenTheTimeIsOver() async throws {
    let until = try fixture.log.pause("chat", for: Self.week, at: fixture.now())
    #expect(until == SampleEvents.start + Self.week)
    let texts = try await deliver(ChatSink()) {
      for day in 1...6 {
        try await log("p\(day)", game: day)
        await fixture.pass(.seconds(86_400))
      }
      try await log("p1", revision: 2, game: 1)
      #expect(try fixture.log.standing(of: "chat").waiting == 7)
      await fixture.pass(.seconds(86_400))
      try await fixture.whenSettled("chat")
      try await log("later")
      try await fixture.whenSettled("chat")
    }
    #expect(texts == ["digest 1/p1@2, 2/p2@1, 3/p3@1, 4/p4@1, 5/p5@1, 6/p6@1", "news 1/later@1"])
  }

  @Test(arguments: [true, false]) func resumeEndsIt(isByEnable: Bool) async throws {
    #expect(try fixture.log.pause("chat", for: nil, at: fixture.now()) == nil)
    let texts = try await deliver(ChatSink()) {
      try await log("a")
      try await log("b", game: 2)
      await fixture.pass(Self.week * 2)
      await fixture.clock.whenSleeping()
      #expect(try fixture.log.standing(of: "chat").waiting == 2)
      if isByEnable {
        #expect(try fixture.log.enable("chat", at: fixture.now()) == .init(wasDisabled: false, wasPaused: true))
      } else {
        let resumed = try fixture.log.resume("chat", dropping: false, at: fixture.now())
        #expect(resumed == .init(wasPaused: true, facts: 2))
      }
      try await fixture.whenSettled("chat")
    }
    #expect(texts == ["digest 1/a@1, 2/b@1"])
    let again = try fixture.log.resume("chat", dropping: true, at: fixture.now())
    #expect(again == .init(wasPaused: false, facts: 0))
  }

  /// A correction of a play that nobody was told is not sent, whoever the receiver is.
  @Test(arguments: [SinkAudience.people, .program])
  func whatIsDroppedIsNeverSentNorCorrected(audience: SinkAudience) async throws {
    let sink = ChatSink(traits: SinkTraits(audience: audience, canEdit: false, capacity: 3))
    let texts = try await deliver(sink) {
      try await log("told")
      try await fixture.whenSettled("chat")
      _ = try fixture.log.pause("chat", for: Self.week, at: fixture.now())
      try await log("held")
      let resumed = try fixture.log.resume("chat", dropping: true, at: fixture.now())
      #expect(resumed == .init(wasPaused: true, facts: 1))
      try await log("held", revision: 2)
      try await log("new")
      try await log("told", revision: 2)
      try await fixture.whenSettled("chat")
    }
    #expect(texts.count == 3 && texts.allSatisfy { !$0.contains("held") }, "\(texts)")
    #expect(try await fixture.sequences(.skipped, "chat") == [2, 3])
  }

  @Test func programsGetEveryRevisionInOrder() async throws {
    let transport = ScriptedTransport(.status(200))
    _ = try fixture.log.pause("hook", for: nil, at: fixture.now())
    try await fixture.during(fixture.worker(transport).run) {
      for revision in 1...3 {
        try await log("a", revision: revision, to: "hook")
        await fixture.pass(Self.week / 3)
      }
      await fixture.clock.whenSleeping()
      #expect(transport.sent.isEmpty)
      _ = try fixture.log.resume("hook", dropping: false, at: fixture.now())
      try await fixture.whenSettled("hook")
    }
    #expect(transport.sent.count == 3)
    #expect(try await fixture.sequences(.dead).isEmpty)
  }

  /// The receiver takes one message a second, and two facts wait for their turn when the pause begins.
  @Test func whatWaitedForItsTurnIsInTheDigest() async throws {
    let sink = ChatSink(traits: SinkTraits(audience: .people, canEdit: false, capacity: 1, spacing: .seconds(1)))
    for (game, name) in ["a", "b", "c"].enumerated() { try await log(name, game: game + 1) }
    let texts = try await deliver(sink) {
      await sink.whenSent(1)
      _ = try fixture.log.pause("chat", for: .seconds(60), at: fixture.now())
      try await log("d", game: 4)
      await fixture.pass(.seconds(30))
      await fixture.pass(.seconds(30))
      try await fixture.whenSettled("chat")
    }
    #expect(texts == ["news 1/a@1", "digest 2/b@1, 3/c@1, 4/d@1"])
  }

  /// A message that failed before the pause is not given up because of it.
  @Test func aMessageThatWaitedBeforeIsTriedAgainAfterIt() async throws {
    let sink = ChatSink { _, number in
      number == 1 ? .tryAgain(.init(cause: .status(503), text: "status 503")) : .accepted(Receipt())
    }
    try await log("a")
    let texts = try await deliver(sink) {
      await sink.whenSent(1)
      while try fixture.attempts(sink: "chat") == nil { try await fixture.next() }
      _ = try fixture.log.pause("chat", for: Self.week, at: fixture.now())
      await fixture.pass(Self.week)
      try await fixture.whenSettled("chat")
    }
    #expect(texts == ["news 1/a@1", "news 1/a@1"])
    #expect(try await fixture.sequences(.delivered, "chat") == [1])
  }

  @Test(arguments: [false, true]) func itHoldsAcrossARestart(isOver: Bool) async throws {
    _ = try fixture.log.pause("chat", for: Self.week, at: fixture.now())
    try await log("a")
    try await log("b", game: 2)
    let first = try await deliver(ChatSink()) { await fixture.clock.whenSleeping() }
    try fixture.storage.reopen()
    if isOver { fixture.clock.advance(by: Self.week) }
    let texts = try await deliver(ChatSink()) {
      if isOver { try await fixture.whenSettled("chat") } else { await fixture.clock.whenSleeping() }
    }
    #expect(first.isEmpty && texts == (isOver ? ["digest 1/a@1, 2/b@1"] : []))
  }

  @Test func aSecondPauseReplacesTheEndOfTheFirst() throws {
    let log = fixture.log
    _ = try log.pause("chat", for: .seconds(60), at: SampleEvents.start)
    _ = try log.pause("chat", for: nil, at: SampleEvents.start + .seconds(30))
    let pause = try log.standing(of: "chat").operatorPause
    #expect(pause == OperatorPause(since: SampleEvents.start, ordered: SampleEvents.start))
    #expect(pause?.timeLeft(at: SampleEvents.start + .seconds(90)) != nil)
    _ = try log.resume("chat", dropping: false, at: SampleEvents.start + .seconds(100))
    // The facts of the first pause may not be sent yet.
    _ = try log.pause("chat", for: .seconds(60), at: SampleEvents.start + .seconds(110))
    #expect(try log.standing(of: "chat").operatorPause?.since == SampleEvents.start)
    _ = try log.resume("chat", dropping: false, at: SampleEvents.start + .seconds(120))
    _ = try log.pause("chat", for: .seconds(60), at: SampleEvents.start + .seconds(4000))
    #expect(try log.standing(of: "chat").operatorPause?.since == SampleEvents.start + .seconds(4000))
  }

  /// The size limit is not exceeded because of a sink that may be paused for ever.
  @Test func aPausedSinkDoesNotKeepEventsBeyondTheSizeLimit() async throws {
    _ = try fixture.log.pause("hook", for: nil, at: fixture.now())
    try await fixture.storage.append("a", "b")
    let limits = Retention.Limits(maximumBytes: 1, age: TemporaryLog.retention, sinks: ["hook"])
    #expect(try await Retention(log: fixture.log).pruneBySize(limits).undelivered == 2)
  }

  /// A pause from 20:00 to 23:30 UTC and quiet hours from 23:00 to 08:00 are one quiet time.
  @Test func aPauseThatEndsInQuietHoursLastsUntilTheirEnd() throws {
    let zone = try #require(LocalZone(identifier: "GMT"))
    var record = QuietRecord(QuietHours(from: 23 * 60, to: 8 * 60, zone: zone))
    let midnight = Timestamp(seconds: 1_783_555_200)
    let (start, end) = (midnight - .seconds(4 * 3600), midnight - .seconds(1800))
    record.pause = OperatorPause(since: start, ordered: start, until: end)
    #expect(record.look(at: start, wall: start) == .seconds(12_600))
    #expect(record.look(at: end, wall: end) == .seconds(30_600))
    #expect(record.end(at: start + .seconds(60)) == midnight + .seconds(8 * 3600))
    #expect(record.end(at: start - .seconds(60)) == nil)
  }
}

/// The state of a paused sink in answers.
@Suite struct PausedSinkStateTests {
  private let start = SampleEvents.start
  private let sink = SinkInfo(name: "den", kind: "discord", expires: .seconds(60))

  private func entry(_ status: SinkStatus, at wall: Timestamp) throws -> SinkListing.Entry {
    let storage = try TemporaryLog()
    return try #require(SinkListing.Entry.all(of: [sink], ["den": status], in: storage.log, at: wall).first)
  }

  private var failing: SinkStatus {
    var status = SinkStatus()
    status.waiting = 3
    status.failure = SinkFailure(since: start, span: .seconds(900), attempts: 5, last: FailedAttempt("status 503"))
    return status
  }

  @Test func aPauseIsNoFailure() throws {
    var status = failing
    #expect(try !entry(status, at: start).problems(in: .utc).isEmpty)
    status.operatorPause = OperatorPause(since: start, ordered: start, until: start + .seconds(60))
    let paused = try entry(status, at: start)
    #expect(paused.state == .paused && paused.until == start + .seconds(60) && paused.problems(in: .utc).isEmpty)
    #expect(paused.pauseText == "sink 'den' is paused until \(start + .seconds(60))")
    #expect(try entry(status, at: start + .seconds(60)).state == .failing)
    status.operatorPause?.until = nil
    let endless = try entry(status, at: start)
    #expect(endless.state == .paused && endless.until == nil)
    #expect(endless.pauseText == "sink 'den' is paused since \(start)")
  }

  @Test func aDisabledSinkStaysAProblem() throws {
    var status = failing
    (status.disabled, status.disabledSince) = ("status 410", start)
    status.operatorPause = OperatorPause(since: start, ordered: start)
    let entry = try entry(status, at: start)
    #expect(entry.state == .disabled && entry.problems(in: .utc).count == 1)
  }
}
