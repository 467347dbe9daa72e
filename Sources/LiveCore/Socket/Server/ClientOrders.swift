internal import LivePlatform

/// Passes orders of clients to the service that carries them out, and keeps each answer until its client fetches it.
///
/// Bounds: `most` orders wait, one of each client at most. An answer is removed with its client.
final class ClientOrders<Request: Sendable, Answer: Sendable>: Sendable {
  /// An order that waits. Without a client no answer is kept.
  struct Order: Sendable {
    var client: UInt64?
    var request: Request
  }

  private struct State {
    /// The clients whose order waits or is carried out, each with its answer once there is one.
    var answers: [UInt64: Answer?] = [:]
    /// Whether `bell` was called since the last `takeSignal()`.
    var isSignalled = false
  }

  /// The orders, for one reader.
  let stream: AsyncStream<Order>
  private let entry: AsyncStream<Order>.Continuation
  private let refusal: LiveCore.Request.Refusal
  private let bell: @Sendable () -> Void
  private let state = Locked(State())

  /// Creates an empty list of orders.
  ///
  /// - Parameters:
  ///   - most: the maximum number of orders that wait. Further ones are refused.
  ///   - refusal: the error of a client whose order is refused for that.
  ///   - bell: called from any thread when there is an answer.
  init(most: Int, refusal: LiveCore.Request.Refusal, bell: @escaping @Sendable () -> Void) {
    (self.refusal, self.bell) = (refusal, bell)
    (stream, entry) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(most))
  }

  /// Adds an order without a client. It is dropped when too many wait.
  fileprivate func add(_ request: Request) { entry.yield(Order(request: request)) }

  /// Adds the order of a client, or returns its answer, once. Returns nil until there is one: then ask again after
  /// `bell` is called. Throws when too many orders wait.
  func answer(to request: Request, from client: UInt64) throws(LiveCore.Request.Refusal) -> Answer? {
    let (answer, isKnown) = state.withLock { state in
      guard let known = state.answers[client] else {
        state.answers[client] = .some(nil)
        return (Answer?.none, false)
      }
      if known != nil { state.answers[client] = nil }
      return (known, true)
    }
    guard !isKnown, case .dropped = entry.yield(Order(client: client, request: request)) else { return answer }
    forget(client)
    throw refusal
  }

  /// Keeps the answer to an order for its client, unless that has left.
  func settle(_ order: Order, _ answer: Answer) {
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

/// The orders to reload. One without a client is a SIGHUP; it is dropped when too many wait, because those that wait will
/// read the newest files.
typealias ReloadOrders = ClientOrders<ReloadRequest, ReloadAnswer>

extension ReloadOrders {
  /// The maximum number of orders that wait.
  static var mostOrders: Int { 8 }

  /// Creates an empty list. A client whose order is one too many gets `not_reloadable`.
  convenience init(bell: @escaping @Sendable () -> Void) {
    self.init(
      most: Self.mostOrders, refusal: .init(code: .notReloadable, message: "too many reloads wait"), bell: bell)
  }

  /// Adds the order of a SIGHUP.
  func hangUp() { add(ReloadRequest()) }
}

extension ClientOrders.Order where Request == ReloadRequest, Answer == ReloadAnswer {
  /// Creates the order of a client that passes no credentials.
  init(client: UInt64) { self.init(client: client, request: ReloadRequest()) }
}

/// A request about what is followed, with the user who sent it; nil if the kernel does not say.
struct FollowOrder: Equatable, Sendable {
  var request: FollowRequest
  var user: Int?
}

/// The requests about what is followed.
typealias FollowOrders = ClientOrders<FollowOrder, Result<FollowAnswer, Request.Refusal>>

extension FollowOrders {
  /// Creates an empty list. A client whose request is one too many gets `unavailable`.
  convenience init(bell: @escaping @Sendable () -> Void) {
    self.init(
      most: 32, refusal: .init(code: .unavailable, message: "too many questions wait; ask again later"), bell: bell)
  }
}
