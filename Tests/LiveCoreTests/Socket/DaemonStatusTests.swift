import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// One value says how the daemon stands; programs read it from the line, and the daemon itself directly.
@Suite(.timeLimit(.minutes(1))) struct DaemonStatusTests {
  private let storage: TemporaryLog

  init() throws { storage = try TemporaryLog() }

  private func line(_ text: String) throws -> WatchLine { try WatchLine(bytes: Array(text.utf8)) }

  @Test func anAnswerIsReadBackAsItWasSent() throws {
    var info = BoardSample.view(
      SourceState(state: .failing, since: BoardSample.start, error: "gone", gamesFailing: 1, gamesWaiting: 2))
    info.refusal = { "a.yaml:1:1 [config.syntax]" }
    info.ownLog = { OwnLogStanding(dropped: 3, blockedSince: BoardSample.start) }
    storage.log.health.failed(Fault(.logUnusable, "full"))
    let sinks = [
      SinkListing.Entry(
        name: "den", type: "discord", waiting: 1, pending: 0, dead: 2, disabled: "status 410",
        disabledSince: BoardSample.start)
    ]
    let extent = EventLog.Extent(oldest: 2, newest: 9)
    let status = DaemonStatus(info, of: storage.log, extent: extent, clients: 4, sinks: sinks)
    let sent = Reply.query(.status(status)).line()
    let read = try DaemonStatus(WatchLine(bytes: Array(sent.dropLast())))
    #expect(Reply.query(.status(read)).line() == sent)
    #expect(read.problems() == status.problems() && !read.isHealthy && !status.isHealthy)
    #expect(
      read.problems() == [
        "full [log.unusable]", "the old configuration stays in force: a.yaml:1:1 [config.syntax]",
        "source 'mlb' fails: gone", "2 wait too long for a request; raise poll.requests_per_second",
        "sink 'den' is disabled: status 410",
      ])
  }

  @Test func anAnswerOfAnotherVersionIsReadAsFarAsItIsKnown() throws {
    let status = try DaemonStatus(
      line(
        """
        {"op":"status","news":{"a":1},"source":{"mlb":{"state":"resting"}},"sinks":[{"name":"den","colour":"red"}],\
        "own_log":{},"healthy":false}
        """))
    #expect(status.source?["mlb"]?.state.rawValue == "resting" && status.sinks?.map(\.name) == ["den"])
    #expect(status.version == nil && status.ownLog == OwnLogStanding() && status.problems().isEmpty)
    #expect(!status.isHealthy)
    #expect(try DaemonStatus(line(#"{"op":"status"}"#)).isHealthy)
    #expect(throws: Fault.unreadableAnswer) { try DaemonStatus(line(#"{"op":"status","clients":"many"}"#)) }
  }
}
