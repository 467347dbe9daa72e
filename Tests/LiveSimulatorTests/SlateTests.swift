import Testing

@testable import LiveSimulator

@Suite struct SlateTests {
  private func pairs(_ games: Int, _ featured: [String] = []) -> [[String]] {
    Slate(seed: 7, games: games, firstPitch: 0, spread: 20, featuring: featured).games.map {
      [$0.fixture.away.abbreviation, $0.fixture.home.abbreviation]
    }
  }

  @Test func featuredClubsPlayEachInAGameOfItsOwn() {
    let pairs = pairs(3, ["BOS", "NYY"])
    #expect(pairs[0].contains("BOS") && pairs[1].contains("NYY"))
    #expect(Set(pairs.flatMap(\.self)).count == 6)
  }

  @Test func moreFeaturedClubsThanGamesAreLeftOut() { #expect(pairs(1, ["BOS", "NYY"])[0].contains("BOS")) }

  @Test func anUnknownClubChangesNothing() { #expect(pairs(3, ["JPN"]) == pairs(3)) }

  @Test func everyGameHasOtherClubs() { #expect(Set(pairs(6).flatMap(\.self)).count == 12) }
}
