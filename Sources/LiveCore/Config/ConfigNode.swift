/// A value of a configuration file, with where it stands.
struct ConfigNode: Equatable, Sendable {
  indirect enum Content: Equatable, Sendable {
    /// `isPlain` when it is not in quotes, so that it may be a number, true, false or nothing.
    case scalar(String, isPlain: Bool)
    case list([ConfigNode])
    case mapping([Field])
  }

  /// One `key: value`.
  struct Field: Equatable, Sendable {
    var key: String
    var place: Fault.Place
    var value: ConfigNode
  }

  /// The key that it, or the list it is in, stands under; empty at the top.
  var name: String
  var place: Fault.Place
  var content: Content

  /// YAML 1.2's core schema, without YAML 1.1's `yes`, `0660`, `1:30` and the like.
  enum Kind: String {
    case nothing
    case flag = "true or false"
    case number = "a number"
    case text
    case list = "a list"
    case mapping = "a mapping"
  }

  var kind: Kind {
    switch content {
    case .list: .list
    case .mapping: .mapping
    case .scalar(_, isPlain: false): .text
    case .scalar("", _), .scalar("~", _), .scalar("null", _): .nothing
    case .scalar("true", _), .scalar("false", _): .flag
    case .scalar(let text, _): Self.isNumber(text) ? .number : .text
    }
  }

  /// The text of a scalar, whatever its kind.
  var text: String? {
    guard case .scalar(let text, _) = content else { return nil }
    return text
  }

  private static func isNumber(_ text: String) -> Bool {
    let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    guard let first = digits.utf8.first, first == UInt8(ascii: ".") || (48...57).contains(first) else { return false }
    return Double(text) != nil
  }
}

/// What a fault may show of a configuration: nothing that could be a secret, and nothing long.
func quoted(_ text: String) -> String {
  let isShown =
    text.utf8.count <= 48 && !text.contains("://") && !text.contains("whsec_")
    && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  return isShown ? "'\(text)'" : "'…'"
}
