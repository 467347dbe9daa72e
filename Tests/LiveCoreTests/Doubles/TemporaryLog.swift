import Foundation
import GRDB

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// An event log in its own folder.
final class TemporaryLog {
  private let folder: TemporaryFolder
  private(set) var log: EventLog
  /// How long this run of the daemon has lasted.
  private let elapsed = Locked(Duration.zero)

  init() throws {
    folder = try TemporaryFolder()
    log = try Self.open(folder, elapsed)
  }

  private static func open(_ folder: TemporaryFolder, _ elapsed: Locked<Duration>) throws -> EventLog {
    try EventLog(path: "\(folder.path)/log.sqlite", elapsed: { elapsed.withLock { $0 } })
  }

  /// Closes and opens the log, as a restart of the daemon does.
  func reopen() throws {
    try log.close()
    elapsed.withLock { $0 = .zero }
    log = try Self.open(folder, elapsed)
  }

  /// The age of events that is configured by default.
  static let retention = Config.default.log.retention

  /// Lets the daemon run for a span and prune regularly; `wall` is the wall clock meanwhile.
  @discardableResult
  func live(
    for span: Duration, wall: Timestamp? = nil, retention: Duration = TemporaryLog.retention
  ) async throws -> Retention.Outcome {
    var total = Retention.Outcome()
    // Longer steps than in the daemon, so that the tests do not wait for the disk a thousand times.
    let steps = min(50, max(1, Int(span / Retention.interval)))
    for _ in 0..<steps {
      elapsed.withLock { $0 += span / steps }
      try await log.markAlive(at: wall)
      let outcome = try await Retention(log: log).pruneByAge(retention)
      total.byAge += outcome.byAge
      total.undelivered += outcome.undelivered
      total.games += outcome.games
    }
    return total
  }

  func append(
    _ names: String..., game: Int = 1, tags: [Tag] = [], sinks: [String] = ["hook"],
    at now: Timestamp = SampleEvents.start
  ) async throws {
    let entries = names.map { LogEntry(event: SampleEvents.event($0, game: game, tags: tags), sinks: sinks) }
    let checkpoint = Checkpoint(game: GameID(league: .mlb, gamePk: game), state: [], isOver: false)
    try await log.append(LogAppend(checkpoint: checkpoint, events: entries), at: now)
  }

  func append(_ event: Event, sinks: [String] = ["hook"], at now: Timestamp = SampleEvents.start) async throws {
    let game = GameID(league: .mlb, gamePk: event.data.game.id)
    let entry = LogEntry(event: event, sinks: sinks, correctionSinks: sinks)
    let checkpoint = Checkpoint(game: game, state: [], isOver: false)
    try await log.append(LogAppend(checkpoint: checkpoint, events: [entry]), at: now)
  }
}

/// A folder for one test, removed when the value is released.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "livegamed-test-" + UUID().uuidString.prefix(8)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A real event log in its own folder; both are removed when the value is released.
final class NumberedLog: Sendable {
  private let home: Locked<TemporaryFolder>
  let folder: String
  let log: EventLog

  init() throws {
    let made = try TemporaryFolder()
    folder = made.path
    home = Locked(made)
    log = try EventLog(path: "\(folder)/log.sqlite")
  }

  /// Appends events of these numbers in one transaction.
  func append(_ numbers: some Sequence<Int>, event: (Int) -> Event = { NumberedEvents.event($0) }) async throws {
    let checkpoint = Checkpoint(game: NumberedEvents.game, state: [], isOver: false)
    let entries = numbers.map { LogEntry(event: event($0), sinks: []) }
    try await log.append(LogAppend(checkpoint: checkpoint, events: entries), at: NumberedEvents.time)
  }

  /// Removes the oldest events, as retention does.
  func prune(upTo sequence: Int) async throws {
    try await log.pool.write { try $0.execute(sql: "DELETE FROM event WHERE sequence <= ?", arguments: [sequence]) }
  }
}
