internal import LivePlatform

/// Passes orders to reload to the service that carries them out, and keeps each answer until its client fetches it.
///
/// Bounds: `mostOrders` orders wait, one of each client at most. An answer is removed with its client.
final class ReloadOrders: Sendable {
  /// An order that waits. Without a client it is a SIGHUP, and no answer is kept.
  struct Order: Sendable {
    var client: UInt64?
    var request = ReloadRequest()
  }

  private struct State {
    /// The clients whose order waits or is carried out, each with its answer once there is one.
    var answers: [UInt64: ReloadAnswer?] = [:]
    /// Whether `bell` was called since the last `takeSignal()`.
    var isSignalled = false
  }

  /// The maximum number of orders that wait. Further ones are refused; a further SIGHUP is dropped, because those that
  /// wait will read the newest files.
  static let mostOrders = 8

  /// The orders, for one reader.
  let stream: AsyncStream<Order>
  private let entry: AsyncStream<Order>.Continuation
  private let bell: @Sendable () -> Void
  private let state = Locked(State())

  /// Creates an empty list of orders. `bell` is called from any thread when there is an answer.
  init(bell: @escaping @Sendable () -> Void) {
    self.bell = bell
    (stream, entry) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostOrders))
  }

  /// Adds an order without a client.
  func hangUp() { entry.yield(Order()) }

  /// Adds the order of a client, or returns its answer, once. Returns nil until there is one: then ask again after
  /// `bell` is called. Throws `not_reloadable` when too many orders wait.
  func answer(to request: ReloadRequest, from client: UInt64) throws(Request.Refusal) -> ReloadAnswer? {
    let (answer, isKnown) = state.withLock { state in
      guard let known = state.answers[client] else {
        state.answers[client] = .some(nil)
        return (ReloadAnswer?.none, false)
      }
      if known != nil { state.answers[client] = nil }
      return (known, true)
    }
    guard !isKnown, case .dropped = entry.yield(Order(client: client, request: request)) else { return answer }
    forget(client)
    throw Request.Refusal(code: .notReloadable, message: "too many reloads wait")
  }

  /// Keeps the answer to an order for its client, unless that has left.
  func settle(_ order: Order, _ answer: ReloadAnswer) {
    guard let client = order.client else { return }
    state.withLock { state in
      guard state.answers[client] != nil else { return }
      state.answers[client] = .some(answer)
      state.isSignalled = true
    }
    bell()
  }

  /// Removes the answer of a client that has left.
  func forget(_ client: UInt64) { state.withLock { _ = $0.answers.removeValue(forKey: client) } }

  /// Returns whether `bell` was called since the last call.
  func takeSignal() -> Bool {
    state.withLock { state in
      defer { state.isSignalled = false }
      return state.isSignalled
    }
  }
}
