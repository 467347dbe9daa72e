internal import LiveModel

/// A `team` request: one team with record, next game and roster.
struct TeamQuestion: Hashable, Sendable {
  /// An abbreviation.
  var team: String
  var order = RosterOrder.name
  /// Nil for all leagues, of which the first with such a team counts.
  var league: LeagueID?

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
  /// Nil for all leagues.
  var league: LeagueID?
}

/// A `player` request: one player with bio and statistics.
enum PlayerQuestion: Hashable, Sendable {
  /// The id of a player in a league, or in a service that lists the league's players.
  case id(Int, service: String? = nil, league: LeagueID? = nil)
  /// A name that only one player of the season may have, in one league or in all.
  case name(String, league: LeagueID? = nil)
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
