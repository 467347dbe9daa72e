import Testing

@testable import LiveCore
@testable import LiveMLB

@Suite struct SummaryTests {
  @Test func hasTheDescriptionAndAChangedScore() throws {
    var game = PlayedGame()
    game.play("home_run", runs: 1)
    game.play("strikeout", batter: 2, outs: 3)
    game.play("double", .bottom, batter: 3)
    #expect(
      try Replayed.events(of: [game.snapshot]).map(\.data.summary) == [
        "Play ball: Toronto Blue Jays at Arizona Diamondbacks",
        "Top of the 1st, Toronto Blue Jays batting: TOR 0, AZ 0",
        "Batter 1: home_run. TOR 1, AZ 0",
        "Batter 2: strikeout.",
        "Middle of the 1st: TOR 1, AZ 0",
        "Bottom of the 1st, Arizona Diamondbacks batting: TOR 1, AZ 0",
        "Batter 3: double.",
      ])
  }

  @Test func theSummaryOfAFinalHasItsDuration() throws {
    var game = PlayedGame()
    game.play("single", .bottom, inning: 11, runs: 1)
    game.status("F")
    #expect(
      try Replayed.events(of: [game.snapshot]).last?.data.summary
        == "Arizona Diamondbacks beat the Toronto Blue Jays 1–0 in 11 innings.")
  }

  @Test func fillsGapsOfTheFeed() {
    #expect("José Ramírez   scores.    Two on.  ".singleSpaced == "José Ramírez scores. Two on.")
  }
}
