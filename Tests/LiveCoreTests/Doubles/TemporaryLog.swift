@testable import LiveCore

/// An event log in a folder of its own.
final class TemporaryLog {
  private let folder: TemporaryFolder
  private(set) var log: EventLog

  init() throws {
    folder = try TemporaryFolder()
    log = try EventLog(path: "\(folder.path)/log.sqlite")
  }

  /// As after a restart of the daemon.
  func reopen() throws {
    try log.close()
    log = try EventLog(path: "\(folder.path)/log.sqlite")
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
    let entry = LogEntry(event: event, sinks: sinks, heirs: sinks)
    let checkpoint = Checkpoint(game: game, state: [], isOver: false)
    try await log.append(LogAppend(checkpoint: checkpoint, events: [entry]), at: now)
  }
}
