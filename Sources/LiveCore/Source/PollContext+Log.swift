/// What the log fails to do for one game is no reason to keep another one waiting.
extension PollContext {
  /// Writes the checkpoints of games that are not known yet, where the log takes them. The next look at the schedule
  /// tries again.
  func begin(_ checkpoints: [Checkpoint]) async {
    // In one transaction, or else one by one: a single damaged page must not count for all.
    if await isBegun(checkpoints) { return }
    for checkpoint in checkpoints where !Task.isCancelled { _ = await isBegun([checkpoint]) }
  }

  private func isBegun(_ checkpoints: [Checkpoint]) async -> Bool {
    do {
      try await log.begin(checkpoints, at: now())
      return true
    } catch {
      log.health.failed(error)
      return false
    }
  }

  /// Returns whether the log knows the game of a row of the schedule, and knows it as over; nil when it does not know
  /// the game. A game that was put off is not over once the schedule says that it was played to its end. One that cannot
  /// be read now counts as not over: its watch reads it again until it can.
  func isOver(_ row: ScheduledGame) async throws -> Bool? {
    do {
      return try await log.checkpoint(of: row.game).map { $0.isOver && ($0.isFinal || row.status.phase != .final) }
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      log.health.failed(error)
      return false
    }
  }
}
