/// A club as the feed describes it.
package struct Team: Hashable, Codable, Sendable {
  package var id: Int
  package var abbreviation: String
  package var name: String

  package init(id: Int, abbreviation: String, name: String) {
    (self.id, self.abbreviation, self.name) = (id, abbreviation, name)
  }
}

/// A pair of values, one for each side of a game.
package struct Sides<Value: Sendable>: Sendable {
  package var away: Value
  package var home: Value

  package init(away: Value, home: Value) {
    (self.away, self.home) = (away, home)
  }

  package subscript(side: Side) -> Value {
    get { side == .away ? away : home }
    set { if side == .away { away = newValue } else { home = newValue } }
  }
}

extension Sides: Equatable where Value: Equatable {}
extension Sides: Hashable where Value: Hashable {}

/// The runs, points or goals of both sides.
package struct Score: Hashable, Codable, Sendable {
  package var away: Int
  package var home: Int

  package init(away: Int, home: Int) {
    (self.away, self.home) = (away, home)
  }

  package static let zero = Score(away: 0, home: 0)

  package subscript(side: Side) -> Int { side == .away ? away : home }

  /// The leading side; nil if the score is tied.
  package var leader: Side? { away == home ? nil : away > home ? .away : .home }
}

/// One of the two sides of a game.
package enum Side: String, Codable, Sendable {
  case away, home

  package var other: Side { self == .away ? .home : .away }
}

/// A person in the feed. The name is empty if the feed gives only the id.
package struct Person: Hashable, Codable, Sendable {
  package var id: Int
  package var name: String

  package init(id: Int, name: String) {
    (self.id, self.name) = (id, name)
  }
}

/// A person's role in one play or action.
package struct Participant: Hashable, Codable, Sendable {
  /// A role; each league has its own.
  package struct Role: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    package static let entering = Role(rawValue: "in")
    package static let leaving = Role(rawValue: "out")
  }

  package var id: Int
  package var name: String
  package var role: Role

  package init(_ person: Person, as role: Role) {
    id = person.id
    name = person.name
    self.role = role
  }
}

/// A name in the form used for comparison. Case, accents and the kinds of space, apostrophe and hyphen are ignored; all
/// other characters are significant, so that `Vladimir Guerrero Jr.` differs from `Vladimir Guerrero`.
///
/// Letters outside the Latin script lose only their case. Composed and decomposed forms are equal by Swift's string
/// comparison.
package struct FoldedName: Hashable, Sendable {
  package let text: String

  package init(_ name: String) {
    text = name.split(whereSeparator: \.isWhitespace).map { $0.map(Self.folded).joined() }.joined(separator: " ")
  }

  private static func folded(_ character: Character) -> String {
    if character.isASCII { return character.lowercased() }
    if let plain = punctuation[character] { return plain }
    return character.unicodeScalars.first.flatMap(latin) ?? character.lowercased()
  }

  /// Returns the letter without its marks, derived from the Unicode name, such as `LATIN SMALL LETTER E WITH ACUTE`.
  /// The standard library has no public canonical decomposition, which would not split `ø` or `ł` anyway.
  ///
  /// Unicode names never change (The Unicode Standard, section 4.8, "Name").
  private static func latin(_ scalar: Unicode.Scalar) -> String? {
    guard let name = scalar.properties.name,
      let prefix = prefixes.first(where: name.hasPrefix),
      let letter = name.dropFirst(prefix.utf8.count).split(separator: " WITH ", maxSplits: 1).first
    else { return nil }
    return letters[String(letter)] ?? (letter.utf8.count <= 2 ? letter.lowercased() : nil)
  }

  private static let prefixes = ["LETTER", "LIGATURE"].flatMap { ["LATIN SMALL \($0) ", "LATIN CAPITAL \($0) "] }

  /// Letters whose Unicode name is not the letter itself.
  private static let letters = [
    "SHARP S": "ss", "DOTLESS I": "i", "DOTLESS J": "j", "ETH": "d", "THORN": "th", "ENG": "n", "KRA": "k",
    "LONG S": "s", "N PRECEDED BY APOSTROPHE": "'n",
  ]

  private static let punctuation: [Character: String] = [
    "\u{2019}": "'", "\u{2018}": "'", "\u{02BC}": "'", "\u{02BB}": "'", "\u{2032}": "'", "\u{00B4}": "'",
    "\u{2010}": "-", "\u{2011}": "-", "\u{2012}": "-", "\u{2013}": "-", "\u{2212}": "-",
  ]
}
