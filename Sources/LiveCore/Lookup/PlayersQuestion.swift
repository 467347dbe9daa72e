internal import LiveModel

/// A `team` request: one team with record, next game and roster.
struct TeamQuestion: Hashable, Sendable {
  /// An abbreviation.
  var team: String
  var order = RosterOrder.name

  /// The order of a roster.
  enum RosterOrder: String, Codable, Sendable { case name, position }
}

/// A `players` request: the players of the season that fit all conditions, of which there is at least one.
struct PlayersQuestion: Hashable, Sendable {
  /// Beginnings of words of the name, in any order.
  var name: String?
  /// An abbreviation.
  var team: String?
  /// An abbreviation.
  var position: String?
}

/// A `player` request: one player with bio and statistics.
enum PlayerQuestion: Hashable, Sendable {
  case id(Int)
  /// A name that only one player of the season may have.
  case name(String)
}

/// A name of a player as a person types it.
package enum PlayerNameText {
  /// The fewest letters of a name to search for.
  package static let fewestLetters = 2
  /// The longest name to search for, in bytes.
  package static let longest = 100

  /// Returns the reason why a text is no name to search for; nil if it is one.
  package static func flaw(of text: String) -> String? {
    if text.utf8.count > longest { return "a player's name has at most \(longest) bytes" }
    let letters = text.count { $0.isLetter || $0.isNumber }
    return letters < fewestLetters ? "a player's name needs at least two letters" : nil
  }
}
