/// Requests left for one host: hands out evenly spaced turns, first come, first served.
actor RequestBudget<C: Clock<Duration>> {
  private let clock: C
  private let perSecond: @Sendable () -> Double
  private var nextTurn: C.Instant

  /// `perSecond` is asked for each turn, and above 0.
  init(clock: C, perSecond: @escaping @Sendable () -> Double) {
    (self.clock, self.perSecond) = (clock, perSecond)
    nextTurn = clock.now
  }

  /// Waits for a turn. A turn that is given up by cancelling stays used: the host is asked less, never more.
  func take() async throws {
    let turn = max(nextTurn, clock.now)
    nextTurn = turn.advanced(by: .seconds(1) / perSecond())
    if turn > clock.now { try await clock.sleep(until: turn, tolerance: nil) }
    try Task.checkCancellation()
  }
}
