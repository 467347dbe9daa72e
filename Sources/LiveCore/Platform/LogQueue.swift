internal import Glibc

/// The daemon's own log on its way to its destination, which may stop taking lines at any time and for any length of
/// time: a full pipe, a terminal that is held, a journald that is frozen.
///
/// `append` never waits for the destination. A thread of the queue's own writes the entries in their order. When the
/// queue is full, further entries are dropped and counted until half of it has been written; then an entry says how
/// many were dropped, at the place where they would have stood.
///
/// Bound: `limits`, and the entries that one write takes.
final class LogQueue: Sendable {
  /// Limits of the queue.
  struct Limits: Sendable {
    var entries = 8192
    /// One entry may lie over it when the queue is empty.
    var bytes = 2 << 20
  }

  private struct State {
    var entries: [OwnLogEntry] = []
    /// Entries and their bytes that are not written yet, those in the writer's hands included.
    var (count, bytes) = (0, 0)
    /// Entries that were ever taken, and that were ever written.
    var (taken, written) = (0, 0)
    /// Entries that were ever dropped, and those of them that no entry tells of yet.
    var (dropped, unreported) = (0, 0)
    var isFull = false
    var isClosed = false
    /// When the write in hand began; nil while none is.
    var writingSince: Timestamp?
    /// Those that wait until so many entries have been written.
    var waiting: [(taken: Int, bell: Doorbell)] = []

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
  ///   - limits: what the queue holds at most.
  ///   - now: the time by which `standing` tells since when a write hangs.
  ///   - report: makes the entry that says how many were dropped.
  ///   - write: hands an entry to the destination; it may block.
  /// - Throws: `platform.thread` when the system refuses the thread.
  init(
    limits: Limits = Limits(), now: @escaping @Sendable () -> Timestamp = { RunClock.shared.now() },
    report: @escaping @Sendable (_ dropped: Int) -> OwnLogEntry, write: @escaping @Sendable (OwnLogEntry) -> Void
  ) throws(Fault) {
    (self.limits, self.now) = (limits, now)
    do throws(SocketFailure) {
      doorbell = try Doorbell()
    } catch {
      throw Fault(.thread, "no descriptor to wake the log's thread: \(error)", hint: "raise 'ulimit -n'")
    }
    let writer = Writer(state: state, doorbell: doorbell, limits: limits, now: now, report: report, write: write)
    _ = try DedicatedThread(name: "livegamed-log") { writer.run() }
  }

  /// The thread ends when it has written what it holds.
  deinit {
    state.withLock { $0.isClosed = true }
    doorbell.ring()
  }

  /// Takes an entry, or drops it when the queue is full.
  func append(_ entry: OwnLogEntry) {
    let isFirst = state.withLock { state in
      let hasRoom =
        !state.isFull && state.count < limits.entries
        && (state.count == 0 || state.bytes + entry.byteCount <= limits.bytes)
      guard hasRoom else {
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

  /// Waits until everything that was taken so far has been written, at most for `limit`.
  func flush(within limit: Duration) {
    guard let bell = try? Doorbell() else { return }
    let isOver = state.withLock { state in
      guard state.written < state.taken else { return true }
      state.waiting.append((state.taken, bell))
      return false
    }
    if !isOver { bell.wait(atMost: limit) }
  }

  /// How the destination stands.
  var standing: OwnLogStanding {
    let now = now()
    return state.withLock { state in
      let since = state.writingSince.flatMap { now - $0 >= OwnLogStanding.patience ? $0 : nil }
      return OwnLogStanding(dropped: state.dropped, blockedSince: since)
    }
  }
}

extension LogQueue {
  /// The writing thread.
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

    /// Everything that waits; nil when nothing will come any more.
    private func next() -> [OwnLogEntry]? {
      state.withLock { state in
        let batch = state.entries
        state.entries = []
        return batch.isEmpty && state.isClosed ? nil : batch
      }
    }

    private func finish(_ entry: OwnLogEntry) {
      let bells = state.withLock { state in
        state.writingSince = nil
        state.count -= 1
        state.bytes -= entry.byteCount
        state.written += 1
        if state.isFull, state.count <= limits.entries / 2, state.bytes <= limits.bytes / 2 { reopen(&state) }
        let bells = state.waiting.filter { $0.taken <= state.written }.map(\.bell)
        state.waiting.removeAll { $0.taken <= state.written }
        return bells
      }
      for bell in bells { bell.ring() }
    }

    private func reopen(_ state: inout State) {
      state.isFull = false
      state.take(report(state.unreported))
      state.unreported = 0
      // Dropped lines belong before the lines queued so far.
      for position in state.waiting.indices { state.waiting[position].taken = state.taken }
    }
  }
}

/// Where the process's own log goes.
public enum LogDestination: Equatable, Sendable {
  /// To the journal, as entries with fields.
  case journal
  /// To standard error, as lines.
  case standardError

  /// The journal where standard error is connected to it already, as in a service of systemd's.
  ///
  /// - Parameter environment: of the process; `JOURNAL_STREAM` says what systemd has connected.
  public init(environment: [String: String]) {
    self = JournalStream.isOpen(STDERR_FILENO, by: environment["JOURNAL_STREAM"]) ? .journal : .standardError
  }
}
