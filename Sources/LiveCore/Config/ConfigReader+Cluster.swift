internal import FoundationEssentials
internal import LiveModel

/// Reads `cluster`.
extension ConfigReader {
  enum ClusterKey: String, CaseIterable {
    case nats, node, roles, credentials
    case credentialsFile = "credentials_file"
    case caFile = "ca_file"
  }

  mutating func readCluster(_ node: ConfigNode) {
    var cluster = config.cluster ?? Config.ClusterSettings()
    places["cluster"] = places["cluster"] ?? node.place
    fields(of: node, as: ClusterKey.self) { reader, key, value in
      guard value.kind != .nothing else { return }
      reader.places["cluster.\(key.rawValue)"] = value.place
      switch key {
      case .nats: cluster.nats = reader.natsURL(value) ?? cluster.nats
      case .node: cluster.node = reader.nodeName(value) ?? cluster.node
      case .roles: cluster.roles = reader.roles(value) ?? cluster.roles
      case .credentials: cluster.credentials = reader.natsLogin(value) ?? cluster.credentials
      case .credentialsFile: cluster.credentialsFile = reader.path(value) ?? cluster.credentialsFile
      case .caFile: cluster.caFile = reader.path(value) ?? cluster.caFile
      }
    }
    config.cluster = cluster
  }

  /// Checks that the section is complete, and that its values fit together.
  mutating func finishCluster() {
    guard let cluster = config.cluster else { return }
    for (key, example) in [(ClusterKey.nats, "\"tls://nats.home:4222\""), (.node, "attic")]
    where places["cluster.\(key.rawValue)"] == nil {
      refuse(
        .configMissingKey, "'cluster' takes '\(key.rawValue)'", at: places["cluster"],
        hint: "add '\(key.rawValue): \(example)' to it")
    }
    if cluster.credentials != nil, cluster.credentialsFile != nil {
      refuse(
        .configBadValue, "'cluster' takes 'credentials' or 'credentials_file', and has both",
        at: places["cluster.credentials_file"], hint: "remove one of them")
    }
    if cluster.nats.hasPrefix("nats://"), let place = places["cluster.ca_file"] {
      refuse(
        .configBadValue, "'ca_file' is for a connection with TLS", at: place,
        hint: "begin 'nats' with 'tls://', or remove 'ca_file'")
    }
  }

  private mutating func natsURL(_ node: ConfigNode) -> String? {
    guard let text = text(node), isShort(text, node, upTo: ConfigLimits.path) else { return nil }
    let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, ["nats:", "tls:"].contains(parts[0]), parts[1].isEmpty, !parts[2].isEmpty,
      parts[2].utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"/?#@,".utf8.contains($0) })
    else {
      refuse(
        .configBadValue, "'nats' takes the URL of a NATS server", at: node.place,
        hint: "write it as in \"tls://nats.home:4222\"; user and password belong to 'credentials'")
      return nil
    }
    return text
  }

  private mutating func nodeName(_ node: ConfigNode) -> String? {
    guard let name = text(node) else { return nil }
    if Config.ClusterSettings.isName(name) { return name }
    refuse(
      .configBadValue, "'node' takes 1 to 32 lower-case letters, digits and hyphens, not \(quoted(name))",
      at: node.place, hint: "write it as in attic")
    return nil
  }

  private mutating func roles(_ node: ConfigNode) -> Set<Config.ClusterSettings.Role>? {
    guard let names = names(node) else { return nil }
    let known = Config.ClusterSettings.Role.allCases.map(\.rawValue)
    var roles: Set<Config.ClusterSettings.Role> = []
    for (name, place) in names {
      if let role = Config.ClusterSettings.Role(rawValue: name) {
        roles.insert(role)
      } else {
        refuse(
          .configUnknownName, "there is no role \(quoted(name))", at: place,
          hint: hint(name, among: known, otherwise: "write watch, deliver or both"))
      }
    }
    if names.isEmpty {
      refuse(
        .configBadValue, "'roles' is empty: the node would do nothing", at: node.place,
        hint: "write watch, deliver or both")
    }
    return roles.isEmpty ? nil : roles
  }

  private mutating func natsLogin(_ node: ConfigNode) -> Secret? {
    secret(
      node, message: "'credentials' takes the user of NATS, a colon and the password",
      hint: "write USER:PASSWORD into the credential, in one line"
    ) { text in
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 && !parts[0].isEmpty && text.utf8.count <= ConfigLimits.token
        && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
  }
}
