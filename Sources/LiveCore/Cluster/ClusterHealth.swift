internal import LiveModel
internal import LivePlatform

/// Whether the parts of a node reach their servers: its leases, the copy of the stream, and the progress of the sinks.
final class ClusterHealth: Sendable {
  enum Part: Hashable, Sendable { case leases, copy, progress }

  private struct Trouble {
    var since: Timestamp
    var fault: Fault
  }

  private struct State {
    var troubles: [Part: Trouble] = [:]
    /// How many messages of the stream were not copied, when it was read last; nil before that.
    var behind: Int?
  }

  private let state = Locked(State())
  /// Rises with each look that has found the end of the stream.
  private let ends = Watermark()
  private let wall: @Sendable () -> Timestamp

  init(wall: @escaping @Sendable () -> Timestamp = WallClock.now) { self.wall = wall }

  func worked(_ part: Part) { state.withLock { $0.troubles[part] = nil } }

  func failed(_ part: Part, because fault: Fault) {
    state.withLock { $0.troubles[part] = Trouble(since: $0.troubles[part]?.since ?? wall(), fault: fault) }
  }

  /// Records how many messages of the stream are not copied yet, after each look at it.
  func copied(leaving count: Int) {
    state.withLock { $0.behind = count }
    if count == 0 { ends.raise { $0 + 1 } }
  }

  /// Waits until the log has all that the stream had when this was called.
  func caughtUp() async throws(CancellationError) {
    // The look that ends next may have begun before.
    let end = ends.value + 1
    guard await ends.past(end) != nil else { throw CancellationError() }
  }

  /// The first failure that lasts; nil while everything works.
  var trouble: (since: Timestamp, error: String)? {
    state.withLock { state in
      state.troubles.values.min { $0.since < $1.since }.map { ($0.since, "\($0.fault)") }
    }
  }

  var behind: Int? { state.withLock { $0.behind } }
}
