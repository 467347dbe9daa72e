import Foundation
import GRDB
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// Changed bytes in the database that SQLite itself accepts: a column without a value, with another type, or with any
/// number.
@Suite(.timeLimit(.minutes(5))) struct DamagedRowTests {
  private static let start = SampleEvents.start

  /// Returns the file of a log with rows of all kinds.
  private static func written(in folder: TemporaryFolder) async throws -> [UInt8] {
    let path = "\(folder.path)/log.sqlite"
    let log = try EventLog(path: path)
    let entries = ["a", "b", "c", "d"].map { LogEntry(event: SampleEvents.event($0), sinks: ["hook", "chat"]) }
    let checkpoint = Checkpoint(game: GameID(league: .mlb, gamePk: 1), state: [1, 2, 3], isOver: false)
    try await log.append(LogAppend(checkpoint: checkpoint, events: entries), at: start)
    let outbox = Outbox(log: log, sink: "hook")
    for sequence in 1...2 {
      let draft = StoredMessage(
        lane: "mlb/1", id: WebhookID(rawValue: "msg_\(sequence)"), event: "e", message: Message(body: [1, 2]),
        due: start,
        deadline: start + .seconds(600), sequences: [sequence])
      let stored = try await outbox.store(draft, at: start)
      if sequence == 1 { try await outbox.deadLetter(stored.number, because: "status 400", at: start) }
    }
    let disabled = DisabledSink(address: "digest", reason: "status 410", since: start)
    try await Outbox(log: log, sink: "chat").disable(disabled)
    try await Outbox(log: log, sink: "chat").setQuietHours(start...start + .seconds(60))
    try await log.markAlive(at: start)
    try log.close()
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  /// Reads everything that the daemon reads. Returns the number of failed reads.
  private static func read(_ path: String) async throws -> Int {
    let log = try EventLog(path: path)
    var refused = 0
    func attempt(_ work: () async throws -> Void) async {
      do { try await work() } catch { refused += 1 }
    }
    await attempt { for event in try log.events(after: 0, limit: 100) { _ = try? event.decoded() } }
    await attempt { _ = try await log.openCheckpoints(limit: 9) }
    await attempt { _ = try await log.checkpoint(of: GameID(league: .mlb, gamePk: 1)) }
    await attempt { _ = try await log.newestRevisions(of: GameID(league: .mlb, gamePk: 1)) }
    await attempt { _ = try log.outboxEntries(of: nil, limit: 9) }
    await attempt { _ = try log.standings(of: ["hook", "chat"]) }
    for sink in ["hook", "chat"] {
      let outbox = Outbox(log: log, sink: sink)
      await attempt { _ = try await outbox.disabled() }
      await attempt { _ = try await outbox.quietHours() }
      await attempt { _ = try await outbox.waiting(in: "mlb/1", dueBy: start, limit: 9) }
      await attempt {
        for head in try await outbox.heads(lag: .seconds(30)) {
          guard let number = head.message, let message = try await outbox.message(number, dueBy: start)
          else { continue }
          let failed = Answer.tryAgain(.init(cause: .status(503), text: "503"))
          _ = Retry(message, deadline: message.deadline).step(after: failed, at: start)
        }
      }
    }
    await attempt { _ = try log.retry(.all, expires: ["hook": .seconds(60)], at: start) }
    await attempt { _ = try await Retention(log: log).pruneByAge(TemporaryLog.retention) }
    _ = try? log.close()
    return refused
  }

  /// The page with the waiting deliveries is damaged: the daemon starts, and only what needs the page waits.
  @Test func aDamagedPageOfTheOutboxDoesNotPreventAStart() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/log.sqlite"
    _ = try await Self.written(in: folder)
    let page = try await DatabaseQueue(path: path).read { database in
      try Int.fetchOne(database, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'delivery_waiting'")
    }
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.seek(toOffset: UInt64(try #require(page) - 1) * 4096)
    try file.write(contentsOf: Data(repeating: 0xFF, count: 4096))
    try file.close()
    let log = try EventLog(path: path, clock: { RunClock(continuing: $0, notBefore: $1 ?? Self.start) })
    #expect(try log.events(after: 0, limit: 9).count == 4)
    try await log.markAlive(at: Self.start)
    await #expect(throws: DatabaseError.self) { try await Outbox(log: log, sink: "hook").heads(lag: .zero) }
  }

  @Test func noByteOfTheDatabaseTraps() async throws {
    let folder = try TemporaryFolder()
    let bytes = try await Self.written(in: folder)
    // Unused bytes have no meaning, and the first page is the schema.
    let used = bytes.indices.filter { $0 >= 4096 && bytes[$0] != 0 }
    var dice = SplitMix(seed: 13)
    var (unusable, refusals, read) = (0, 0, 0)
    for _ in 0..<400 {
      var damaged = bytes
      let place = try #require(used.randomElement(using: &dice))
      // Column types of a row are small numbers; 0 is no value.
      damaged[place] = Bool.random(using: &dice) ? 0 : UInt8.random(in: 0...255, using: &dice)
      let path = "\(folder.path)/damaged.sqlite"
      for file in [path, "\(path)-wal", "\(path)-shm"] { try? FileManager.default.removeItem(atPath: file) }
      try Data(damaged).write(to: URL(filePath: path))
      do {
        if try await Self.read(path) > 0 { refusals += 1 } else { read += 1 }
      } catch {
        unusable += 1
      }
    }
    #expect(refusals > 5 && read > 100, "\(unusable) unusable, \(refusals) refused, \(read) read")
  }
}
