import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct GameSummaryTests {
  private static let now = Timestamp(seconds: 1_720_840_000)

  private func summary(_ game: PlayedGame) -> GameSummary { GameSummary(game.snapshot, observedAt: Self.now) }

  @Test func runnersAreReadFromTheLinescore() throws {
    let snapshot = try Chunking.every(.max).snapshot(FeedJSON.smallBytes)
    let summary = GameSummary(snapshot, observedAt: Self.now)
    #expect(summary.baseball.inning == HalfInning(number: 1, half: .bottom) && summary.baseball.inningState == "Bottom")
    #expect(summary.baseball.outs == 2 && summary.baseball.balls == 0 && summary.baseball.strikes == 1)
    #expect(summary.score == Score(away: 1, home: 0) && summary.start?.description == "2024-07-13T01:40:00.000Z")
    #expect(
      summary.baseball.bases?.first?.id == 8 && summary.baseball.bases?.second == nil
        && summary.baseball.bases?.third?.name == "Nine")
    #expect(summary.baseball.batter?.name == "Seven" && summary.baseball.pitcher?.id == 682_998)
    #expect(summary.game.home.abbreviation == "ARI" && summary.feedAt == snapshot.timeStamp)
  }

  @Test func withoutALinescoreRunnersAreReadFromThePlays() {
    var game = PlayedGame()
    let onSecond = Bases(second: Person(id: 1, name: "Batter 1"))
    game.play("double", onBase: onSecond)
    #expect(summary(game).baseball.bases == onSecond && summary(game).baseball.batter == nil)
    game.play("single", batter: 2, isComplete: false)
    #expect(
      summary(game).baseball.bases == onSecond && summary(game).baseball.batter?.id == 2
        && summary(game).baseball.pitcher?.id == 99)
    game.play("strikeout", batter: 2, outs: 3, onBase: onSecond)
    #expect(summary(game).baseball.bases == .empty)
    game.play("walk", .bottom, batter: 5, isComplete: false)
    #expect(summary(game).baseball.bases == .empty && summary(game).baseball.batter?.id == 5)
  }

  @Test func aGameInPlayHasItsOdds() {
    func odds(_ inning: Int, _ half: HalfInning.Half, _ state: String, outs: Int, away: Int = 0) -> [Double?] {
      var game = PlayedGame()
      game.play("single", isComplete: false)
      game.change {
        ($0.linescore.currentInning, $0.linescore.isTopInning) = (inning, half == .top)
        ($0.linescore.inningState, $0.linescore.outs, $0.linescore.awayRuns) = (state, outs, away)
        $0.linescore.bases = .empty
      }
      let situation = summary(game).baseball
      return [situation.winExpectancy, situation.leverage]
    }
    #expect(odds(1, .top, "Top", outs: 0) == [0.5325, 0.94])
    // Between two half-innings, the odds are those of the next one's beginning.
    #expect(odds(5, .top, "Middle", outs: 3) == odds(5, .bottom, "Bottom", outs: 0))
    #expect(odds(5, .bottom, "End", outs: 3) == odds(6, .top, "Top", outs: 0))
    #expect(odds(9, .bottom, "End", outs: 3, away: 1) == [0, 0])
    #expect(odds(9, .bottom, "Bottom", outs: 2, away: 9)[0] == 0)
  }

  @Test(arguments: ["S", "P", "PW", "PR", "D", "C"]) func aGameThatHasNotBegunHasNoInning(code: String) {
    var game = PlayedGame(status: code)
    game.status(code, reason: "Rain")
    game.change { $0.linescore.outs = 0 }
    let summary = summary(game)
    #expect(
      summary.score == nil && summary.baseball.inning == nil && summary.baseball.outs == nil
        && summary.baseball.bases == nil)
    #expect(summary.reason == "Rain")
  }

  @Test func aFinishedGameKeepsItsScoreAndLength() {
    var game = PlayedGame()
    game.play("home_run", inning: 10, runs: 1)
    game.change {
      $0.linescore.currentInning = 10
      $0.linescore.isTopInning = true
      $0.linescore.outs = 3
      $0.linescore.bases = .empty
    }
    game.status("F")
    let summary = summary(game)
    #expect(summary.score == Score(away: 1, home: 0) && summary.baseball.inning == HalfInning(number: 10, half: .top))
    #expect(
      summary.baseball.outs == nil && summary.baseball.bases == nil && summary.baseball.batter == nil
        && summary.baseball.inningState == nil)
  }

  @Test(.enabled(if: !SharedData.feeds.isEmpty), arguments: SharedData.feeds)
  func everyRealFeedRoundTrips(url: URL) throws {
    let snapshot = try Chunking.every(.max).snapshot([UInt8](SharedData.json(url)))
    let summary = GameSummary(snapshot, observedAt: Self.now)
    #expect(try JSONDecoder().decode(GameSummary.self, from: JSONEncoder().encode(summary)) == summary)
    if snapshot.status.phase == .live { #expect(summary.baseball.batter != nil && summary.baseball.pitcher != nil) }
  }
}
