import Testing

@testable import LiveCore
@testable import LiveMLB

@Suite struct CauseTests {
  /// Returns a game with a run, then two plays without one.
  private func game() -> PlayedGame {
    var game = PlayedGame()
    game.play("home_run", runs: 1)
    game.play("single", batter: 2)
    game.play("double", batter: 3)
    return game
  }

  @Test func laterScoresNameTheCorrectionAsTheirCause() throws {
    var game = game()
    let before = game.snapshot
    for index in 0..<3 {
      game.correct(index) { play in
        play.result.score = .zero
        if index == 0 {
          play.result.eventType = "double"
          play.isScoringPlay = false
        }
      }
    }
    let news = try Replayed.events(of: [before, game.snapshot]).filter { $0.data.revision > 1 }
    #expect(
      news.map { "\($0.data.fact) \($0.data.cause?.rawValue ?? "-")" } == [
        "mlb/900001/1-top/pa/1/1 -", "mlb/900001/1-top/pa/2/1 mlb/900001/1-top/pa/1/1",
        "mlb/900001/1-top/pa/3/1 mlb/900001/1-top/pa/1/1",
      ])
    #expect(news.first?.data.tags.contains(.scoring) == false)
    #expect(news.first?.data.summary == "Corrected: Batter 1: home_run.")
    #expect(news.last?.data.score == .zero && news.last?.data.summary == "Batter 3: double.")
  }

  @Test func aScoreThatChangesOneAnswerLaterHasTheSameCause() throws {
    var game = game()
    let before = game.snapshot
    game.correct(0) { play in
      play.result.score = .zero
      play.isScoringPlay = false
    }
    let first = game.snapshot
    for index in 1..<3 { game.correct(index) { $0.result.score = .zero } }
    let events = try Replayed.events(of: [before, first, game.snapshot])
    #expect(events.last?.data.cause?.rawValue == "mlb/900001/1-top/pa/1/1")
  }

  @Test func aRetractedPlayIsTheCauseOfItsConsequences() throws {
    var game = game()
    var snapshots = [game.snapshot]
    game.remove(0)
    for index in 0..<2 { game.correct(index) { $0.result.score = .zero } }
    for _ in 0..<4 {
      snapshots.append(game.snapshot)
      game.wait(.seconds(10))
    }
    let news = try Replayed.events(of: snapshots).filter { $0.data.revision > 1 }
    #expect(news.map(\.data.retracted) == [true, false, false])
    #expect(news.map { $0.data.cause?.rawValue } == [nil, "mlb/900001/1-top/pa/1/1", "mlb/900001/1-top/pa/1/1"])
  }

  @Test func twoCorrectionsAtOnceHaveNoCause() throws {
    var game = game()
    let before = game.snapshot
    game.correct(0) { $0.result.rbi = 0 }
    game.correct(2) { $0.result.eventType = "triple" }
    let news = try Replayed.events(of: [before, game.snapshot]).filter { $0.data.revision > 1 }
    #expect(news.map(\.data.cause) == [nil, nil])
  }
}
