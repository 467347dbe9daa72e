/// Somebody as the configuration names them: `Shohei Ohtani`, or StatsAPI's id `660271`.
enum PlayerName: Hashable, Sendable, CustomStringConvertible {
  case id(Int)
  /// Matches whatever the case and the accents.
  case name(String)

  /// Digits are an id; all else is a name, and has a letter. Nil for what is neither.
  init?(_ text: String) {
    if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      guard let id = Int(text, in: 1...1 << 53) else { return nil }
      self = .id(id)
    } else {
      guard text.utf8.count <= 200, text.contains(where: \.isLetter) else { return nil }
      self = .name(text)
    }
  }

  /// As it is written in the configuration.
  var description: String {
    switch self {
    case .id(let id): String(id)
    case .name(let name): name
    }
  }
}
