/// A name as it is compared: without case and accents, whatever kind of space, apostrophe and hyphen it is written
/// with. Everything else counts: `Guerrero Jr.` is not his father.
///
/// Letters outside the Latin script lose their case alone; both ways to write one, composed or not, are equal by
/// Swift's own comparison.
struct FoldedName: Hashable, Sendable {
  let text: String

  init(_ name: String) {
    text = name.split(whereSeparator: \.isWhitespace).map { $0.map(Self.folded).joined() }.joined(separator: " ")
  }

  private static func folded(_ character: Character) -> String {
    if character.isASCII { return character.lowercased() }
    if let plain = punctuation[character] { return plain }
    return character.unicodeScalars.first.flatMap(latin) ?? character.lowercased()
  }

  /// The letter under the marks, by the character's name: `LATIN SMALL LETTER E WITH ACUTE`. The standard library keeps
  /// canonical decomposition to itself, and would not take `ø` or `ł` apart.
  ///
  /// Source: Unicode 4.8, "Name": names never change.
  private static func latin(_ scalar: Unicode.Scalar) -> String? {
    guard let name = scalar.properties.name,
      let prefix = prefixes.first(where: name.hasPrefix),
      let letter = name.dropFirst(prefix.utf8.count).split(separator: " WITH ", maxSplits: 1).first
    else { return nil }
    return letters[String(letter)] ?? (letter.utf8.count <= 2 ? letter.lowercased() : nil)
  }

  private static let prefixes = ["LETTER", "LIGATURE"].flatMap { ["LATIN SMALL \($0) ", "LATIN CAPITAL \($0) "] }

  /// Those whose names spell more than their letters.
  private static let letters = [
    "SHARP S": "ss", "DOTLESS I": "i", "DOTLESS J": "j", "ETH": "d", "THORN": "th", "ENG": "n", "KRA": "k",
    "LONG S": "s", "N PRECEDED BY APOSTROPHE": "'n",
  ]

  private static let punctuation: [Character: String] = [
    "\u{2019}": "'", "\u{2018}": "'", "\u{02BC}": "'", "\u{02BB}": "'", "\u{2032}": "'", "\u{00B4}": "'",
    "\u{2010}": "-", "\u{2011}": "-", "\u{2012}": "-", "\u{2013}": "-", "\u{2212}": "-",
  ]
}
