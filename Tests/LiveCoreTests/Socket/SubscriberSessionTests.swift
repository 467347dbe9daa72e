import Testing

@testable import LiveCore

/// The protocol without a socket: bytes, pages and times in, lines out.
@Suite struct SubscriberSessionTests {
  private static let extent = EventLog.Extent(oldest: 11, newest: 20)

  /// A session whose `hello` has gone.
  private func session(_ options: SocketOptions = SocketOptions()) -> SubscriberSession {
    let log = LogID(rawValue: "9f2c61aa")
    var session = SubscriberSession(log: log, extent: Self.extent, options: options, now: .zero)
    _ = said(&session)
    return session
  }

  /// What it has put out; the client takes it all.
  private func said(_ session: inout SubscriberSession, at now: Duration = .zero) -> [String] {
    let text = String(decoding: session.output.pending, as: UTF8.self)
    session.sent(session.output.pending.count, at: now)
    return text.split(separator: "\n").map { line in
      line.contains("\"specversion\"") ? (try? WatchLine(bytes: Array(line.utf8)).short) ?? "?" : String(line)
    }
  }

  private func hear(
    _ session: inout SubscriberSession, _ text: String, extent: EventLog.Extent = extent, at now: Duration = .zero
  ) {
    session.received(Array(text.utf8))
    while let request = session.nextRequest() { session.answer(request, extent: extent, at: now) }
  }

  private func serve(_ session: inout SubscriberSession, _ sequences: ClosedRange<Int>, at now: Duration = .zero) throws
  {
    guard let cursor = session.need(newest: sequences.upperBound) else { return }
    let events = try NumberedEvents.logged(sequences.drop { $0 <= cursor }) { [$0.isMultiple(of: 2) ? "even" : "odd"] }
    var page = LogPage(after: cursor, events: events)
    session.take(&page, newest: sequences.upperBound, at: now)
  }

