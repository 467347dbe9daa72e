import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite struct SinkStateTests {
  private let storage: TemporaryLog
  private let now = SampleEvents.start
  private let sink = SinkInfo(name: "den", kind: "discord", expires: .seconds(600))

  init() throws { storage = try TemporaryLog() }

  private func entry(_ sink: SinkInfo, _ status: SinkStatus) throws -> SinkListing.Entry {
    try #require(SinkListing.Entry.all(of: [sink], [sink.name: status], in: storage.log, at: now).first)
  }

  private func failure(after span: Duration, attempts: Int = 3) -> SinkFailure {
    SinkFailure(
      since: now - span, span: span, attempts: attempts,
      last: FailedAttempt("status 401", advice: "check its token, secret or url"))
  }

  private static func problem(since: Timestamp) -> String {
    "sink 'den' failing since \(LocalZone.utc.time(at: since).toTheSecond): status 401 (check its token, secret or url)"
  }

  @Test func theMostSeriousStateCounts() throws {
    var (sink, status) = (sink, SinkStatus())
    #expect(try entry(sink, status).state == .ok)
    (status.waiting, status.pending) = (2, 1)
    #expect(try entry(sink, status).state == .waiting)
    status.pending = 2
    #expect(try entry(sink, status).state == .waiting)
    sink.lag = .seconds(35)
    #expect(try entry(sink, status).state == .delayed && entry(sink, status).delaySeconds == 35)
    sink.quietUntil = now + .seconds(60)
    #expect(try entry(sink, status).state == .quiet && entry(sink, status).until == sink.quietUntil)
    status.pause = SinkPause(address: "here", reason: "status 429", until: now + .seconds(9))
    #expect(try entry(sink, status).state == .paused && entry(sink, status).until == now + .seconds(9))
    status.failure = failure(after: .seconds(1), attempts: 2)
    #expect(try entry(sink, status).state == .paused)
    status.failure = failure(after: .seconds(1))
    #expect(try entry(sink, status).state == .failing && entry(sink, status).until == nil)
    (status.disabled, status.disabledSince) = ("status 410", now)
    #expect(try entry(sink, status).state == .disabled)
  }

  @Test func aFailureIsAProblemAfterFiveMinutesIfSomethingWaits() throws {
    var status = SinkStatus(waiting: 1)
    status.failure = failure(after: .seconds(299))
    #expect(try entry(sink, status).problems(in: .utc) == [])
    status.failure = failure(after: .seconds(300))
    let entry = try entry(sink, status)
    #expect(entry.problems(in: .utc) == [Self.problem(since: now - .seconds(300))])
    #expect(entry.failingSince == now - .seconds(300) && entry.attempts == 3)
    status.waiting = 0
    #expect(try self.entry(sink, status).problems(in: .utc) == [])
  }

  @Test func aDeadLetterIsAProblemForADay() throws {
    var status = SinkStatus(dead: 1)
    status.lastDead = now - .seconds(86_399)
    #expect(try entry(sink, status).problems(in: .utc) == ["sink 'den' has dead letters, see 'livegamed outbox list'"])
    status.lastDead = now - .seconds(86_400)
    #expect(try entry(sink, status).problems(in: .utc) == [])
  }

  @Test func whatIsLeftOfARemovedSinkIsListedAndNoProblem() throws {
    let left = SinkStatus(waiting: 3, pending: 3, dead: 1, lastDead: now)
    let entries = SinkListing.Entry.all(
      of: [sink], ["old": left, "clean": SinkStatus()], in: storage.log, at: now)
    #expect(entries.map(\.name) == ["den", "old"] && entries[1].state == .removed && entries[1].waiting == 3)
    #expect(entries[1].problems(in: .utc).isEmpty)
  }

  @Test func theDaemonIsAsHealthyAsItsSinks() throws {
    var status = SinkStatus(waiting: 1)
    status.failure = failure(after: .seconds(300))
    let daemon = DaemonStatus(
      DaemonInfo(), of: storage.log, extent: EventLog.Extent(oldest: 1, newest: 0), clients: 0,
      sinks: [try entry(sink, status)])
    #expect(!daemon.isHealthy && daemon.problems() == [Self.problem(since: now - .seconds(300))])
  }
}
