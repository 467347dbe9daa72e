internal import LiveModel
internal import LivePlatform

/// The limits of the services beside the leagues' sources: the requests in a minute, the pauses that a service demands,
/// and what it refuses for good. A refusal stands until the process ends, because a new key takes a restart.
///
/// Bound: for each service the instants of the requests of one minute, and one refusal for each endpoint.
final class ServiceGate<C: Clock<Duration>>: Sendable where C: Sendable {
  private struct State {
    /// The instants of the requests in the last minute.
    var turns: [C.Instant] = []
    var pausedUntil: C.Instant?
    /// The refusal of each endpoint; that of the key is under nil.
    var refusals: [String?: Fault] = [:]
  }

  private let clock: C
  private let states = Locked<[String: State]>([:])

  private static var period: Duration { .seconds(60) }
  /// Number of refused endpoints that are kept. A service has fewer.
  private static var mostRefusals: Int { 100 }
  /// Pause after status 429 without `Retry-After`.
  static var usualPause: Duration { .seconds(60) }

  init(clock: C) { self.clock = clock }

  /// Waits for a turn of at most `patience`. Throws a fault if the service would refuse the request, or
  /// `CancellationError`.
  func pass(_ endpoint: ListingService.Endpoint, of service: ListingService, patience: Duration) async throws {
    guard service.hasKey else { throw service.missingKey }
    let end = clock.now.advanced(by: patience)
    while let opens = try turn(endpoint, of: service) {
      guard opens <= end else { throw service.busy(for: clock.now.duration(to: opens)) }
      try await clock.sleep(until: opens, tolerance: nil)
    }
  }

  /// Takes a turn, or returns when the next one may be free. Throws the fault of a refusal.
  private func turn(_ endpoint: ListingService.Endpoint, of service: ListingService) throws -> C.Instant? {
    try states.withLock { states in
      let now = clock.now
      var state = states[service.name] ?? State()
      if let refusal = state.refusals[nil] ?? state.refusals[endpoint.path] { throw refusal }
      state.turns.removeAll { $0.advanced(by: Self.period) <= now }
      var opens = state.pausedUntil.flatMap { $0 > now ? $0 : nil }
      if opens == nil, state.turns.count >= service.requestsPerMinute {
        opens = state.turns.first?.advanced(by: Self.period)
      }
      if opens == nil { state.turns.append(now) }
      states[service.name] = state
      return opens
    }
  }

  /// Notes that a service has too many requests.
  func pause(_ service: ListingService, for span: Duration) {
    states.withLock { [clock] states in
      let end = clock.now.advanced(by: span)
      states[service.name, default: State()].pausedUntil = max(states[service.name]?.pausedUntil ?? end, end)
    }
  }

  /// Notes that a service refuses an endpoint, or the key. Returns whether this is news.
  func refuse(_ endpoint: ListingService.Endpoint, of service: ListingService, _ fault: Fault) -> Bool {
    states.withLock { states in
      var state = states[service.name] ?? State()
      let name = endpoint.isBasic ? nil : Optional(endpoint.path)
      guard state.refusals[name] == nil, state.refusals.count < Self.mostRefusals else { return false }
      state.refusals[name] = fault
      states[service.name] = state
      return true
    }
  }
}
