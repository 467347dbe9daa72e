import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct TeamColourTests {
  private func team(_ abbreviation: String, _ name: String = "") -> Team {
    Team(id: 1, abbreviation: abbreviation, name: name)
  }

  @Test func everyClubHasItsOwnColourAndOtherTeamsHaveNone() {
    let clubs = Baseball().clubs.prefix(30)
    #expect(clubs.allSatisfy { Baseball().colour(of: team($0.abbreviation)) != .neutral })
    #expect(Set(clubs.map { Baseball().colour(of: team($0.abbreviation)).rgb }).count == 30)
    #expect(
      Baseball().clubs.dropFirst(30).allSatisfy { Baseball().colour(of: team($0.abbreviation, $0.name)) == .neutral }
    )
    #expect(Baseball().colour(of: team("XYZ")) == .neutral && Baseball().colour(of: team("")) == .neutral)
  }

  @Test func anyNameOfAClubFindsItsColour() {
    #expect(Baseball().colour(of: team("ARI")) == Baseball().colour(of: team("AZ")))
    #expect(Baseball().colour(of: team("COL", "Colorado Rockies")) != Baseball().colour(of: team("COL", "Colombia")))
  }

  @Test func theColourIsThatOfTheTeamAtBatOrTheWinner() {
    #expect(Wording().colour(Baseball().sample) == Baseball().colour(of: team("TOR")))
    let bottom = ChatSample.play("5-bottom", minute: 1, score: .zero).event
    #expect(Wording().colour(bottom) == Baseball().colour(of: team("AZ")))
    let final = ChatSample.final(minute: 1, score: Score(away: 5, home: 4), half: "9-bottom").event
    #expect(Wording().colour(final) == Baseball().colour(of: team("TOR")))
    #expect(Wording(isSpoilerFree: true).colour(final) == .neutral)
    #expect(Wording().colour(ChatSample.final(minute: 1, score: .zero).event) == .neutral)
    #expect(Wording().colour(ChatSample.event { $0.data.inning = nil }) == .neutral)
  }
}
