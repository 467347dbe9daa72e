import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// The win expectancy and the leverage of events.
@Suite struct PlayLogOddsTests {
  private static let runner = Person(id: 50, name: "Runner")

  private func events(_ game: PlayedGame) throws -> [Event] { try Replayed.events(of: [game.snapshot]) }

  private func odds(_ game: PlayedGame, _ name: String) throws -> EventOdds {
    let event = try events(game).last { $0.data.fact.rawValue == "mlb/900001/\(name)" }
    return try #require(event?.data.odds)
  }

  /// Adds innings without a runner.
  private func quiet(_ innings: ClosedRange<Int>, in game: inout PlayedGame) {
    for inning in innings {
      for half in [HalfInning.Half.top, .bottom] {
        for out in 1...3 { game.play("strikeout", half, inning: inning, batter: out, outs: out) }
      }
    }
  }

  /// Returns a tie in the bottom of the ninth with the bases loaded and two outs.
  private func loaded() -> PlayedGame {
    var game = PlayedGame()
    quiet(1...8, in: &game)
    for out in 1...3 { game.play("strikeout", .top, inning: 9, batter: out, outs: out) }
    for out in 1...2 { game.play("strikeout", .bottom, inning: 9, batter: out, outs: out) }
    let bases = Bases(first: Self.runner, second: Person(id: 51, name: ""), third: Person(id: 52, name: ""))
    game.play("walk", .bottom, inning: 9, batter: 3, outs: 2, onBase: bases)
    return game
  }

  @Test func theFirstPlayBeginsWithTheHomeTeamsEdge() throws {
    var game = PlayedGame()
    game.play("strikeout", outs: 1)
    let start = try odds(game, "1-top/start")
    #expect(abs(start.before - 0.533) < 0.001 && start.after == start.before && start.leverage == 0.94)
    let play = try odds(game, "1-top/pa/1/1")
    #expect(play.before == start.after && play.after > play.before && play.leverage == 0.94)
  }

  @Test func aWalkOffWithLoadedBasesEndsAtOne() throws {
    var game = loaded()
    game.play("single", .bottom, inning: 9, batter: 4, outs: 2, runs: 1, onBase: .empty)
    game.status("F")
    let hit = try odds(game, "9-bottom/pa/4/1")
    #expect(abs(hit.leverage - 6.3) < 0.05 && hit.after == 1 && hit.before > 0.6)
    #expect(try odds(game, "9-bottom/end") == EventOdds(before: 1, after: 1))
    #expect(try odds(game, "status/final/1") == EventOdds(before: 1, after: 1))
  }

  @Test func anExtraInningBeginsWithARunnerOnSecondBaseInTheRegularSeason() throws {
    var game = PlayedGame()
    quiet(1...9, in: &game)
    game.play("strikeout", .top, inning: 10, batter: 1, outs: 1, onBase: Bases(second: Self.runner))
    let regular = try odds(game, "10-top/start")
    game.change { $0.info.type = "W" }
    let series = try odds(game, "10-top/start")
    #expect(regular.leverage != series.leverage)
    #expect(try odds(game, "10-top/pa/1/1").before == series.after)
  }

  /// The last inning of a seven-inning game is like the ninth of another.
  @Test func aSevenInningGameIsLateInTheSixth() throws {
    func leverage(scheduled: Int, inning: Int) throws -> Double {
      var game = PlayedGame()
      game.change { $0.linescore.scheduledInnings = scheduled }
      quiet(1...(inning - 1), in: &game)
      game.play("strikeout", inning: inning, outs: 1)
      return try odds(game, "\(inning)-top/start").leverage
    }
    #expect(try leverage(scheduled: 7, inning: 7) == leverage(scheduled: 9, inning: 9))
    #expect(try leverage(scheduled: 9, inning: 7) < leverage(scheduled: 7, inning: 7))
  }

  /// A forfeit gives the game to a team that may not have been ahead.
  @Test func aForfeitIsCertainAtTheEnd() throws {
    var game = PlayedGame()
    game.play("home_run", inning: 1, runs: 1)
    game.change { snapshot in
      (snapshot.linescore.awayRuns, snapshot.linescore.homeRuns) = (0, 9)
    }
    game.status("R")
    let final = try #require(try events(game).last { $0.data.tags.contains(.final) }?.data)
    #expect(final.odds.map { $0.before < 0.5 && $0.after == 1 } == true, "\(final)")
  }

  @Test func aSuspendedGameGoesOnWithTheChanceAtWhichItStopped() throws {
    var game = PlayedGame()
    game.play("home_run", inning: 1, runs: 1)
    let stopped = try odds(game, "1-top/pa/1/1").after
    game.status("U")
    game.wait(.seconds(86_400))
    game.status("I")
    game.play("strikeout", inning: 1, batter: 2, outs: 1)
    #expect(try odds(game, "1-top/pa/2/1").before == stopped)
  }

