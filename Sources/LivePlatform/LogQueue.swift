internal import LiveModel

/// The queue of the daemon's own log. Its destination may stop taking lines at any time and for any length of time: a
/// full pipe, a stopped terminal, a frozen journald.
///
/// `append` never waits for the destination. A thread of the queue writes the entries in order. When the queue is full,
/// further entries are dropped and counted until half of it has been written. Then one entry reports the number of
/// dropped entries, in the place where they would have been.
///
/// Bound: `limits`, and the entries of one write.
package final class LogQueue: Sendable {
  /// Limits of the queue.
  struct Limits: Sendable {
    var entries = 8192
    /// Limit in bytes. A single entry may exceed it when the queue is empty.
    var bytes = 2 << 20
  }

  private struct State {
    var entries: [OwnLogEntry] = []
    /// Number and bytes of the entries that are not written yet, including those in the writer's batch.
    var (count, bytes) = (0, 0)
    /// Total numbers of entries accepted and written.
    var (taken, written) = (0, 0)
    /// Total number of dropped entries, and the number of them that is not reported yet.
    var (dropped, unreported) = (0, 0)
    var isFull = false
    var isClosed = false
    /// Start of the present write; nil between writes.
    var writingSince: Timestamp?
    /// Callers of `flush`, each with the value of `taken` that `written` must reach.
    var waiting: [(taken: Int, doorbell: Doorbell)] = []

    mutating func take(_ entry: OwnLogEntry) {
      entries.append(entry)
      count += 1
      bytes += entry.byteCount
      taken += 1
    }
  }

  private let state = Locked(State())
  private let doorbell: Doorbell
  private let limits: Limits
  private let now: @Sendable () -> Timestamp

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - limits: the limits of the queue.
  ///   - now: the clock for `standing`.
  ///   - report: creates the entry that reports the number of dropped entries.
  ///   - write: writes an entry to the destination; it may block.
  /// - Throws: `platform.thread` when the system refuses the thread.
  init(
    limits: Limits = Limits(), now: @escaping @Sendable () -> Timestamp = { RunClock.shared.now() },
    report: @escaping @Sendable (_ dropped: Int) -> OwnLogEntry, write: @escaping @Sendable (OwnLogEntry) -> Void
  ) throws(Fault) {
    (self.limits, self.now) = (limits, now)
    do throws(SystemError) {
      doorbell = try Doorbell()
    } catch {
      throw Fault(.thread, "no descriptor to wake the log's thread: \(error)", hint: "raise 'ulimit -n'")
    }
    let writer = Writer(state: state, doorbell: doorbell, limits: limits, now: now, report: report, write: write)
    _ = try DedicatedThread(name: "livegamed-log") { writer.run() }
  }

  /// Ends the thread after it has written all queued entries.
  deinit {
    state.withLock { $0.isClosed = true }
    doorbell.ring()
  }

  /// Queues an entry, or drops it when the queue is full.
  func append(_ entry: OwnLogEntry) {
    let isFirst = state.withLock { state in
      let fits =
        !state.isFull && state.count < limits.entries
        && (state.count == 0 || state.bytes + entry.byteCount <= limits.bytes)
      guard fits else {
        state.isFull = true
        state.dropped += 1
        state.unreported += 1
        return false
      }
      defer { state.take(entry) }
      return state.entries.isEmpty
    }
    if isFirst { doorbell.ring() }
  }

  /// Waits until all entries queued so far are written, for at most `limit`.
  func flush(within limit: Duration) {
    guard let doorbell = try? Doorbell() else { return }
    let isOver = state.withLock { state in
      guard state.written < state.taken else { return true }
      state.waiting.append((state.taken, doorbell))
      return false
    }
    if !isOver { doorbell.wait(atMost: limit) }
  }

  /// State of the destination.
  var standing: OwnLogStanding {
    let now = now()
    return state.withLock { state in
      let since = state.writingSince.flatMap { now - $0 >= OwnLogStanding.patience ? $0 : nil }
      return OwnLogStanding(dropped: state.dropped, blockedSince: since)
    }
  }
}

extension LogQueue {
  /// The loop of the thread.
  private struct Writer: Sendable {
    let state: Locked<State>
    let doorbell: Doorbell
    let limits: Limits
    let now: @Sendable () -> Timestamp
    let report: @Sendable (Int) -> OwnLogEntry
    let write: @Sendable (OwnLogEntry) -> Void

    func run() {
      while let batch = next() {
        for entry in batch {
          let start = now()
          state.withLock { $0.writingSince = start }
          write(entry)
          finish(entry)
        }
        if batch.isEmpty { doorbell.wait() }
      }
    }

    /// Returns all queued entries; nil when the queue is closed and empty.
    private func next() -> [OwnLogEntry]? {
      state.withLock { state in
        let batch = state.entries
        state.entries = []
        return batch.isEmpty && state.isClosed ? nil : batch
      }
    }

    private func finish(_ entry: OwnLogEntry) {
      let doorbells = state.withLock { state in
        state.writingSince = nil
        state.count -= 1
        state.bytes -= entry.byteCount
        state.written += 1
        if state.isFull, state.count <= limits.entries / 2, state.bytes <= limits.bytes / 2 { reopen(&state) }
        let doorbells = state.waiting.filter { $0.taken <= state.written }.map(\.doorbell)
        state.waiting.removeAll { $0.taken <= state.written }
        return doorbells
      }
      for doorbell in doorbells { doorbell.ring() }
    }

    private func reopen(_ state: inout State) {
      state.isFull = false
      state.take(report(state.unreported))
      state.unreported = 0
      // A flush that is in progress also waits for the report of its missing lines.
      for position in state.waiting.indices { state.waiting[position].taken = state.taken }
    }
  }
}
