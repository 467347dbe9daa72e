import Testing

@testable import LiveModel
@testable import LiveNBA

@Suite struct NBAClubsTests {
  @Test func sixDivisionsHaveFiveClubsEach() {
    let divisions = Dictionary(grouping: NBAClubs.all, by: \.division)
    #expect(divisions.count == 6 && divisions.values.allSatisfy { $0.count == 5 })
    #expect(NBAClubs.all.count { $0.division.conference == .eastern } == 15)
  }

  @Test func noTwoClubsShareAnIDOrAnAbbreviation() {
    #expect(Set(NBAClubs.all.map(\.id)).count == 30)
    let abbreviations = NBAClubs.all.flatMap(\.club.abbreviations)
    #expect(Set(abbreviations).count == abbreviations.count)
  }

  @Test func theIDsOfTheClubsAreThoseOfTheFeed() {
    // The feed numbers its clubs without a gap.
    #expect(NBAClubs.all.map(\.id).sorted() == Array(1_610_612_737...1_610_612_766))
    #expect(NBAClubs.club(1_610_612_744)?.abbreviation == "GSW" && NBAClubs.club("GS")?.nickname == "Warriors")
    #expect(NBAClubs.club("XYZ") == nil && NBAClubs.club(1) == nil)
  }

  @Test func aClubIsListedUnderConferenceAndDivision() {
    let celtics = NBAClubs.club("BOS")?.listing
    #expect(celtics?.division == "Eastern Conference, Atlantic Division" && celtics?.name == "Boston Celtics")
    #expect(NBAClubs.all.allSatisfy { $0.club.name == "\($0.city) \($0.nickname)" && $0.club.colour != .neutral })
  }
}
