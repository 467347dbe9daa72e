internal import FoundationEssentials
internal import LiveModel
internal import LivePlatform
internal import Logging

/// Restoring a game from the log.
extension GamePoller {
  /// State of a game after the last run.
  struct Restored: Sendable {
    var state: L.State
    /// True if the state comes from a checkpoint of the log.
    var isKnown: Bool
  }

  /// Opens the game and reads the checkpoint. If it is unreadable, rebuilds the state from the events in the log and
  /// reports that. No fact is then repeated or lost.
  ///
  /// Returns nil if another daemon has taken the game to its end. Throws the log's error if the log cannot be read at
  /// present.
  func restored(_ logger: Logger) async throws -> Restored? {
    guard let opened = try await context.log.open(game) else { return nil }
    if opened == .behind { return try await rebuilt() }
    let checkpoint: Checkpoint?
    do {
      checkpoint = try await context.log.checkpoint(of: game)
    } catch let error where EventLog.isDamage(error) {
      return try await rebuilt(because: error, logger)
    }
    guard let checkpoint else {
      // A state without history would produce the logged facts again, and the log rejects duplicate ids.
      if try await context.log.newestEvent(of: game) != nil { return try await rebuilt(because: Missing(), logger) }
      return Restored(state: context.league.beginning(baseline, scheduledStart: nil), isKnown: false)
    }
    do {
      let state = try JSONDecoder().decode(L.State.self, from: Data(checkpoint.state))
      return Restored(state: context.league.resumed(state, monotonic: context.monotonic()), isKnown: true)
    } catch {
      return try await rebuilt(because: error, logger)
    }
  }

  private struct Missing: Error, CustomStringConvertible {
    var description: String { "the log has events of the game, but no checkpoint" }
  }

  /// Rebuilds the state because the facts are newer than the checkpoint.
  private func rebuilt() async throws -> Restored { try await rebuilt(from: events(context.logger(for: game))) }

  /// Returns the newest revisions of all facts that can be read.
  private func events(_ logger: Logger) async throws -> [Event] {
    try await context.log.newestRevisions(of: game).compactMap { logged in
      do {
        return try logged.decoded()
      } catch {
        let fields: Logger.Metadata = [LogKey.sequence: "\(logged.sequence)"]
        logger.error("event of the log not readable", metadata: Fault.metadata(of: error, and: fields))
        return nil
      }
    }
  }

  private func rebuilt(because error: any Error, _ logger: Logger) async throws -> Restored {
    let events = try await events(logger)
    let fault = Fault(
      .checkpointUnreadable,
      "the checkpoint of game \(game) cannot be read, and was rebuilt from \(events.count) facts in the log: \(error)",
      hint: "nothing to do; if it happens again, check the disk")
    logger.error("checkpoint rebuilt", metadata: Fault.metadata(of: fault))
    context.log.health.failed(fault)
    context.meters.rebuiltCheckpoint()
    return rebuilt(from: events)
  }

  private func rebuilt(from events: [Event]) -> Restored {
    // `isKnown` is false, so that the next answer writes a checkpoint.
    guard !events.isEmpty else {
      return Restored(state: context.league.beginning(baseline, scheduledStart: nil), isKnown: false)
    }
    let state = context.league.rebuilding(game, from: events)
    return Restored(state: context.league.resumed(state, monotonic: context.monotonic()), isKnown: false)
  }

  /// Shows the last event before a restart on the scoreboard.
  func rememberLast() async {
    guard let last = try? await context.log.newestEvent(of: game)?.decoded() else { return }
    context.scoreboard.tell(last.data.summary, of: game)
  }
}

extension Fault.Code {
  static let checkpointUnreadable = Fault.Code("log.checkpoint-unreadable")
}
