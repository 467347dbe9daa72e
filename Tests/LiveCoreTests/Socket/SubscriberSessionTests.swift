import Testing

@testable import LiveCore
@testable import LiveModel

/// The protocol without a socket: bytes, pages and times in, lines out.
@Suite struct SubscriberSessionTests {
  private static let extent = EventLog.Extent(oldest: 11, newest: 20)

  /// Returns the far end of a session whose `hello` was sent.
  func end(_ options: SocketOptions = SocketOptions()) -> SessionEnd {
    let log = LogID(rawValue: "9f2c61aa")
    var end = SessionEnd(SubscriberSession(log: log, extent: Self.extent, options: options, now: .zero))
    _ = output(&end)
    return end
  }

  func output(_ end: inout SessionEnd, at now: Duration = .zero) -> [String] {
    end.take(at: now)
    return end.lines()
  }

  func hear(
    _ end: inout SessionEnd, _ text: String, extent: EventLog.Extent = extent, at now: Duration = .zero
  ) {
    end.session.received(Array(text.utf8), at: now)
    answer(&end, extent: extent, at: now)
  }

  func answer(_ end: inout SessionEnd, extent: EventLog.Extent = extent, at now: Duration = .zero) {
    while let request = end.session.nextRequest(at: .zero) {
      end.session.answer(
        request, oldest: extent.oldest, head: .init(newest: extent.newest), at: now, warnings: { _ in [] }
      ) {
        _ throws(Request.Refusal) in throw Request.Refusal(code: .failed, message: "no handler")
      }
    }
  }

  func read(_ end: inout SessionEnd, _ sequences: ClosedRange<Int>, at now: Duration = .zero) throws {
    end.read(try LineBlock(sequences) { [$0.isMultiple(of: 2) ? "hit" : "out"] }, at: now)
  }

