internal import LiveModel
internal import LivePlatform

/// Reads the names of the players in the log for clients that name players, off the server's thread.
///
/// Bounds: at most one reading at a time, and one in `freshness`; it keeps at most the 10,000 names of a reading.
final class PlayerNameReader: Sendable {
  private struct State {
    /// The names of the last reading; empty if it failed, so that nobody gets advice.
    var names: Set<String> = []
    var read: SuspendingClock.Instant?
    var isReading = false
  }

  private let log: EventLog
  private let now: @Sendable () -> SuspendingClock.Instant
  private let bell: @Sendable () -> Void
  private let state = Locked(State())

  /// The age up to which a reading can miss a name: less than this after his first event, a player can be reported as
  /// unknown.
  static let freshness: Duration = .seconds(10)

  /// Creates a reader that has read nothing. `bell` is called from any thread when a reading has ended.
  init(log: EventLog, now: @escaping @Sendable () -> SuspendingClock.Instant, bell: @escaping @Sendable () -> Void) {
    (self.log, self.now, self.bell) = (log, now, bell)
  }

  /// Returns a sentence about each player whose name no event in the log has. Returns nil while the names are being read:
  /// then ask again after `bell` is called. Returns none if the log cannot be read.
  func advice(on players: [PlayerName]) -> [String]? {
    let isNamed = players.contains { if case .name = $0 { true } else { false } }
    guard isNamed else { return [] }
    let (last, now) = (state.withLock { $0 }, now())
    let advice = Suggestion.advice(on: players, among: last.names)
    let isFresh = last.read.map { now - $0 < Self.freshness } ?? false
    if isFresh || (!last.names.isEmpty && advice.isEmpty) { return advice }
    read()
    return nil
  }

  private func read() {
    let isDue = state.withLock { state in
      defer { state.isReading = true }
      return !state.isReading
    }
    guard isDue else { return }
    log.readPlayers { [self] result in
      let read = now()
      state.withLock { state in
        let names = (try? result.get()).map { Set($0.map(\.name)) } ?? []
        state = State(names: names, read: read, isReading: false)
      }
      bell()
    }
  }
}
