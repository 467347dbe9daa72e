internal import LivePlatform

/// The newest sequence, and waiting for a newer one; wakes the readers of the log.
///
/// A waiting reader gets one number, however far behind it is, and fetches the rows from its own cursor. So a start and
/// catching up are the same path. Only for the reader with the bell the new events are kept, at most `mostFresh`, which
/// saves it a read; beyond that it fetches like every reader.
final class LogTail: Sendable {
  private struct State {
    /// Called after every newer sequence; for a reader that does not wait in a task.
    var bell: (@Sendable () -> Void)?
    /// Events published since the reader with the bell last took them; they save it a read of the log.
    var fresh: [LoggedEvent] = []
  }

  /// Maximum number of events kept for the reader with the bell; when there are more, it reads the log.
  static let mostFresh = 256

  private let level: Watermark
  private let state = Locked(State())

  init(newest: Int) { level = Watermark(newest) }

  var newest: Int { level.value }

  /// Number of tasks that wait now.
  var waiting: Int { level.waiting }

  /// Calls `bell` after each newer sequence, on the thread that publishes it, so that it must be short. Several threads may
  /// call it at the same time, and one more call may follow its removal. Nil removes it.
  func ring(_ bell: (@Sendable () -> Void)?) {
    // Releases the old bell, and all that it owns, outside the lock.
    _ = state.withLock { state in
      defer { (state.bell, state.fresh) = (bell, []) }
      return state.bell
    }
  }

  /// Returns the events published since the last call, in the order of publication. Some are missing after a long burst
  /// or when publishers overtook each other; the log has them all.
  func takeFresh() -> [LoggedEvent] {
    state.withLock { state in
      defer { state.fresh.removeAll(keepingCapacity: true) }
      return state.fresh
    }
  }

  /// Wakes the readers whose cursor lies before `sequence`.
  func publish(_ sequence: Int) { publish([]) { max($0, sequence) } }

  /// Wakes the readers that have not seen these events, which must already be in the log.
  func publish(_ events: [LoggedEvent]) {
    guard let last = events.last else { return }
    publish(events) { max($0, last.sequence) }
  }

  /// Adds one and wakes every reader; for a plain counter with several writers.
  func advance() { publish([]) { $0 + 1 } }

  /// Raises the level first: no reader may get an event that is newer than `newest`.
  private func publish(_ events: [LoggedEvent], _ newest: (Int) -> Int) {
    level.raise(newest)
    let bell = state.withLock { state in
      if state.bell != nil, state.fresh.count + events.count <= Self.mostFresh { state.fresh += events }
      return state.bell
    }
    bell?()
  }

  /// Returns the newest sequence as soon as it is past `cursor`; nil when the task is cancelled.
  func past(_ cursor: Int) async -> Int? { await level.past(cursor) }
}
