internal import LiveModel
internal import LivePlatform

/// Whether the parts of a node reach their servers: its leases, and the copy of the stream.
final class ClusterHealth: Sendable {
  enum Part: Hashable, Sendable { case leases, copy }

  private struct Trouble {
    var since: Timestamp
    var fault: Fault
  }

  private struct State {
    var troubles: [Part: Trouble] = [:]
    /// The parts that have worked once.
    var begun: Set<Part> = []
    /// How many messages of the stream were not copied, when it was read last; nil before that.
    var behind: Int?
  }

  private let state = Locked(State())
  private let wall: @Sendable () -> Timestamp

  init(wall: @escaping @Sendable () -> Timestamp = WallClock.now) { self.wall = wall }

  func worked(_ part: Part) {
    state.withLock { state in
      state.troubles[part] = nil
      state.begun.insert(part)
    }
  }

  func failed(_ part: Part, because fault: Fault) {
    state.withLock { $0.troubles[part] = Trouble(since: $0.troubles[part]?.since ?? wall(), fault: fault) }
  }

  /// Records how many messages of the stream are not copied yet.
  func isBehind(_ count: Int) { state.withLock { $0.behind = count } }

  /// The first failure that lasts; nil while everything works.
  var trouble: (since: Timestamp, error: String)? {
    state.withLock { state in
      state.troubles.values.min { $0.since < $1.since }.map { ($0.since, "\($0.fault)") }
    }
  }

  var behind: Int? { state.withLock { $0.behind } }
}

/// The daemon's part in a cluster, as `status` and the metrics show it.
public struct ClusterState: Equatable, Sendable, Codable {
  /// The name of the node.
  public var node: String
  /// What it does: `watch`, `deliver` or both.
  public var roles: [String]
  /// The number of nodes that poll games; nil on a node that does not.
  public var watchers: Int?
  /// The number of games that this node polls; nil on a node that does not poll.
  public var games: Int?
  /// The number of messages of the stream that are not in this node's log yet; nil on a node that does not deliver.
  public var behind: Int?
  /// Why NATS does not do what it should; nil while it does.
  public var error: String?
  /// The time of the first failure.
  public var since: Timestamp?

  /// The problem that needs the operator; nil while there is none.
  var problem: String? { error.map { "the cluster fails: \($0)" } }
}
