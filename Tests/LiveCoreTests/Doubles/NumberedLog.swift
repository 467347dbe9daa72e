import GRDB

@testable import LiveCore

/// A real event log in a folder of its own; both are gone when the value is.
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
