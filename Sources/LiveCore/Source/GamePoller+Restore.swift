internal import FoundationEssentials
internal import Logging

/// How a watch takes up a game that the log knows.
extension GamePoller {
  /// A game as it was left.
  struct Restored: Sendable {
    var state: L.State
    /// The log has a checkpoint that says so.
    var isKnown: Bool
  }

  /// Reads the checkpoint. One that cannot be read is rebuilt from the events in the log, and that is reported: the game
  /// goes on, tells nothing again, and loses nothing.
  ///
  /// Throws what the log throws when it cannot be read just now.
  func restored(_ logger: Logger) async throws -> Restored {
    let checkpoint: Checkpoint?
    do {
      checkpoint = try await context.log.checkpoint(of: game)
    } catch let error where EventLog.isDamage(error) {
      return try await rebuilt(because: error, logger)
    }
    guard let checkpoint else {
      // Facts that were told would be told again, and the log refuses their ids.
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

  private func rebuilt(because error: any Error, _ logger: Logger) async throws -> Restored {
    let told = try await context.log.newestRevisions(of: game)
    let events = told.compactMap { logged in
      do {
        return try logged.decoded()
      } catch {
        let fields: Logger.Metadata = [LogKey.sequence: "\(logged.sequence)"]
        logger.error("event of the log not readable", metadata: Fault.metadata(of: error, and: fields))
        return nil
      }
    }
    let fault = Fault(
      .checkpointUnreadable,
      "the checkpoint of game \(game) cannot be read, and was rebuilt from \(events.count) facts in the log: \(error)",
      hint: "nothing: the game goes on; if it happens again, check the disk")
    logger.error("checkpoint rebuilt", metadata: Fault.metadata(of: fault))
    context.log.health.failed(fault)
    context.meters.rebuiltCheckpoint()
    // Not known: the next answer writes it down.
    guard !events.isEmpty else {
      return Restored(state: context.league.beginning(baseline, scheduledStart: nil), isKnown: false)
    }
    let state = context.league.rebuilding(game, from: events)
    return Restored(state: context.league.resumed(state, monotonic: context.monotonic()), isKnown: false)
  }
}

extension Fault.Code {
  static let checkpointUnreadable = Fault.Code("log.checkpoint-unreadable")
}
