/// The newest sequence, and waiting for a newer one: what wakes every reader of the log.
///
/// A reader that waits is told one number however far it is behind, and fetches the rows from its own cursor. So
/// starting again is the same path as catching up. What is new is kept only for the reader with the bell, at most
/// `mostFresh` events, which spares it that look; past them it fetches like everybody.
final class LogTail: Sendable {
  private struct State {
    /// Told of every newer sequence; for a reader that sleeps in `epoll_wait` and not in a task.
    var bell: (@Sendable () -> Void)?
    /// Published events that the reader has not taken. They save the reader a read of the log.
    var fresh: [LoggedEvent] = []
  }

  /// Events that wait for the reader with the bell; one who comes later than that reads the log.
  static let mostFresh = 256

  private let level: Watermark
  private let state = Locked(State())

  init(newest: Int) { level = Watermark(newest) }

  var newest: Int { level.value }

  /// How many tasks wait now.
  var waiting: Int { level.waiting }

  /// Calls `bell` after each newer sequence, on the writer's thread: it must be short. Nil takes it away.
  func ring(_ bell: (@Sendable () -> Void)?) {
    state.withLock { state in
      state.bell = bell
      state.fresh = []
    }
  }

  /// Returns the events published since the last call, in order. Some are missing after a long burst, or if publishers
  /// overtook each other; the log has all of them.
  func takeFresh() -> [LoggedEvent] {
    state.withLock { state in
      defer { state.fresh.removeAll(keepingCapacity: true) }
      return state.fresh
    }
  }

  /// Wakes the readers whose cursor lies before `sequence`.
  func publish(_ sequence: Int) { publish([]) { max($0, sequence) } }

  /// Wakes the readers that have not seen these events, which are in the log.
  func publish(_ events: [LoggedEvent]) {
    guard let last = events.last else { return }
    publish(events) { max($0, last.sequence) }
  }

  /// Wakes every reader: for one that only counts, and has several writers.
  func advance() { publish([]) { $0 + 1 } }

  /// The level first: nobody may be handed an event that the newest sequence does not know of yet.
  private func publish(_ events: [LoggedEvent], _ newest: (Int) -> Int) {
    level.raise(newest)
    let bell = state.withLock { state in
      if state.bell != nil, state.fresh.count + events.count <= Self.mostFresh { state.fresh += events }
      return state.bell
    }
    bell?()
  }

  /// The newest sequence as soon as it is past `cursor`; nil when the task is cancelled.
  func past(_ cursor: Int) async -> Int? { await level.past(cursor) }
}
