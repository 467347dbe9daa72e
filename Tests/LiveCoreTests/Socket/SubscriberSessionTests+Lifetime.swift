import Testing

@testable import LiveCore

/// Invalid requests, later subscriptions and the end of a session.
extension SubscriberSessionTests {
  @Test func helloCanBeRequestedAndDoesNotSubscribe() {
    var end = end()
    hear(&end, #"{"op":"hello","protocol":7,"id":1}"# + "\n")
    #expect(output(&end).map { $0.hasPrefix(#"{"op":"hello","protocol":1,"#) && $0.hasSuffix(#","id":1}"#) } == [true])
    end.session.tick(.init(newest: 21), at: .seconds(60))
    #expect(end.session.goal(newest: 21) == nil)
  }

  @Test func tooManyInvalidRequestsCloseTheConnection() {
    var end = end()
    hear(&end, String(repeating: "GET /\n", count: 15) + #"{"op":"ping"}"# + "\n")
    hear(&end, String(repeating: "GET /\n", count: 15))
    #expect(end.session.ending == .open)
    hear(&end, "GET /\n")
    #expect(output(&end).suffix(2).map { $0.contains("malformed") } == [true, false])
    #expect(end.session.closeReason == .request && end.session.isOver)
  }

  @Test func anErrorHasTheIdOfTheRequest() {
    var end = end()
    hear(&end, #"{"op":"subscribe","id":"a\"b","after":[]}"# + "\n")
    #expect(
      output(&end) == [
        #"{"op":"error","code":"malformed","message":"'after' must be a sequence, 'oldest' or 'now'","id":"a\"b"}"#
      ])
  }

  @Test func aTooLongRequestClosesTheConnection() {
    var end = end()
    hear(&end, String(repeating: "x", count: 64 << 10))
    #expect(output(&end).isEmpty)
    hear(&end, "x")
    #expect(
      output(&end) == [
        #"{"op":"error","code":"too_long","message":"a request has at most 65536 bytes"}"#,
        #"{"op":"closed","reason":"request"}"#,
      ])
    #expect(end.session.isOver)
  }

  @Test func emptyLinesAreIgnored() {
    var end = end()
    hear(&end, "\n\r\n  \n")
    #expect(output(&end).isEmpty)
    #expect(end.session.phase.isSilent)
  }

  @Test func aClientThatSentARequestIsNotSubscribedByDefault() {
    var end = end()
    hear(&end, #"{"op":"ping"}"# + "\n")
    #expect(output(&end) == [#"{"op":"pong"}"#])
    end.session.tick(.init(newest: 21), at: .seconds(60))
    #expect(end.session.goal(newest: 21) == nil)
    #expect(end.session.output.isEmpty)
  }

  @Test func nowMeansTheTimeOfConnectionOnlyInTheGracePeriod() {
    let later = EventLog.Extent(oldest: 11, newest: 30)
    var prompt = end()
    hear(&prompt, #"{"op":"subscribe","after":"now"}"# + "\n", extent: later)
    #expect(prompt.session.cursor == 20 && prompt.session.goal(newest: 30) == 30)
    var late = end()
    hear(&late, #"{"op":"ping"}"# + "\n")
    hear(&late, #"{"op":"subscribe","after":"now"}"# + "\n", extent: later)
    #expect(late.session.goal(newest: 30) == nil)
    #expect(output(&late).last == #"{"op":"synced","sequence":30}"#)
  }

  @Test func aLaterSubscriptionReplacesTheFirst() throws {
    var end = end()
    hear(&end, #"{"op":"subscribe","after":18,"filter":{"tags":["out"]}}"# + "\n")
    try read(&end, 11...20)
    #expect(output(&end) == ["19", #"{"op":"synced","sequence":20}"#])
    hear(&end, #"{"op":"subscribe","filter":{"tags":["hit"]}}"# + "\n")
    #expect(output(&end) == [#"{"op":"synced","sequence":20}"#])
    try read(&end, 11...24)
    #expect(output(&end) == ["22", "24"])
    hear(&end, #"{"op":"subscribe","after":22}"# + "\n", extent: EventLog.Extent(oldest: 11, newest: 24))
    try read(&end, 11...24)
    #expect(output(&end) == ["23", "24", #"{"op":"synced","sequence":24}"#])
  }

  @Test func aHeartbeatFollowsAPauseAndHasTheResumePoint() throws {
    var end = end()
    hear(&end, #"{"op":"subscribe","filter":{"tags":["out"]}}"# + "\n", at: .seconds(1))
    _ = output(&end, at: .seconds(1))
    try read(&end, 11...22, at: .seconds(10))
    #expect(output(&end, at: .seconds(10)) == ["21"])
    #expect(end.session.deadline == .seconds(25))
    end.session.tick(.init(newest: 22), at: .seconds(25))
    #expect(output(&end) == [#"{"op":"heartbeat","sequence":22}"#])
    #expect(end.session.deadline == .seconds(40))
  }

  @Test func aHalfClosedSessionKeepsItsSubscription() throws {
    var end = end()
    hear(&end, #"{"op":"subscribe"}"#)
    end.session.inputEnded()
    answer(&end)
    end.session.tick(.init(newest: 21), at: .seconds(1))
    try read(&end, 11...21)
    #expect(output(&end) == [#"{"op":"synced","sequence":20}"#, "21"])
    #expect(end.session.ending == .open)
    #expect(!end.session.wantsInput)
  }

  @Test func aHalfClosedSessionWithoutASubscriptionEndsAfterItsAnswer() {
    var end = end()
    hear(&end, #"{"op":"ping"}"#)
    end.session.inputEnded()
    answer(&end)
    end.session.tick(.init(newest: 20), at: .zero)
    #expect(end.session.ending == .open)
    #expect(output(&end) == [#"{"op":"pong"}"#])
    #expect(end.session.deadline == .zero)
    end.session.tick(.init(newest: 20), at: .zero)
    #expect(output(&end) == [#"{"op":"closed","reason":"idle"}"#])
    #expect(end.session.isOver)
  }
}
