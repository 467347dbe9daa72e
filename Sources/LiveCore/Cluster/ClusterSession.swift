internal import LiveModel

/// One run of a node's daemon, such as `attic.9f2c61a0`. A daemon that starts again is another session, so that nobody
/// takes it for the former one.
struct ClusterSession: Hashable, Sendable, CustomStringConvertible {
  /// The name of the node in the configuration: 1 to 32 lower-case letters, digits and hyphens.
  let node: String
  let run: String

  init(node: String, run: String = LogID.random().rawValue) { (self.node, self.run) = (node, run) }

  /// Parses the form of `description`.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, Config.ClusterSettings.isName(parts[0]),
      Config.ClusterSettings.isName(parts[1])
    else { return nil }
    self.init(node: String(parts[0]), run: String(parts[1]))
  }

  var description: String { "\(node).\(run)" }
}