  @Test func sendsHelloFirst() {
    let session = SubscriberSession(
      log: LogID(rawValue: "9f2c61aa"), extent: Self.extent, options: SocketOptions(), now: .zero)
    var end = SessionEnd(session)
    #expect(
      output(&end) == [
        #"{"op":"hello","protocol":1,"version":"\#(Version.current)","log":"9f2c61aa","oldest":11,"newest":20}"#
      ])
    #expect(end.session.goal(newest: 21) == nil)
  }

  @Test func aSilentClientGetsEverythingLoggedSinceItConnected() throws {
    var end = end()
    #expect(end.session.deadline == .seconds(1))
    end.session.tick(.init(newest: 22), at: .milliseconds(999))
    #expect(end.session.goal(newest: 22) == nil)
    end.session.tick(.init(newest: 22), at: .seconds(1))
    #expect(end.session.goal(newest: 22) == 22)
    try read(&end, 11...22)
    #expect(output(&end) == ["21", "22", #"{"op":"synced","sequence":22}"#])
    try read(&end, 11...23)
    #expect(output(&end) == ["23"])
  }

  @Test func aRequestWithinTheGracePeriodCountsHoweverLateItIsAnswered() throws {
    var end = end()
    end.session.received(Array(#"{"op":"subscribe","after":18,"id":1}"#.utf8) + [0x0A], at: .zero)
    end.session.tick(.init(newest: 20), at: .seconds(2))
    answer(&end, at: .seconds(2))
    try read(&end, 11...20, at: .seconds(2))
    #expect(output(&end) == ["19", "20", #"{"op":"synced","sequence":20,"id":1}"#])
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
    (#""after":18,"filter":{"tags":["hit"]}"#, ["20", #"{"op":"synced","sequence":20,"id":7}"#]),
    (#""after":18,"filter":{"teams":["BOS"]}"#, [#"{"op":"synced","sequence":20,"id":7}"#]),
  ])
  func startsWhereItIsAsked(members: String, expected: [String]) throws {
    var end = end()
    hear(&end, #"{"op":"subscribe","id":7,\#(members)}"# + "\n")
    try read(&end, 11...20)
    #expect(output(&end) == expected)
  }

  @Test(arguments: [
    #"{"op":"subscribe","after":"oldest"}"#, #"{"op":"subscribe","after":5}"#,
    #"{"op":"subscribe","after":500,"log":"00000000"}"#,
  ])
  func oldestStartsAfterTheRemovedEvents(request: String) throws {
    var end = end()
    hear(&end, request + "\n")
    #expect(end.session.phase == .subscribed && end.session.cursor < 20)
    try read(&end, 11...20)
    let lines = output(&end)
    let gaps = [
      #"{"op":"gap","reason":"pruned","from":6,"to":10,"after":10}"#,
      #"{"op":"gap","reason":"other_log","after":10}"#,
    ]
    let head = request.contains("oldest") ? [] : [request.contains("log") ? gaps[1] : gaps[0]]
    #expect(lines == head + (11...20).map(String.init) + [#"{"op":"synced","sequence":20}"#])
  }

  @Test func reportsAGapIfTheLogIsPrunedBeforeItIsRead() throws {
    var end = end()
    hear(&end, #"{"op":"subscribe","after":10}"# + "\n")
    end.read(try LineBlock([11]), newest: 20)
    end.read(try LineBlock([15]), newest: 20)
    end.read(LineBlock(after: 20), newest: 20)
    #expect(
      end.lines() == [
        "11", #"{"op":"gap","reason":"pruned","from":12,"to":14,"after":14}"#, "15",
        #"{"op":"gap","reason":"pruned","from":16,"to":20,"after":20}"#, #"{"op":"synced","sequence":20}"#,
      ])
  }

  @Test(arguments: [
    ("hello?", "malformed", "expected one JSON object with a text 'op' on each line"),
    ("[]", "malformed", "expected one JSON object with a text 'op' on each line"),
    (#"{"op":7}"#, "malformed", "expected one JSON object with a text 'op' on each line"),
    (#"{"op":"subscribe""#, "malformed", "expected one JSON object with a text 'op' on each line"),
    (#"{"op":"subscribe","after":-1}"#, "malformed", "'after' must be a sequence, 'oldest' or 'now'"),
    (#"{"op":"subscribe","after":1.5}"#, "malformed", "'after' must be a sequence, 'oldest' or 'now'"),
    (#"{"op":"subscribe","after":"soon"}"#, "malformed", "'after' must be a sequence, 'oldest' or 'now'"),
    (#"{"op":"subscribe","filter":{"teams":"BOS"}}"#, "malformed", "'filter.teams' must be a list"),
    (
      #"{"op":"subscribe","filter":{"team":["BOS"]}}"#, "malformed",
      "'filter' has no member 'team'; did you mean 'teams'?"
    ),
    (#"{"op":"subscribe","filters":{}}"#, "malformed", "this request has no member 'filters'; did you mean 'filter'?"),
    (#"{"op":"subscribe","snapshot":"yes"}"#, "malformed", "'snapshot' must be true or false"),
    (#"{"op":"subscribe","protocol":2}"#, "unsupported_protocol", "this daemon speaks protocol 1"),
    (
      #"{"op":"dance"}"#, "unknown_op",
      "there is no op 'dance'; try "
        + "'subscribe', 'games', 'game', 'scoreboard', 'schedule', 'game_details', 'win_expectancy', 'teams', 'team', "
        + "'players', 'player', 'predictions', 'status', 'log', 'explain', 'outbox', 'sinks', 'follow', 'reload', 'tick' or 'ping'"
    ),
  ])
  func refusesWhatItDoesNotUnderstandAndStays(request: String, code: String, message: String) {
    var end = end()
    hear(&end, request + "\n" + #"{"op":"ping","id":"x"}"# + "\n")
    #expect(
      output(&end) == [#"{"op":"error","code":"\#(code)","message":"\#(message)"}"#, #"{"op":"pong","id":"x"}"#])
    #expect(end.session.ending == .open)
  }

  @Test func refusesBinary() {
    var end = end()
    end.session.received([0xFF, 0x00, 0xFE, 0x0A], at: .zero)
    answer(&end)
    #expect(output(&end).first?.contains(#""code":"malformed""#) == true)
  }

  @Test func aTickFollowsEarlierEvents() throws {
    var end = end()
    hear(&end, #"{"op":"tick","id":1}"# + "\n")
    #expect(output(&end) == [#"{"op":"tick","sequence":20,"id":1}"#])
    hear(&end, #"{"op":"subscribe","after":18}"# + "\n")
    hear(&end, #"{"op":"tick","payload":"a\"b"}"# + "\n")
    hear(&end, #"{"op":"tick","id":2}"# + "\n", extent: EventLog.Extent(oldest: 11, newest: 22))
    try read(&end, 11...24)
    #expect(
      output(&end) == [
        "19", "20", #"{"op":"synced","sequence":20}"#, #"{"op":"tick","sequence":20,"payload":"a\"b"}"#, "21", "22",
        #"{"op":"tick","sequence":22,"id":2}"#, "23", "24",
      ])
  }

  @Test func waitingTicksAreLimited() {
    var end = end()
    hear(&end, #"{"op":"subscribe","after":18}"# + "\n" + String(repeating: #"{"op":"tick"}"# + "\n", count: 100))
    #expect(!end.session.wantsInput && !end.session.hasRequest)
    end.read((try? LineBlock(11...20)) ?? LineBlock(after: 20))
    answer(&end)
    #expect(output(&end).filter { $0.contains("tick") }.count == 100)
  }

  @Test func anIncompleteRequestPreventsTheSubscriptionAndTimesOut() {
    var end = end()
    hear(&end, #"{"op":"#, at: .milliseconds(500))
    end.session.tick(.init(newest: 20), at: .seconds(30))
    #expect(output(&end, at: .seconds(30)).isEmpty)
    #expect(end.session.deadline == .milliseconds(30_500))
    end.session.tick(.init(newest: 20), at: .milliseconds(30_500))
    #expect(
      output(&end) == [
        #"{"op":"error","code":"malformed","message":"a request has no end"}"#,
        #"{"op":"closed","reason":"request"}"#,
      ])
  }
}
