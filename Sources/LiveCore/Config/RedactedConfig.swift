internal import LiveModel

/// A configuration without its secrets and without what leads to people's accounts, for a report to others.
///
/// It is made of the parsed YAML, without comments, in which old addresses often stay. Only keys that are known to hold no
/// secret are shown with their values. A reference such as `${credential:NAME}` is
/// shown, because it names a secret and does not contain it.
public enum RedactedConfig {
  /// Returns each file of the configuration as text, in the order in which they are read, as lines. A file that cannot
  /// be read or parsed has its fault instead. Reads no file of a secret. `path` is the main file, such as
  /// `/etc/livegamed/livegamed.yaml`.
  public static func lines(of path: String) -> [String] {
    let (files, refusal) = ConfigFiles.files(of: path)
    return files.flatMap { ["# \($0)"] + lines(ofFile: $0) } + [refusal].compactMap { $0.map(\.description) }
  }

  private static func lines(ofFile file: String) -> [String] {
    do {
      let text = try SmallFile.text(at: file, limit: ConfigText.limits.bytes)
      var source = ConfigText(text, file: file)
      let root = source.root()
      return (root.map { lines(of: $0) } ?? []) + source.faults.map { "# \($0.withoutMessage)" }
    } catch {
      return ["# this file \(error.message)"]
    }
  }

  /// Returns a file's tree as lines of YAML.
  static func lines(of root: ConfigNode) -> [String] { lines(of: root, under: "", indent: 0) }

  /// The keys, at any depth, whose values are neither secrets nor lead to a person's account.
  private static let shownKeys: Set<String> = [
    "follow", "teams", "players", "source", "mlb", "nba", "numbers", "enabled", "base_url", "user_agent",
    "requests_per_minute", "sport_ids",
    "predictions", "push", "poll", "live_min",
    "live_max", "idle_max", "requests_per_second", "game_memory", "catch_up", "state_directory", "log", "max_size",
    "retention", "socket",
    "path", "mode",
    "journal", "events", "metrics", "listen", "web", "hosts", "trust", "header", "frame", "clients", "states",
    "cluster", "node", "roles", "credentials_file",
    "sinks", "type", "allow_http", "allow_private", "early", "delay", "group", "quiet_hours", "from", "to", "time_zone",
    "expires", "timeout", "max_in_flight", "max_per_minute", "spoiler_free", "format", "threads",
    "ca_file", "discovery", "wait_for_subscriber",
    "routes", "leagues", "batting", "pitching", "types", "tags", "all_tags", "not_tags",
    "innings", "score_margin", "importance", "min_leverage", "min_swing", "provisional", "stop",
  ]

  /// The keys whose values are secrets, or lead to a person's account. A reference to a secret is shown.
  private static let hiddenKeys: Set<String> = [
    "url", "user", "password", "secret", "token", "key", "topic", "channel", "room", "chat_id", "thread_id", "command",
    "nats", "credentials",
  ]

  /// The keys whose values are mappings, or lists of mappings. Any other value is misplaced, and may be a secret.
  private static let containers: Set<String> = [
    "follow", "source", "mlb", "nba", "numbers", "poll", "log", "socket", "journal", "metrics", "web", "trust",
    "cluster",
    "quiet_hours", "sinks",
    "routes",
  ]

  private static func lines(of node: ConfigNode, under parent: String, indent: Int) -> [String] {
    guard case .mapping(let fields) = node.content else { return [margin(indent) + "[redacted]"] }
    return fields.flatMap { parent == "sinks" ? sink($0, indent: indent) : setting($0, under: parent, indent: indent) }
  }

  /// Returns an entry of `sinks`, whose key is a name of the operator's choice.
  private static func sink(_ field: ConfigNode.Field, indent: Int) -> [String] {
    let isName =
      field.key.utf8.count <= 32 && field.key.utf8.allSatisfy { $0.isASCIIDigit || (97...122).contains($0) || $0 == 45 }
    return [margin(indent) + (isName ? "\(field.key):" : "[name]:")]
      + lines(of: field.value, under: "", indent: indent + 2)
  }

  private static func setting(_ field: ConfigNode.Field, under parent: String, indent: Int) -> [String] {
    let head = margin(indent) + field.key + ":"
    if hiddenKeys.contains(field.key) { return ["\(head) \(hidden(field.value))"] }
    guard shownKeys.contains(field.key) else { return [margin(indent) + "[unknown key]: [redacted]"] }
    let mayBeScalar = !containers.contains(field.key) || parent == "routes" && field.key == "sinks"
    switch field.value.content {
    case .mapping: return [head] + lines(of: field.value, under: field.key, indent: indent + 2)
    case .list(let nodes) where nodes.contains { $0.text == nil }:
      return [head] + nodes.flatMap { element($0, under: field.key, indent: indent + 2) }
    case .scalar, .list:
      return ["\(head) \(mayBeScalar ? value(field.value, of: field.key) : "[redacted]")"]
    }
  }

  /// Returns an element of a list, such as a route, as lines that begin with `- `.
  private static func element(_ node: ConfigNode, under key: String, indent: Int) -> [String] {
    let lines = key == "routes" ? lines(of: node, under: key, indent: indent + 2) : [margin(indent + 2) + "[redacted]"]
    return lines.enumerated().map { offset, line in
      offset == 0 ? margin(indent) + "- " + line.dropFirst(indent + 2) : line
    }
  }

  /// Returns a reference to a secret as it is, and anything else without its text.
  private static func hidden(_ node: ConfigNode) -> String {
    switch node.content {
    case .scalar(let text, _): isReference(text) ? quoted(text) : "[redacted]"
    case .list(let nodes): "[" + nodes.map(hidden).joined(separator: ", ") + "]"
    case .mapping: "[redacted]"
    }
  }

  private static func isReference(_ text: String) -> Bool {
    (try? SecretReference(text)).map { !$0.isPlain } ?? false
  }

  private static func value(_ node: ConfigNode, of key: String) -> String {
    switch node.content {
    case .scalar(let text, let isPlain): value(text, isPlain, of: key)
    case .list(let nodes): "[" + nodes.map { value($0, of: key) }.joined(separator: ", ") + "]"
    case .mapping: "[redacted]"
    }
  }

  /// Returns a scalar as YAML. An address is redacted, except that of the source, which has neither user nor query.
  private static func value(_ text: String, _ isPlain: Bool, of key: String) -> String {
    let isAddress = text.contains("://")
    if isAddress, key != "base_url" || text.contains(where: { "@?#".contains($0) }) { return "[redacted]" }
    return isPlain ? text : quoted(text)
  }

  private static func margin(_ width: Int) -> String { String(repeating: " ", count: width) }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    return "\"\(escaped)\""
  }
}

extension Fault {
  /// The place and the code of a fault. Its words may quote the file, and so a secret.
  fileprivate var withoutMessage: String { "\(place.map { "\($0): " } ?? "")[\(code.rawValue)]" }
}
