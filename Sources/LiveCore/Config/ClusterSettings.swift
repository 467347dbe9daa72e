public import LiveModel

extension Config {
  /// `cluster`: the machines that share the games and their facts.
  public struct ClusterSettings: Sendable, Equatable {
    /// A node's part in the cluster.
    public enum Role: String, Sendable, CaseIterable {
      /// Polls its share of the games and publishes their facts.
      case watch
      /// Delivers the facts that all nodes have found.
      case deliver
    }

    /// The URL of the NATS servers, such as `tls://nats.home:4222`.
    public var nats = ""
    /// The name of this node, which no other node has.
    public var node = ""
    /// The work of this node.
    public var roles = Set(Role.allCases)
    /// `USER:PASSWORD`. Nil without a login.
    public var credentials: Secret?
    /// The path of a file with a JWT and its key, instead of `credentials`.
    public var credentialsFile: String?
    /// The path of a file with certificates that the server's must follow from; nil for those of the system.
    public var caFile: String?

    /// Creates the settings of an empty section, which lack `nats` and `node`.
    public init() {}

    /// Returns whether a node may have this name. It is part of a key of NATS, which allows no blanks, dots or wildcards.
    static func isName(_ text: some StringProtocol) -> Bool {
      (1...32).contains(text.utf8.count)
        && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    }
  }
}
