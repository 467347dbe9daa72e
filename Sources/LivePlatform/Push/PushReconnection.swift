internal import LiveModel

/// The decision when to connect again, if at all. A pure value: randomness comes in as a number.
///
/// An attempt has failed if its connection ends before the first message. A completed handshake alone proves nothing: a
/// server may accept every connection and close it at once.
struct PushReconnection: Equatable, Sendable {
  enum Step: Equatable, Sendable {
    case wait(Duration)
    case giveUp
  }

  private let endpoint: PushEndpoint
  private let timing: PushTiming
  private var hasHeard = false
  /// Failed attempts in a row.
  private(set) var failures = 0
  /// The next wait, without its random part.
  private var nextWait: Duration

  init(_ endpoint: PushEndpoint, _ timing: PushTiming) {
    (self.endpoint, self.timing, nextWait) = (endpoint, timing, timing.firstWait)
  }

  /// Returns the wait before the first attempt. `chance` is from 0 to 1.
  func start(chance: Double) -> Duration { timing.spread * chance }

  /// Notes a message of the present connection.
  mutating func messageArrived() {
    guard !hasHeard else { return }
    (hasHeard, failures, nextWait) = (true, 0, timing.firstWait)
  }

  /// Decides after the end of a connection or of an attempt. `chance` is from 0 to 1.
  mutating func step(after ending: PushEnding, chance: Double) -> Step {
    defer { hasHeard = false }
    if case .failed(let fault) = ending, fault.kind == .badURL { return .giveUp }
    if case .closed(let code?, _) = ending {
      if endpoint.never.contains(code) { return .giveUp }
      if endpoint.notYet.contains(code) { return .wait(timing.unavailable + timing.spread * chance) }
    }
    if !hasHeard { failures += 1 }
    guard failures < timing.attempts else { return .giveUp }
    let wait = nextWait * (0.75 + 0.5 * chance)
    nextWait = min(nextWait * 2, timing.longestWait)
    guard case .refused(let status, let retryAfter) = ending else { return .wait(wait) }
    let asked = retryAfter ?? ([401, 403, 429].contains(status) ? timing.refused : .zero)
    return .wait(asked > wait ? asked + timing.spread * chance : wait)
  }
}
