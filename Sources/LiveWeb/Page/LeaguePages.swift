internal import LiveModel

/// The league whose players or teams a page shows, with links to the same page of the other leagues.
struct LeaguePages: Sendable {
  /// The first part of the addresses: `mlb`.
  var site: String
  /// All leagues; none if there is only one.
  var choices: [Choice]

  struct Choice: Sendable {
    /// `NBA`.
    var label: String
    /// `nba/players`.
    var path: String
    var isChosen: Bool
  }

  /// `page` is the second part of the addresses: `players`.
  init(_ league: LeagueID, among leagues: [LeagueID], page: String) {
    site = league.rawValue
    choices =
      leagues.count < 2
      ? []
      : leagues.map { other in
        Choice(label: Self.name(of: other), path: "\(other.rawValue)/\(page)", isChosen: other == league)
      }
  }

  /// Returns the league as sentences name it: `MLB`.
  static func name(of league: LeagueID) -> String { league.rawValue.uppercased() }
}

extension PageSource {
  /// Returns the league of an address such as `/nba/players`; nil for an address of another page.
  func league(of path: [String], page: String) -> LeagueID? {
    guard path.count >= 2, path[1] == page else { return nil }
    return listingLeagues.first { $0.rawValue == path[0] }
  }
}

extension PlayerListing {
  /// Returns the address of the player's page behind the league's: `players/502671`. A player whose id is not that of
  /// `service`, which lists the league's players, is found by the name.
  func path(listedBy service: String?) -> String {
    self.service == service ? "players/\(id)" : "players?q=\(name.percentEncoded)"
  }
}
