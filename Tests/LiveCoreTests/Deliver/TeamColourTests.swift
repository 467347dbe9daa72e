import Testing

@testable import LiveCore

@Suite struct TeamColourTests {
  private func team(_ abbreviation: String, _ name: String = "") -> Team {
    Team(id: 1, abbreviation: abbreviation, name: name)
  }

  @Test func everyClubHasItsOwnColourAndOtherTeamsHaveNone() {
    let clubs = ClubName.all.prefix(30)
    #expect(clubs.allSatisfy { TeamColour(of: team($0.abbreviation)) != .neutral })
    #expect(Set(clubs.map { TeamColour(of: team($0.abbreviation)).rgb }).count == 30)
    #expect(ClubName.all.dropFirst(30).allSatisfy { TeamColour(of: team($0.abbreviation, $0.name)) == .neutral })
    #expect(TeamColour(of: team("XYZ")) == .neutral && TeamColour(of: team("")) == .neutral)
  }

  @Test func anyNameOfAClubFindsItsColour() {
    #expect(TeamColour(of: team("ARI")) == TeamColour(of: team("AZ")))
    #expect(TeamColour(of: team("COL", "Colorado Rockies")) != TeamColour(of: team("COL", "Colombia")))
  }

  @Test func theColourIsThatOfTheTeamAtBatOrTheWinner() {
    #expect(TeamColour(of: .sample) == TeamColour(of: team("TOR")))
    let bottom = ChatSample.play("5-bottom", minute: 1, score: .zero).event
    #expect(TeamColour(of: bottom) == TeamColour(of: team("AZ")))
    let final = ChatSample.final(minute: 1, score: Score(away: 5, home: 4), half: "9-bottom").event
    #expect(TeamColour(of: final) == TeamColour(of: team("TOR")))
    #expect(TeamColour(of: final, isSpoilerFree: true) == .neutral)
    #expect(TeamColour(of: ChatSample.final(minute: 1, score: .zero).event) == .neutral)
    #expect(TeamColour(of: ChatSample.event { $0.data.inning = nil }) == TeamColour(of: team("AZ")))
  }
}
