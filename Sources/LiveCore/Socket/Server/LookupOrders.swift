internal import LiveModel
internal import LivePlatform

/// Passes the lookups of clients to the service that answers them, and keeps each answer until the clients have fetched
/// it. Clients with the same question share one lookup.
///
/// Bounds: at most `mostWaiting` lookups wait, and at most `mostAnswers` answers are kept. A client whose answer was
/// removed asks again.
final class LookupOrders: Sendable {
  private struct Settled {
    var lookup: Lookup
    var result: Result<LookupAnswer, Fault>
    var since: SuspendingClock.Instant
  }

  private struct State {
    var waiting: Set<Lookup> = []
    var settled: [Settled] = []
    /// Whether `bell` was called since the last `takeSignal()`.
    var isSignalled = false
  }

  /// The maximum number of lookups that wait or are being answered. Further ones are refused.
  static let mostWaiting = 32
  /// The maximum number of kept answers.
  static let mostAnswers = 8
  /// The maximum age of an answer: it serves the clients that wait for it, and no later question.
  static let freshness: Duration = .seconds(1)

  /// The lookups, for one reader.
  let stream: AsyncStream<Lookup>
  private let entry: AsyncStream<Lookup>.Continuation
  private let now: @Sendable () -> SuspendingClock.Instant
  private let bell: @Sendable () -> Void
  private let state = Locked(State())

  /// Creates an empty list of lookups.
  ///
  /// - Parameters:
  ///   - now: returns the current time.
  ///   - bell: called from any thread when there is an answer.
  init(now: @escaping @Sendable () -> SuspendingClock.Instant = { .now }, bell: @escaping @Sendable () -> Void) {
    (self.now, self.bell) = (now, bell)
    (stream, entry) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostWaiting))
  }

  /// Returns the answer to a lookup, or nil while there is none: then ask again after `bell` is called. Throws
  /// `unknown_game` or `unknown_name` if the question names something that does not exist, `unavailable` if no source has
  /// an answer, or if too many lookups wait.
  func answer(to lookup: Lookup) throws(Request.Refusal) -> LookupAnswer? {
    let now = now()
    let known: (result: Result<LookupAnswer, Fault>?, isWaiting: Bool, isFull: Bool) = state.withLock { state in
      state.settled.removeAll { now - $0.since >= Self.freshness }
      if let settled = state.settled.first(where: { $0.lookup == lookup }) { return (settled.result, false, false) }
      if state.waiting.contains(lookup) { return (nil, true, false) }
      guard state.waiting.count < Self.mostWaiting else { return (nil, false, true) }
      state.waiting.insert(lookup)
      return (nil, false, false)
    }
    switch known.result {
    case .success(let answer)?: return answer
    case .failure(let fault)? where fault.code == .lookupNoGame:
      throw Request.Refusal(code: .unknownGame, message: fault.message)
    case .failure(let fault)? where fault.code == .lookupUnknownName:
      throw Request.Refusal(code: .unknownName, message: fault.message + (fault.hint.map { "; \($0)" } ?? ""))
    case .failure(let fault)?: throw Request.Refusal(code: .unavailable, message: "\(fault)")
    case nil:
      if known.isFull { throw Request.Refusal(code: .unavailable, message: "too many questions wait; ask again later") }
      if !known.isWaiting { entry.yield(lookup) }
      return nil
    }
  }

  /// Keeps the answer to a lookup for the clients that wait for it.
  func settle(_ lookup: Lookup, _ result: Result<LookupAnswer, Fault>) {
    let settled = Settled(lookup: lookup, result: result, since: now())
    state.withLock { state in
      state.waiting.remove(lookup)
      state.settled.append(settled)
      if state.settled.count > Self.mostAnswers { state.settled.removeFirst() }
      state.isSignalled = true
    }
    bell()
  }

  /// Returns whether `bell` was called since the last call.
  func takeSignal() -> Bool {
    state.withLock { state in
      defer { state.isSignalled = false }
      return state.isSignalled
    }
  }
}