  @Test func saysHelloFirst() {
    var session = SubscriberSession(
      log: LogID(rawValue: "9f2c61aa"), extent: Self.extent, options: SocketOptions(), now: .zero)
    #expect(
      said(&session) == [
        #"{"op":"hello","protocol":1,"version":"\#(Version.current)","log":"9f2c61aa","oldest":11,"newest":20}"#
      ])
    #expect(session.need(newest: 21) == nil)
  }

  @Test func aSilentClientGetsWhatWasLoggedSinceItConnected() throws {
    var session = session()
    #expect(session.deadline == .seconds(1))
    session.tick(newest: 22, at: .milliseconds(999))
    #expect(session.need(newest: 22) == nil)
    session.tick(newest: 22, at: .seconds(1))
    #expect(session.need(newest: 22) == 20)
    try serve(&session, 11...22)
    #expect(said(&session) == ["21", "22", #"{"op":"synced","sequence":22}"#])
    try serve(&session, 11...23)
    #expect(said(&session) == ["23"])
  }

  @Test(arguments: [
    (#""after":18"#, ["19", "20", #"{"op":"synced","sequence":20,"id":7}"#]),
    (#""after":"0000000000000000018""#, ["19", "20", #"{"op":"synced","sequence":20,"id":7}"#]),
    (#""after":"now""#, [#"{"op":"synced","sequence":20,"id":7}"#]),
    (#""snapshot":false"#, [#"{"op":"synced","sequence":20,"id":7}"#]),
    (#""after":null,"log":"9f2c61aa""#, [#"{"op":"synced","sequence":20,"id":7}"#]),
    (#""after":20"#, [#"{"op":"synced","sequence":20,"id":7}"#]),
    (
      #""after":25"#,
      [
        #"{"op":"gap","reason":"future","from":21,"to":25,"after":20,"id":7}"#,
        #"{"op":"synced","sequence":20,"id":7}"#,
      ]
    ),
    (#""after":18,"filter":{"tags":["even"]}"#, ["20", #"{"op":"synced","sequence":20,"id":7}"#]),
    (#""after":18,"filter":{"teams":["BOS"]}"#, [#"{"op":"synced","sequence":20,"id":7}"#]),
  ])
  func startsWhereItIsAsked(members: String, expected: [String]) throws {
    var session = session()
    hear(&session, #"{"op":"subscribe","id":7,\#(members)}"# + "\n")
    try serve(&session, 11...20)
    #expect(said(&session) == expected)
  }

  @Test(arguments: [
    #"{"op":"subscribe","after":"oldest"}"#, #"{"op":"subscribe","after":5}"#,
    #"{"op":"subscribe","after":500,"log":"00000000"}"#,
  ])
  func theOldestIsWhereWhatIsGoneEnds(request: String) throws {
    var session = session()
    hear(&session, request + "\n")
    #expect(session.need(newest: 20) != nil)
    try serve(&session, 11...20)
    let lines = said(&session)
    let gaps = [
      #"{"op":"gap","reason":"pruned","from":6,"to":10,"after":10}"#,
      #"{"op":"gap","reason":"other_log","after":10}"#,
    ]
    let head = request.contains("oldest") ? [] : [request.contains("log") ? gaps[1] : gaps[0]]
    #expect(lines == head + (11...20).map(String.init) + [#"{"op":"synced","sequence":20}"#])
  }

  @Test func saysSoWhenTheLogIsPrunedBeforeItHasRead() throws {
    var session = session()
    hear(&session, #"{"op":"subscribe","after":10}"# + "\n")
    var page = LogPage(after: 10, events: try NumberedEvents.logged([11, 15]))
    session.take(&page, newest: 20, at: .zero)
    #expect(said(&session) == ["11", #"{"op":"gap","reason":"pruned","from":12,"to":14,"after":14}"#, "15"])
    var nothing = LogPage(after: 15, events: [])
    session.take(&nothing, newest: 20, at: .zero)
    #expect(
      said(&session) == [
        #"{"op":"gap","reason":"pruned","from":16,"to":20,"after":20}"#, #"{"op":"synced","sequence":20}"#,
      ])
  }

  @Test(arguments: [
    ("hello?", "malformed", "expected one JSON object with a text 'op' on each line"),
    ("[]", "malformed", "expected one JSON object with a text 'op' on each line"),
    (#"{"op":7}"#, "malformed", "expected one JSON object with a text 'op' on each line"),
    (#"{"op":"subscribe""#, "malformed", "expected one JSON object with a text 'op' on each line"),
    (#"{"op":"subscribe","after":-1}"#, "malformed", "'after' is not understood"),
    (#"{"op":"subscribe","after":1.5}"#, "malformed", "'after' is not understood"),
    (#"{"op":"subscribe","after":"soon"}"#, "malformed", "'after' is not understood"),
    (#"{"op":"subscribe","filter":{"teams":"BOS"}}"#, "malformed", "'filter.teams' is not understood"),
    (#"{"op":"subscribe","filter":{"team":["BOS"]}}"#, "malformed", "'filter.team' is not understood"),
    (#"{"op":"subscribe","filters":{}}"#, "malformed", "'filters' is not understood"),
    (#"{"op":"subscribe","snapshot":"yes"}"#, "malformed", "'snapshot' is not understood"),
    (#"{"op":"subscribe","protocol":2}"#, "unsupported_protocol", "this daemon speaks protocol 1"),
    (
      #"{"op":"dance"}"#, "unknown_op",
      "there is no op 'dance'; try "
        + "'subscribe', 'games', 'game', 'scoreboard', 'status', 'outbox', 'sinks', 'tick' or 'ping'"
    ),
  ])
  func refusesWhatItDoesNotUnderstandAndStays(request: String, code: String, message: String) {
    var session = session()
    hear(&session, request + "\n" + #"{"op":"ping","id":"x"}"# + "\n")
    #expect(
      said(&session) == [#"{"op":"error","code":"\#(code)","message":"\#(message)"}"#, #"{"op":"pong","id":"x"}"#])
    #expect(session.ending == .open)
  }

  @Test func refusesBinary() {
    var session = session()
    session.received([0xFF, 0x00, 0xFE, 0x0A])
    while let request = session.nextRequest() { session.answer(request, extent: Self.extent, at: .zero) }
    #expect(said(&session).first?.contains(#""code":"malformed""#) == true)
  }

  @Test func aTickSaysHowFarTheStreamHasCome() throws {
    var session = session()
    hear(&session, #"{"op":"tick","id":1}"# + "\n")
    #expect(said(&session) == [#"{"op":"tick","sequence":20,"id":1}"#])
    hear(&session, #"{"op":"subscribe","after":18}"# + "\n")
    try serve(&session, 11...20)
    hear(&session, #"{"op":"tick","payload":"a\"b"}"# + "\n")
    #expect(said(&session).last == #"{"op":"tick","sequence":20,"payload":"a\"b"}"#)
  }

  @Test func helloComesAgainAndSubscribesNobody() {
    var session = session()
    hear(&session, #"{"op":"hello","protocol":7,"id":1}"# + "\n")
    #expect(
      said(&session).map { $0.hasPrefix(#"{"op":"hello","protocol":1,"#) && $0.hasSuffix(#","id":1}"#) } == [true])
    session.tick(newest: 21, at: .seconds(60))
    #expect(session.need(newest: 21) == nil)
  }

  @Test func anErrorCarriesTheRequestsMark() {
    var session = session()
    hear(&session, #"{"op":"subscribe","id":"a\"b","after":[]}"# + "\n")
    #expect(said(&session) == [#"{"op":"error","code":"malformed","message":"'after' is not understood","id":"a\"b"}"#])
  }

  @Test func aRequestThatIsTooLongEndsTheConnection() {
    var session = session()
    hear(&session, String(repeating: "x", count: 64 << 10))
    #expect(said(&session).isEmpty)
    hear(&session, "x")
    #expect(
      said(&session) == [
        #"{"op":"error","code":"too_long","message":"a request has at most 65536 bytes"}"#,
        #"{"op":"closed","reason":"request","resume_after":20}"#,
      ])
    #expect(session.isOver)
  }

  @Test func emptyLinesAreNoRequests() {
    var session = session()
    hear(&session, "\n\r\n  \n")
    #expect(said(&session).isEmpty)
    #expect(session.phase.isSilent)
  }

  @Test func whoHasSpokenIsNotSubscribedUnasked() {
    var session = session()
    hear(&session, #"{"op":"ping"}"# + "\n")
    #expect(said(&session) == [#"{"op":"pong"}"#])
    session.tick(newest: 21, at: .seconds(60))
    #expect(session.need(newest: 21) == nil)
    #expect(session.output.isEmpty)
  }

  @Test func nowIsTheMomentOfConnectingOnlyInTheGrace() {
    let later = EventLog.Extent(oldest: 11, newest: 30)
    var prompt = session()
    hear(&prompt, #"{"op":"subscribe","after":"now"}"# + "\n", extent: later)
    #expect(prompt.need(newest: 30) == 20)
    var late = session()
    hear(&late, #"{"op":"ping"}"# + "\n")
    hear(&late, #"{"op":"subscribe","after":"now"}"# + "\n", extent: later)
    #expect(late.need(newest: 30) == nil)
    #expect(said(&late).last == #"{"op":"synced","sequence":30}"#)
  }

  @Test func aLaterSubscriptionReplacesTheFirst() throws {
    var session = session()
    hear(&session, #"{"op":"subscribe","after":18,"filter":{"tags":["odd"]}}"# + "\n")
    try serve(&session, 11...20)
    #expect(said(&session) == ["19", #"{"op":"synced","sequence":20}"#])
    hear(&session, #"{"op":"subscribe","filter":{"tags":["even"]}}"# + "\n")
    #expect(said(&session) == [#"{"op":"synced","sequence":20}"#])
    try serve(&session, 11...24)
    #expect(said(&session) == ["22", "24"])
    hear(&session, #"{"op":"subscribe","after":22}"# + "\n", extent: EventLog.Extent(oldest: 11, newest: 24))
    try serve(&session, 11...24)
    #expect(said(&session) == ["23", "24", #"{"op":"synced","sequence":24}"#])
  }

  @Test func aHeartbeatComesAfterSilenceAndSaysWhereToResume() throws {
    var session = session()
    hear(&session, #"{"op":"subscribe","filter":{"tags":["odd"]}}"# + "\n", at: .seconds(1))
    _ = said(&session, at: .seconds(1))
    try serve(&session, 11...22, at: .seconds(10))
    #expect(said(&session, at: .seconds(10)) == ["21"])
    #expect(session.deadline == .seconds(25))
    session.tick(newest: 22, at: .seconds(25))
    #expect(said(&session) == [#"{"op":"heartbeat","sequence":22}"#])
    #expect(session.deadline == .seconds(40))
  }

  @Test func theEndOfItsSendingDoesNotEndASubscription() throws {
    var session = session()
    hear(&session, #"{"op":"subscribe"}"#)
    session.inputEnded()
    while let request = session.nextRequest() { session.answer(request, extent: Self.extent, at: .zero) }
    session.tick(newest: 21, at: .seconds(1))
    try serve(&session, 11...21)
    #expect(said(&session) == [#"{"op":"synced","sequence":20}"#, "21"])
    #expect(session.ending == .open)
    #expect(!session.wantsInput)
  }

  @Test func whoOnlyAskedIsClosedWhenItHasItsAnswer() {
    var session = session()
    hear(&session, #"{"op":"ping"}"#)
    session.inputEnded()
    while let request = session.nextRequest() { session.answer(request, extent: Self.extent, at: .zero) }
    session.tick(newest: 20, at: .zero)
    #expect(session.ending == .open)
    #expect(said(&session) == [#"{"op":"pong"}"#])
    #expect(session.deadline == .zero)
    session.tick(newest: 20, at: .zero)
    #expect(said(&session) == [#"{"op":"closed","reason":"idle","resume_after":20}"#])
    #expect(session.isOver)
  }
}
