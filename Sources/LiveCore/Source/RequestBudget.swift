/// Requests left for one host: hands out evenly spaced turns, first come, first served.
actor RequestBudget<C: Clock<Duration>> {
  private let clock: C
  private let spacing: Duration
  private var nextTurn: C.Instant

  /// `perSecond` is above 0.
  init(perSecond: Double, clock: C) {
    self.clock = clock
    spacing = .seconds(1) / perSecond
    nextTurn = clock.now
  }

  /// Waits for a turn. A turn that is given up by cancelling stays used: the host is asked less, never more.
  func take() async throws {
    let turn = max(nextTurn, clock.now)
    nextTurn = turn.advanced(by: spacing)
    if turn > clock.now { try await clock.sleep(until: turn, tolerance: nil) }
    try Task.checkCancellation()
  }
}
