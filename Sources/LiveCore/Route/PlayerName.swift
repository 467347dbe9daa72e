internal import LiveModel

/// A player in the configuration: a name such as `Shohei Ohtani`, or StatsAPI's id, such as `660271`.
enum PlayerName: Hashable, Sendable, CustomStringConvertible {
  case id(Int)
  /// A name; matches regardless of case and accents.
  case name(String)

  /// Advice on a text that is neither.
  static let advice = "write the full name, as in 'Shohei Ohtani', or StatsAPI's id, as in 660271"

  /// Advice on a name that no game has had.
  static let exactAdvice = "check the spelling, or use the number at the end of the player's page on mlb.com"

  /// Parses digits as an id from 1 to 2^53, and other text with at least one letter and at most 200 bytes as a name.
  /// Returns nil for anything else.
  init?(_ text: String) {
    if text.utf8.allSatisfy(\.isASCIIDigit) {
      guard let id = Int(text, in: 1...1 << 53) else { return nil }
      self = .id(id)
    } else {
      guard text.utf8.count <= 200, text.contains(where: \.isLetter) else { return nil }
      self = .name(text)
    }
  }

  /// The text in the configuration.
  var description: String {
    switch self {
    case .id(let id): String(id)
    case .name(let name): name
    }
  }
}
