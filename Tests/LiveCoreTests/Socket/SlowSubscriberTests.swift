import Testing

@testable import LiveCore

/// What a client that does not read costs, and what it is told.
@Suite struct SlowSubscriberTests {
  private func session(outputBytes: Int = 4096) -> SubscriberSession {
    var options = SocketOptions()
    options.outputBytes = outputBytes
    var session = SubscriberSession(
      log: LogID(rawValue: "9f2c61aa"), extent: EventLog.Extent(oldest: 1, newest: 0), options: options, now: .zero)
    session.sent(session.output.count, at: .zero)
    session.subscribe(after: 0, newest: 0, at: .zero)
    session.sent(session.output.count, at: .zero)
    return session
  }

  private func serve(_ session: inout SubscriberSession, newest: Int, at now: Duration = .zero) throws {
    while let cursor = session.need(newest: newest) {
      var page = LogPage(after: cursor, events: try NumberedEvents.logged(cursor + 1...min(newest, cursor + 64)))
      session.take(&page, newest: newest, at: now)
    }
  }

  private func text(_ session: SubscriberSession) -> String { String(decoding: session.output.pending, as: UTF8.self) }

  @Test func itsOutputIsBoundedAndItsCursorStays() throws {
    var session = session()
    try serve(&session, newest: 1000)
    #expect(session.output.count < 4096 + 1024)
    #expect((1..<20).contains(session.cursor))
    #expect(session.need(newest: 1000) == nil)
    let before = session.cursor
    session.sent(session.output.count, at: .zero)
    #expect(session.need(newest: 1000) == before)
  }

  @Test func everythingComesOnceAndInOrderHoweverItIsTaken() throws {
    var (session, bytes) = (session(), [UInt8]())
    var sizes = [1, 700, 4096, 3, 1500, 64].makeIterator()
    while session.cursor < 300 || !session.output.isEmpty {
      try serve(&session, newest: 300)
      let count = min(session.output.count, sizes.next() ?? 977)
      bytes += session.output.pending.prefix(count)
      session.sent(count, at: .zero)
    }
    let expected = try NumberedEvents.logged(1...300).flatMap { $0.line + [UInt8(ascii: "\n")] }
    #expect(bytes == expected)
  }

  @Test func requestsAreLeftAloneWhileTheirAnswersHaveNoRoom() {
    var session = session(outputBytes: 100)
    session.received(Array(String(repeating: #"{"op":"ping"}"# + "\n", count: 1000).utf8))
    while let request = session.nextRequest() {
      session.answer(request, extent: EventLog.Extent(oldest: 1, newest: 0), at: .zero)
    }
    #expect(session.output.count < 200)
    #expect(!session.wantsInput)
    session.sent(session.output.count, at: .zero)
    #expect(session.hasRequest)
  }

  @Test func whoTakesNothingForTooLongIsToldWhereToResume() throws {
    var session = session()
    try serve(&session, newest: 1000, at: .seconds(1))
    session.sent(100, at: .seconds(5))
    let partly = text(session).prefix { $0 != "\n" }
    session.tick(newest: 1000, at: .seconds(34))
    #expect(session.ending == .open)
    #expect(session.deadline == .seconds(35))
    session.tick(newest: 1000, at: .seconds(35))
    #expect(session.ending == .now)
    #expect(text(session) == "\(partly)\n" + #"{"op":"closed","reason":"slow","resume_after":1}"# + "\n")
  }

  @Test func whatTakesAnyByteIsNotSlow() throws {
    var session = session()
    try serve(&session, newest: 1000)
    for minute in 1...10 {
      session.sent(1, at: .seconds(minute * 29))
      session.tick(newest: 1000, at: .seconds(minute * 29))
    }
    #expect(session.ending == .open)
  }

  @Test func aCutBetweenLinesLosesNoEvent() throws {
    var session = session()
    try serve(&session, newest: 1000)
    let lines = text(session).split(separator: "\n", omittingEmptySubsequences: false)
    session.sent(lines[0].utf8.count + lines[1].utf8.count + 2, at: .zero)
    session.cut(.shutdown, at: .zero)
    #expect(text(session) == #"{"op":"closed","reason":"shutdown","resume_after":2}"# + "\n")
  }

  @Test func aGapThatWasNotSentIsToldAgainAfterwards() throws {
    var session = session()
    var page = LogPage(after: 0, events: try NumberedEvents.logged([5, 6]))
    session.take(&page, newest: 6, at: .zero)
    session.cut(.slow, at: .zero)
    #expect(text(session) == #"{"op":"closed","reason":"slow","resume_after":0}"# + "\n")
  }

  @Test func whatFilteredEventsPassedByIsNotAskedForAgain() throws {
    var session = session()
    session.filter = EventFilter(tags: ["none"])
    try serve(&session, newest: 500)
    session.cut(.slow, at: .zero)
    #expect(text(session) == #"{"op":"closed","reason":"slow","resume_after":500}"# + "\n")
  }

  @Test func aFarewellThatIsNotTakenIsReplacedByAnEarlierOne() throws {
    var session = session()
    try serve(&session, newest: 3)
    session.close(.shutdown, at: .zero)
    #expect(text(session).hasSuffix(#"{"op":"closed","reason":"shutdown","resume_after":3}"# + "\n"))
    session.cut(.shutdown, at: .seconds(1))
    #expect(text(session) == #"{"op":"closed","reason":"shutdown","resume_after":0}"# + "\n")
  }
}
