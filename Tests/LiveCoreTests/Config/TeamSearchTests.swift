internal import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct TeamSearchTests {
  private func found(_ text: String) -> String {
    switch TeamSearch.known.find(text) {
    case .one(let club): club.abbreviation
    case .several(let clubs): clubs.map(\.abbreviation).sorted().joined(separator: "+")
    case .none: "?" + TeamSearch.known.near(text).map(\.abbreviation).sorted().joined(separator: "+")
    }
  }

  @Test(arguments: [
    ("BOS", "BOS"), ("bos", "BOS"), ("wsn", "WSH"), (" Boston ", "BOS"), ("red sox", "BOS"), ("St. Louis", "STL"),
    ("st louis", "STL"), ("Blue Jays", "TOR"), ("Athletics", "ATH"), ("japan", "JPN"),
    ("D-backs", "AZ"), ("dbacks", "AZ"), ("redsox", "BOS"), ("red-sox", "BOS"), ("Yanks", "NYY"), ("bosox", "BOS"),
    ("A's", "ATH"), ("NY Mets", "NYM"), ("la dodgers", "LAD"), ("Blue-Jays", "TOR"), ("oakland", "ATH"),
  ])
  func findsOneClub(text: String, expected: String) { #expect(found(text) == expected) }

  @Test(arguments: [("new york", "NYM+NYY"), ("Chicago", "CHC+CWS"), ("sox", "BOS+CWS"), ("Los Angeles", "LAA+LAD")])
  func namesAllClubsOfACityOrName(text: String, expected: String) { #expect(found(text) == expected) }

  @Test(arguments: [("red soks", "?BOS"), ("Bosten", "?BOS"), ("Yankes", "?NYY"), ("chicagoo", "?CHC+CWS")])
  func suggestsAClubForAMisspelling(text: String, expected: String) { #expect(found(text) == expected) }

  @Test(arguments: ["", "  ", "qqqqqqqq", "."])
  func findsNothing(text: String) { #expect(found(text) == "?") }

  @Test func findsEveryClubByItsAbbreviationAndItsName() {
    for club in Leagues.known.clubs {
      #expect(found(club.abbreviation) == club.abbreviation)
      #expect(found(club.name) == club.abbreviation)
      for name in club.nicknames { #expect(found(name) == club.abbreviation) }
    }
  }
}
