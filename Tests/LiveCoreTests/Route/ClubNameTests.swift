internal import Testing

@testable import LiveCore

@Suite struct ClubNameTests {
  @Test(arguments: [
    ["AZ", "ARI"], ["ATH", "OAK"], ["CWS", "CHW"], ["WSH", "WSN", "WAS"], ["KC", "KCR"], ["SD", "SDP"], ["SF", "SFG"],
    ["TB", "TBR"], ["LAA", "ANA"], ["PUR", "PR"],
  ])
  func isTheSameUnderAllItsAbbreviations(names: [String]) {
    #expect(Set(names.map(ClubName.canonical)) == [names[0]])
  }

  @Test func anUnknownNameStaysAsItIs() { #expect(ClubName.canonical("WOR") == "WOR") }

  @Test func hasThirtyMajorLeagueClubs() {
    #expect(ClubName.all.prefix { $0.abbreviation != "AUS" }.count == 30)
  }

  @Test func noAliasNamesTwoClubs() {
    let names = ClubName.all.flatMap(\.aliases)
    #expect(Set(names).count == names.count)
    #expect(Set(names).isDisjoint(with: ClubName.all.map(\.abbreviation)))
  }
}
