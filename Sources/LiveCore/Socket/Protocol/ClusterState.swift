public import LiveModel

/// The daemon's part in a cluster, as `status` and the metrics show it.
public struct ClusterState: Equatable, Sendable, Codable {
  /// The name of the node.
  public var node: String
  /// Its roles: `watch`, `deliver` or both.
  public var roles: [String]
  /// The number of nodes that poll games; nil on a node that does not.
  public var watchers: Int?
  /// The number of games that this node polls; nil on a node that does not poll.
  public var games: Int?
  /// The sinks that this node serves; nil on a node that does not deliver.
  public var sinks: [String]?
  /// The number of messages of the stream that are not in this node's log yet; nil on a node that does not deliver.
  public var behind: Int?
  /// Why NATS does not do what it should; nil while it does.
  public var error: String?
  /// The time of the first failure.
  public var since: Timestamp?

  /// The problem that needs the operator; nil while there is none.
  var problem: String? { error.map { "the cluster fails: \($0)" } }
}
