/// Requests left for one host: hands out evenly spaced turns, first come, first served.
actor RequestBudget<C: Clock<Duration>> {
  private let clock: C
  private let perSecond: @Sendable () -> Double
  private var last: C.Instant?
  /// Of those who wait, in order of coming.
  private var tickets: [Int] = []
  private var lastTicket = 0

  /// A longer wait is reckoned anew in between: another rate may hold by then.
  private static var patience: Duration { .seconds(5) }

  /// `perSecond` is asked for each turn, and above 0.
  init(clock: C, perSecond: @escaping @Sendable () -> Double) { (self.clock, self.perSecond) = (clock, perSecond) }

  /// Waits for a turn. Who is cancelled uses up none.
  func take() async throws {
    lastTicket += 1
    let ticket = lastTicket
    tickets.append(ticket)
    defer { tickets.removeAll { $0 == ticket } }
    while let wait = wait(of: ticket) { try await clock.sleep(for: min(wait, Self.patience)) }
    try Task.checkCancellation()
    last = clock.now
  }

  /// Nil when the turn has come. Who wakes before those ahead of it have gone lets them go first.
  private func wait(of ticket: Int) -> Duration? {
    let spacing: Duration = .seconds(1) / perSecond()
    let ahead = tickets.firstIndex(of: ticket) ?? 0
    let untilNext = last.map { max(clock.now.duration(to: $0.advanced(by: spacing)), .zero) } ?? .zero
    guard ahead > 0 || untilNext > .zero else { return nil }
    return untilNext + spacing * ahead
  }
}