  @Test func anActionThatMovesARunnerHasOddsAndATimeOutHasNone() throws {
    var game = PlayedGame()
    game.play("single", onBase: Bases(first: Self.runner))
    let steal = PlayedGame.action("stolen_base_2b", index: 1, player: 50)
    let timeOut = PlayedGame.action("batter_timeout", index: 0)
    game.play("strikeout", batter: 2, outs: 1, actions: [timeOut, steal], onBase: Bases(second: Self.runner))
    game.correct(1) {
      $0.runners = [RunnerMovement(runner: Self.runner, end: "2B", isOut: false, playIndex: 1, credits: [])]
    }
    let actions = try events(game).filter { $0.type == .action }
    let stolen = try #require(actions.first { $0.data.tags.contains(.stolenBase) }?.data.odds)
    #expect(stolen.after < stolen.before)
    #expect(try odds(game, "1-top/pa/2/1").before == stolen.after)
    #expect(actions.first { $0.data.tags.contains(Tag("batter_timeout")) }?.data.odds == nil)
  }

  /// The movement of a runner may come later than the action.
  @Test func anActionThatGetsOddsIsRevised() throws {
    var game = PlayedGame()
    game.play("single", onBase: Bases(first: Self.runner))
    let steal = PlayedGame.action("stolen_base_2b", index: 1, player: 50)
    game.play("strikeout", batter: 2, outs: 1, actions: [steal], onBase: Bases(second: Self.runner))
    let before = game.snapshot
    game.correct(1) {
      $0.runners = [RunnerMovement(runner: Self.runner, end: "2B", isOut: false, playIndex: 1, credits: [])]
    }
    let steals = try Replayed.events(of: [before, game.snapshot]).filter { $0.data.tags.contains(.stolenBase) }
    #expect(steals.map { $0.data.odds != nil } == [false, true])
  }

  @Test func aProvisionalPlayHasNoOdds() throws {
    var game = PlayedGame()
    game.play("", isComplete: false)
    game.correct(0) { $0.lastPitchCall = "E" }
    let play = try #require(try events(game).last)
    #expect(play.data.provisional && play.data.odds == nil)
  }

  /// The next play stays the same but for the chance before it.
  @Test func aCorrectionRevisesTheOddsOfTheNextPlayWithItsCause() throws {
    var game = PlayedGame()
    let single = game.play("single", onBase: Bases(first: Self.runner))
    game.play("home_run", batter: 2, runs: 2)
    let before = game.snapshot
    game.correct(0) { $0.basesAfter = Bases(second: Self.runner) }
    let all = try Replayed.events(of: [before, game.snapshot])
    let revisions = all.filter { $0.data.revision == 2 }
    #expect(revisions.map(\.data.fact.rawValue) == ["mlb/900001/1-top/pa/1/1", "mlb/900001/1-top/pa/2/1"])
    #expect(revisions.last?.data.cause == single)
    #expect(revisions.last?.data.odds?.before == revisions.first?.data.odds?.after)
  }

  /// A log of an earlier build has no odds. Its facts stay as they are.
  @Test func factsWithoutOddsAreNotRevisedForThem() throws {
    var game = PlayedGame()
    game.play("single", onBase: Bases(first: Self.runner))
    game.play("strikeout", batter: 2, outs: 1, onBase: Bases(first: Self.runner))
    let old = try events(game).map { event in
      var event = event
      event.data.odds = nil
      return event
    }
    let tracker = Tracker(game: PlayedGame.id)
    let state = TrackerState(rebuilding: PlayedGame.id, from: old)
    game.wait(.seconds(10))
    let outcome = tracker.track(state, game.snapshot, observedAt: game.snapshot.timeStamp)
    #expect(outcome.events.isEmpty && outcome.retractions.isEmpty)
    game.correct(1) { $0.result.eventType = "field_out" }
    let revised = tracker.track(outcome.state, game.snapshot, observedAt: game.snapshot.timeStamp).events
    #expect(revised.map(\.data.revision) == [2] && revised.first?.data.odds != nil)
  }

  @Test func theWatchStartsAtThreeAndEndsBelowOne() throws {
    var game = loaded()
    func watches() throws -> [Event] { try events(game).filter { $0.data.tags.contains(.onTheLine) } }
    let first = try #require(try watches().first)
    #expect(first.data.fact.rawValue == "mlb/900001/watch/on_the_line/game/1" && first.data.importance == 3)
    #expect(first.data.odds.map { $0.leverage >= 3 } == true)
    #expect(first.data.summary == "The game is on the line, bottom of the 9th: TOR 0, AZ 0")
    #expect(try watches().count == 1)
    game.play("single", .bottom, inning: 9, batter: 4, outs: 2, runs: 1)
    game.status("F")
    #expect(try watches().last?.data.tags == [.onTheLine, .ended])
    #expect(try watches().count == 2)
  }
}
