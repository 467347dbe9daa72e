internal import LiveModel

/// The events of one subscription on their way from the thread of the connections to a task. It never blocks the thread.
///
/// Bound: `limits`.
final class PushMailbox: Sendable {
  struct Limits: Sendable {
    var events = 64
    /// Limit of all messages in bytes; more than one message may have.
    var bytes = 256 << 10
  }

  /// The requests of the subscriber.
  struct Orders: Equatable {
    var isEnded: Bool
    var reopens: Bool
  }

  private struct State {
    var events: [PushEvent] = []
    var bytes = 0
    var standing = PushStanding()
    var isEnded = false
    var reopens = false
    /// Whether no further event can come.
    var isComplete = false
  }

  private let state = Locked(State())
  private let arrivals = Watermark()
  private let limits: Limits

  init(limits: Limits = Limits()) { self.limits = limits }

  var standing: PushStanding { state.withLock { $0.standing } }

  /// Adds an event and wakes the task that waits for it.
  func post(_ event: PushEvent) {
    let isNew = state.withLock { state in
      guard !state.isComplete else { return false }
      state.standing.note(event)
      if case .gaveUp = event { state.isComplete = true }
      state.events.append(event)
      state.bytes += event.byteCount
      while state.events.count > limits.events || state.bytes > limits.bytes {
        // An opening or an ending matters more than a message, but both are bounded.
        let oldest = state.events.firstIndex { $0.byteCount > 0 } ?? 0
        state.bytes -= state.events.remove(at: oldest).byteCount
        state.standing.dropped += 1
      }
      return true
    }
    if isNew { arrivals.raise { $0 + 1 } }
  }

  /// Notes that an attempt begins.
  func noteAttempt() {
    state.withLock { if !$0.isComplete { $0.standing.state = .connecting } }
  }

  func next() async -> PushEvent? {
    while !Task.isCancelled {
      let mark = arrivals.value
      let (event, isComplete) = state.withLock { state -> (PushEvent?, Bool) in
        guard !state.events.isEmpty else { return (nil, state.isComplete) }
        let event = state.events.removeFirst()
        state.bytes -= event.byteCount
        return (event, false)
      }
      if let event { return event }
      guard !isComplete, await arrivals.past(mark) != nil else { return nil }
    }
    return nil
  }

  func requestReopening() { state.withLock { $0.reopens = true } }

  /// Ends the subscription from either side: nothing more is delivered.
  func end() {
    state.withLock { state in
      if !state.isComplete { state.standing.state = .ended }
      (state.isEnded, state.isComplete) = (true, true)
      (state.events, state.bytes) = ([], 0)
    }
    arrivals.raise { $0 + 1 }
  }

  /// Returns the requests since the last call.
  func takeOrders() -> Orders {
    state.withLock { state in
      defer { state.reopens = false }
      return Orders(isEnded: state.isEnded, reopens: state.reopens)
    }
  }
}

extension PushEvent {
  /// Bytes of the message; 0 for another event.
  fileprivate var byteCount: Int {
    if case .message(let bytes, _) = self { bytes.count } else { 0 }
  }
}

extension PushStanding {
  fileprivate mutating func note(_ event: PushEvent) {
    switch event {
    case .opened(let now): (state, openings) = (.open(since: now), openings + 1)
    case .message(_, let now): (messages, lastMessage) = (messages + 1, now)
    case .closed(let ending, let next): state = .waiting(ending, until: next)
    case .gaveUp(let ending): state = .unavailable(ending)
    }
  }
}
