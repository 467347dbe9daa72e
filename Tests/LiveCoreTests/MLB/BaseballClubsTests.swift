internal import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct BaseballClubsTests {
  @Test(arguments: [
    ["AZ", "ARI"], ["ATH", "OAK"], ["CWS", "CHW"], ["WSH", "WSN", "WAS"], ["KC", "KCR"], ["SD", "SDP"], ["SF", "SFG"],
    ["TB", "TBR"], ["LAA", "ANA"], ["PUR", "PR"],
  ])
  func isTheSameUnderAllItsAbbreviations(names: [String]) {
    #expect(Set(names.map { Leagues.known.currentAbbreviation($0, in: .mlb) }) == [names[0]])
  }

  @Test func anUnknownNameStaysAsItIs() { #expect(Leagues.known.currentAbbreviation("WOR", in: .mlb) == "WOR") }

  @Test func hasThirtyMajorLeagueClubs() {
    #expect(Leagues.known.clubs.prefix { $0.abbreviation != "AUS" }.count == 30)
  }

  @Test func noAliasNamesTwoClubs() {
    for league in Leagues.known.all {
      let names = league.clubs.flatMap(\.aliases)
      #expect(Set(names).count == names.count)
      #expect(Set(names).isDisjoint(with: league.clubs.map(\.abbreviation)))
    }
  }
}
