import GRDBSQLite
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct OutboxTests {
  private let storage: TemporaryLog
  private let start = SampleEvents.start

  init() throws { storage = try TemporaryLog() }

  private var outbox: Outbox { Outbox(log: storage.log, sink: "hook") }

  private func draft(_ lane: String, due: Timestamp, delivering sequences: [Int] = []) -> StoredMessage {
    StoredMessage(
      lane: lane, id: WebhookID(rawValue: "msg_\(lane)"), event: "e", message: Message(body: [1, 2]), due: due,
      deadline: due + .seconds(600),
      sequences: sequences)
  }

  private func lanes(lag: Duration = .zero, at now: Timestamp = SampleEvents.start) async throws -> [String] {
    try await outbox.heads(lag: lag).filter { $0.due <= now }.map(\.lane)
  }

  @Test func aLaneIsAGameAndHasOneHead() async throws {
    try await storage.append("a", "b", game: 1)
    try await storage.append("x", game: 2)
    #expect(try await lanes() == ["mlb/1", "mlb/2"])
    let message = try await outbox.store(draft("mlb/1", due: start + .seconds(5), delivering: [1]), at: start)
    #expect(try await lanes() == ["mlb/2"])
    #expect(try await outbox.heads(lag: .zero).map(\.due) == [start, start + .seconds(5)])
    try await outbox.accepted(message.number, handle: nil, at: start)
    #expect(try await lanes() == ["mlb/1", "mlb/2"])
    #expect(try await outbox.waiting(in: "mlb/1", dueBy: start, limit: 9).map(\.fact) == ["mlb/1/1-top/b/0/1"])
  }

  @Test func aLaneWithAMessageComposesNoOther() async throws {
    try await storage.append("a", "b", game: 1)
    _ = try await outbox.store(draft("mlb/1", due: start + .seconds(5), delivering: [1]), at: start)
    #expect(try await outbox.waiting(in: "mlb/1", dueBy: start, limit: 9).isEmpty)
    #expect(try await outbox.message(1, dueBy: start) == nil)
  }

  /// The waiting digest contains the fact of `a`; its next revision must not overtake the digest.
  @Test func aWaitingDigestDelaysOnlyItsOwnFacts() async throws {
    try await storage.append("a", game: 1)
    _ = try await outbox.store(draft(Outbox.quietLane, due: start + .seconds(5), delivering: [1]), at: start)
    var next = SampleEvents.event("a")
    next.data.revision = 2
    try await storage.append(next)
    #expect(try await lanes().isEmpty)
    #expect(try await outbox.waiting(in: "mlb/1", dueBy: start, limit: 9).isEmpty)
    try await storage.append("b", game: 1)
    try await storage.append("x", game: 2)
    #expect(try await lanes() == ["mlb/1", "mlb/2"])
    #expect(try await outbox.waiting(in: "mlb/1", dueBy: start, limit: 9).map(\.fact) == ["mlb/1/1-top/b/0/1"])
    try await outbox.accepted(1, handle: nil, at: start)
    let facts = try await outbox.waiting(in: "mlb/1", dueBy: start, limit: 9).map(\.fact)
    #expect(facts == ["mlb/1/1-top/a/0/1", "mlb/1/1-top/b/0/1"])
  }

  @Test func anUncomposedFactWaitsForItsLag() async throws {
    try await storage.append("a", game: 1)
    #expect(try await lanes(lag: .seconds(30)).isEmpty)
    #expect(try await lanes(lag: .seconds(30), at: start + .seconds(30)) == ["mlb/1"])
    #expect(try await outbox.heads(lag: .seconds(30)).map(\.due) == [start + .seconds(30)])
  }

  /// Each prepared statement would stay in memory as long as the daemon runs.
  @Test func messagesLeaveNoPreparedStatements() async throws {
    var counts: [Int] = []
    for round in 0..<6 {
      let first = round * 5 + 1
      try await storage.append("a\(round)", "b\(round)", "c\(round)", "d\(round)", "e\(round)", game: round)
      for sequence in [first, first + 1] {
        let stored = try await outbox.store(draft("mlb/\(round)", due: start, delivering: [sequence]), at: start)
        if sequence == first { try await outbox.accepted(stored.number, handle: nil, at: start) }
        if sequence > first { try await outbox.deadLetter(stored.number, because: "status 400", at: start) }
      }
      try await outbox.deadLetter(
        draft("mlb/\(round)", due: start, delivering: [first + 2]), because: "expired", at: start)
      try await outbox.accepted([first + 3], at: start)
      try await outbox.skip([first + 4], because: .stale, at: start)
      try await counts.append(preparedStatements())
    }
    #expect(counts.last == counts[1], "\(counts)")
  }

  private func preparedStatements() async throws -> Int {
    try await storage.log.pool.writeWithoutTransaction { database in
      var (count, statement) = (0, sqlite3_next_stmt(database.sqliteConnection, nil))
      while statement != nil {
        count += 1
        statement = sqlite3_next_stmt(database.sqliteConnection, statement)
      }
      return count
    }
  }

  @Test func aStoredMessageIsTheSameInEveryAttempt() async throws {
    try await storage.append("a", game: 1)
    let stored = try await outbox.store(draft("mlb/1", due: start, delivering: [1]), at: start)
    try await outbox.postpone(stored.number, until: start + .seconds(2), because: FailedAttempt("503"), at: start)
    try storage.reopen()
    let again = try #require(try await outbox.message(stored.number, dueBy: start + .seconds(2)))
    #expect(again.message == stored.message && again.id == stored.id && again.deadline == stored.deadline)
    #expect(again.attempts == 1 && again.due == start + .seconds(2) && again.error == "503")
  }

  @Test func sinksAreIndependent() async throws {
    try await storage.append("a", sinks: ["hook", "other"])
    _ = try await outbox.store(draft("mlb/1", due: start, delivering: [1]), at: start)
    let other = Outbox(log: storage.log, sink: "other")
    #expect(try await other.heads(lag: .zero).map(\.message) == [nil])
    #expect(try await Outbox(log: storage.log, sink: "nobody").heads(lag: .zero).isEmpty)
  }

  @Test func aCorrectionGoesToTheSinksOfItsFact() async throws {
    let game = GameID(league: .mlb, gamePk: 1)
    var event = SampleEvents.event("a")
    let checkpoint = Checkpoint(game: game, state: [], isOver: false)
    for (sinks, correctionSinks) in [(["hook"], []), ([], ["hook", "never"])] {
      let entry = LogEntry(event: event, sinks: sinks, correctionSinks: correctionSinks)
      try await storage.log.append(LogAppend(checkpoint: checkpoint, events: [entry]), at: start)
      event.data.revision += 1
    }
    let history = try #require(try await outbox.waiting(in: "mlb/1", dueBy: start, limit: 9).first)
    #expect(history.revisions.map(\.claim) == [.route, .earlier])
    #expect(try storage.log.standing(of: "never").waiting == 0)
  }

  @Test func commandsRetryAndDropDeadLetters() async throws {
    try await storage.append("a", game: 1)
    try await storage.append("x", game: 2)
    for (lane, sequence) in [("mlb/1", 1), ("mlb/2", 2)] {
      let stored = try await outbox.store(draft(lane, due: start, delivering: [sequence]), at: start)
      try await outbox.deadLetter(stored.number, because: "400", at: start)
    }
    #expect(try await lanes().isEmpty)
    let later = start + .seconds(3600)
    #expect(try storage.log.retry(.number(1), expires: ["hook": .seconds(60)], at: later).messages == 1)
    let again = try #require(try await outbox.message(1, dueBy: later))
    #expect(again.message.body == [1, 2] && again.attempts == 0 && again.deadline == later + .seconds(60))
    #expect(try storage.log.drop(.sink("hook"), onlyDead: true, at: later).messages == 1)
    #expect(try storage.log.outboxEntries(of: nil, limit: 9).map(\.number) == [1])
  }

  @Test func aRetriedFactThatWasNeverComposedIsComposed() async throws {
    try await storage.append("a", game: 1)
    var empty = draft("mlb/1", due: start, delivering: [1])
    empty.message.body = []
    try await outbox.deadLetter(empty, because: "expired", at: start)
    let later = start + .seconds(3600)
    #expect(try storage.log.retry(.all, expires: ["hook": .seconds(60)], at: later).messages == 1)
    #expect(try await outbox.heads(lag: .zero) == [NextInLane(lane: "mlb/1", message: nil, due: later)])
  }

  @Test func standingsCountOpenDeliveriesAndListEverySink() async throws {
    try await storage.append("a", "b", "c", game: 1, sinks: ["hook", "old"])
    let message = try await outbox.store(draft("mlb/1", due: start, delivering: [1]), at: start)
    try await outbox.accepted(message.number, handle: nil, at: start + .seconds(3))
    let dead = try await outbox.store(draft("mlb/1", due: start, delivering: [2]), at: start)
    try await outbox.deadLetter(dead.number, because: "413", at: start)
    _ = try await outbox.store(draft("mlb/1", due: start, delivering: [3]), at: start)
    try await storage.append("d", game: 2)
    let later = DisabledSink(address: "here", reason: "status 410", since: start)
    try await Outbox(log: storage.log, sink: "zero").disable(later)
    try await Outbox(log: storage.log, sink: "aside").deadLetter(draft("notice", due: start), because: "x", at: start)
    #expect(try storage.log.knownSinks() == ["aside", "hook", "old", "zero"])
    let standings = try storage.log.standings(of: ["hook", "old", "zero", "never"])
    #expect(
      standings["hook"]
        == SinkStatus(waiting: 2, pending: 1, dead: 1, lastDead: start, lastDelivered: start + .seconds(3)))
    #expect(standings["old"] == SinkStatus(waiting: 3, pending: 3) && standings["never"] == SinkStatus())
    #expect(standings["zero"] == SinkStatus(disabled: "status 410", disabledSince: start))
    #expect(try storage.log.outboxEntries(of: "hook", limit: 9).map(\.number) == [2, 3])
    #expect(try storage.log.outboxEntries(of: nil, limit: 2).map(\.sink) == ["hook", "aside"])
  }

  /// A program that accepts an event at once needs no stored message.
  @Test func aStandingHasTheTimeOfTheLastAcceptedMessage() async throws {
    try await storage.append("a", "b", game: 1)
    try await outbox.accepted([1], at: start + .seconds(5))
    #expect(
      try storage.log.standing(of: "hook") == SinkStatus(waiting: 1, pending: 1, lastDelivered: start + .seconds(5)))
    let stored = try await outbox.store(draft("mlb/1", due: start, delivering: [2]), at: start)
    try await outbox.accepted(stored.number, handle: nil, at: start + .seconds(4))
    #expect(try storage.log.standing(of: "hook").lastDelivered == start + .seconds(5))
  }
}
