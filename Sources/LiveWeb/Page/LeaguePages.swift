internal import LiveModel

/// The league whose games, players or teams a page shows, with links to the same page of the other leagues.
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

  /// `page` is the second part of the addresses: `players`; nil for the games.
  init(_ league: LeagueID, among leagues: [LeagueID], page: String? = nil) {
    site = league.rawValue
    choices =
      leagues.count < 2
      ? []
      : leagues.map { other in
        Choice(
          label: Self.name(of: other), path: other.rawValue + (page.map { "/\($0)" } ?? ""), isChosen: other == league)
      }
  }

  /// Returns the league as sentences name it: `MLB`.
  static func name(of league: LeagueID) -> String { league.rawValue.uppercased() }

  /// Returns the owner of a league's data; nil for an unknown league.
  static func owner(of league: LeagueID) -> String? {
    ["mlb": "MLB Advanced Media, L.P.", "nba": "NBA Media Ventures, LLC"][league.rawValue]
  }
}

extension PageSource {
  /// The leagues that have pages, in the order of the configuration; never none.
  var pageLeagues: [LeagueID] {
    let listed = listingLeagues
    return listed.isEmpty ? [LeagueID(rawValue: "mlb")] : listed
  }

  /// The league to which an address without one leads: the first with a game in progress, else the first.
  var homeLeague: LeagueID {
    let leagues = pageLeagues
    let playing = Set(games.filter { [.live, .delayed].contains($0.game.status) }.map(\.league))
    return leagues.first(where: playing.contains) ?? leagues[0]
  }

  /// Returns the league of a path: that in its first part, else that of an address without one.
  func league(of path: [String]) -> LeagueID {
    pageLeagues.first { $0.rawValue == path.first } ?? homeLeague
  }

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
