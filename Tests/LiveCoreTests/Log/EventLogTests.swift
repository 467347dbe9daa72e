import Foundation
import GRDB
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct EventLogTests {
  private let folder: TemporaryFolder
  private let now = Timestamp(seconds: 1_720_000_000)
  private var path: String { "\(folder.path)/log.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  private func batch(_ count: Int, sinks: [String] = ["hook"], inning: Int = 1) throws -> LogAppend {
    var game = PlayedGame()
    for batter in 1...count { game.play("single", inning: inning, batter: batter) }
    let plays = try Replayed.events(of: [game.snapshot]).filter { $0.type == .play }
    return LogAppend(
      checkpoint: Checkpoint(game: PlayedGame.id, state: [1, 2, 3], isOver: false),
      events: plays.map { LogEntry(event: $0, sinks: sinks) })
  }

  @Test func syncsEveryCommit() async throws {
    let log = try EventLog(path: path)
    #expect(try await log.pool.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
    #expect(try await log.pool.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
  }

  @Test func boundsThePagesThatEachConnectionKeeps() async throws {
    let log = try EventLog(path: path)
    #expect(try await log.pool.read { try Int.fetchOne($0, sql: "PRAGMA cache_size") } == -512)
    #expect(try await log.pool.write { try Int.fetchOne($0, sql: "PRAGMA cache_size") } == -2000)
  }

  @Test func appendsEventsCheckpointAndDeliveriesTogether() async throws {
    let log = try EventLog(path: path)
    #expect(try await log.append(batch(3), at: now) == 3)
    #expect(try log.events(after: 0, limit: 10).map(\.sequence) == [1, 2, 3])
    #expect(try await log.checkpoint(of: PlayedGame.id)?.state == [1, 2, 3])
    let outbox = Outbox(log: log, sink: "hook")
    let heads = try await outbox.heads(lag: .zero)
    #expect(heads == [NextInLane(lane: PlayedGame.id.description, message: nil, due: now)])
    #expect(log.tail.newest == 3)
  }

  @Test func aFailedAppendLeavesNoEventAndNoGap() async throws {
    let log = try EventLog(path: path)
    try await log.append(batch(2), at: now)
    var twice = try batch(1, inning: 2)
    twice.events += twice.events
    twice.checkpoint.state = [9]
    await #expect(throws: DatabaseError.self) { try await log.append(twice, at: now) }
    #expect(try await log.checkpoint(of: PlayedGame.id)?.state == [1, 2, 3])
    #expect(try await log.append(batch(1, inning: 3), at: now) == 3)
    #expect(try log.events(after: 0, limit: 10).map(\.sequence) == [1, 2, 3])
  }

  @Test func continuesItsSequenceAfterARestart() async throws {
    let first = try EventLog(path: path)
    #expect(first.lastAlive == nil)
    try await first.append(batch(2), at: now)
    let id = first.id
    try first.close()
    let second = try EventLog(path: path)
    #expect(second.id == id && second.tail.newest == 2 && second.lastAlive == now)
    #expect(try await second.append(batch(1, inning: 2), at: now) == 3)
  }

  @Test func sequencesNeverRestartAfterPruning() async throws {
    let storage = try TemporaryLog()
    try await storage.log.append(batch(3, sinks: []), at: now)
    #expect(try await storage.live(for: TemporaryLog.retention + .seconds(86_400)).byAge == 3)
    #expect(try storage.log.extent() == EventLog.Extent(oldest: 4, newest: 3))
    try storage.reopen()
    #expect(try await storage.log.append(batch(1, inning: 2), at: now) == 4)
    #expect(try storage.log.extent() == EventLog.Extent(oldest: 4, newest: 4))
  }

  @Test func pruningAlsoRemovesDeliveriesAndMessages() async throws {
    let storage = try TemporaryLog()
    let log = storage.log
    try await log.append(batch(3), at: now)
    let outbox = Outbox(log: log, sink: "hook")
    let draft = StoredMessage(
      lane: "l", id: WebhookID(rawValue: "msg_a"), message: Message(body: [1]), due: now, deadline: now,
      sequences: [1])
    _ = try await outbox.store(draft, at: now)
    try await storage.live(for: Retention.interval)
    try await log.append(batch(1, inning: 2), at: now)
    #expect(try await storage.live(for: TemporaryLog.retention).byAge == 3)
    #expect(try log.extent() == EventLog.Extent(oldest: 4, newest: 4))
    #expect(try log.outboxEntries(of: nil, limit: 9).isEmpty)
  }

  @Test func beginDoesNotChangeAKnownGame() async throws {
    let log = try EventLog(path: path)
    try await log.append(batch(1), at: now)
    let other = GameID(league: .mlb, gamePk: 5)
    try await log.begin(
      [PlayedGame.id, other].map { Checkpoint(game: $0, state: [0], isOver: false) }, at: now)
    #expect(try await log.checkpoint(of: PlayedGame.id)?.state == [1, 2, 3])
    #expect(try await log.checkpoint(of: other)?.state == [0])
  }

  @Test func aMissingFolderIsAFault() {
    #expect(throws: Fault.self) { try EventLog(path: "\(folder.path)/none/log.sqlite") }
  }

  @Test func eachReaderHasItsOwnCursor() async throws {
    let log = try EventLog(path: path)
    #expect(try await log.cursor(of: "journal") == 0)
    try await log.setCursor(of: "journal", to: 7)
    #expect(try await log.cursor(of: "journal") == 7)
  }
}
