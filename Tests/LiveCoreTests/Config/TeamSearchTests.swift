internal import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct TeamSearchTests {
  private func found(_ text: String) -> String {
    switch TeamSearch.known.find(text) {
    case .one(let team): team.name
    case .several(let teams): teams.map(\.name).sorted().joined(separator: "+")
    case .none: "?" + TeamSearch.known.near(text).map(\.name).sorted().joined(separator: "+")
    }
  }

  @Test(arguments: [
    ("BOS", "BOS"), ("bos", "BOS"), ("wsn", "WSH"), (" Boston ", "BOS"), ("red sox", "BOS"), ("St. Louis", "STL"),
    ("st louis", "STL"), ("Blue Jays", "TOR"), ("Athletics", "ATH"), ("japan", "JPN"),
    ("D-backs", "AZ"), ("dbacks", "AZ"), ("redsox", "BOS"), ("red-sox", "BOS"), ("Yanks", "NYY"), ("bosox", "BOS"),
    ("A's", "ATH"), ("NY Mets", "NYM"), ("la dodgers", "LAD"), ("Blue-Jays", "TOR"), ("oakland", "ATH"),
    ("nba/BOS", "nba/BOS"), ("NBA/boston", "nba/BOS"), ("celtics", "nba/BOS"), ("Lakers", "LAL"), ("mlb/BOS", "BOS"),
    ("nba/brk", "BKN"), ("GS", "GSW"), ("Atlanta", "ATL"), ("nba/atlanta", "nba/ATL"), ("nba/Los Angeles", "LAL"),
  ])
  func findsOneClub(text: String, expected: String) { #expect(found(text) == expected) }

  @Test(arguments: [
    ("new york", "NYK+NYM+NYY"), ("Chicago", "CHC+CHI+CWS"), ("sox", "BOS+CWS"), ("Los Angeles", "LAA+LAD+LAL"),
    ("mlb/Los Angeles", "LAA+LAD"),
  ])
  func namesAllClubsOfACityOrName(text: String, expected: String) { #expect(found(text) == expected) }

  @Test(arguments: [("red soks", "?BOS"), ("Bosten", "?BOS"), ("Yankes", "?NYY"), ("chicagoo", "?CHC+CWS")])
  func suggestsAClubForAMisspelling(text: String, expected: String) { #expect(found(text) == expected) }

  @Test(arguments: ["", "  ", "qqqqqqqq", ".", "nba/", "nba/qqqqqqqq", "nhl/BOS/qqqqqqqq"])
  func findsNothing(text: String) { #expect(found(text) == "?") }

  @Test func findsEveryClubByItsAbbreviationAndItsName() {
    for league in Leagues.known.all {
      for club in league.clubs {
        let name = Leagues.known.name(of: club.abbreviation, in: league.id)
        for text in [club.abbreviation, club.name] + club.nicknames {
          #expect(found("\(league.id.rawValue)/\(text)") == name)
        }
        #expect(found(club.name) == name)
      }
    }
  }
}
