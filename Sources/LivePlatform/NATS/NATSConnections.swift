internal import CNats

/// A number that grows with each new connection of a client. The library reports a new connection on a thread of its
/// own, a moment after the first request may have used it. So each request also records the number that it has seen.
final class NATSConnections: Sendable {
  private struct State {
    /// The connections of the sessions before the present one.
    var former = 0
    /// How often the present session has connected again, as the library has reported.
    var reported = 0
    /// The same, as the newest request has seen it.
    var seen = 0

    var number: Int { former + max(reported, seen) }
  }

  private let state = Locked(State())

  var number: Int { state.withLock { $0.number } }

  /// Records how often the present session had connected again after a request.
  func saw(_ reconnects: Int) { state.withLock { $0.seen = max($0.seen, reconnects) } }

  /// Counts a session that replaces the present one.
  func beginSession() { state.withLock { $0 = State(former: $0.number + 1) } }

  /// Returns what the library hands to `count`. The object then lives as long as the process, because the library calls
  /// `count` even after a session has ended.
  func pointer() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  /// Counts a connection that the library reports.
  static let count: natsConnectionHandler = { _, pointer in
    guard let pointer else { return }
    Unmanaged<NATSConnections>.fromOpaque(pointer).takeUnretainedValue().state.withLock { $0.reported += 1 }
  }
}
