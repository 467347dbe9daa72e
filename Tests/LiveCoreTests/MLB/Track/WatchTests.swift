import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct WatchTests {
  private func watches(_ game: PlayedGame) throws -> [String] {
    try Replayed.events(of: [game.snapshot]).filter { $0.type == .watch }
      .map { String($0.data.fact.rawValue.dropFirst("mlb/900001/watch/".count)) }
  }

  /// Adds innings with three strikeouts in each half.
  private func quiet(_ innings: ClosedRange<Int>, in game: inout PlayedGame) {
    for inning in innings {
      for half in [HalfInning.Half.top, .bottom] {
        for out in 1...3 { game.play("strikeout", half, inning: inning, batter: out, outs: out) }
      }
    }
  }

  private func feats(_ game: PlayedGame, _ owner: String) throws -> [String] {
    try watches(game).filter { $0.contains(owner) && !$0.hasPrefix("close") }
  }

  private func close(_ game: PlayedGame) throws -> [String] { try watches(game).filter { $0.hasPrefix("close") } }

  @Test func aPerfectGameIsAnnouncedFromTheEndOfTheSixth() throws {
    var game = PlayedGame()
    quiet(1...5, in: &game)
    #expect(try feats(game, "home").isEmpty)
    quiet(6...6, in: &game)
    #expect(try feats(game, "home") == ["no_hitter/home/1", "perfect_game/home/1"])
  }

  @Test func aWalkEndsAPerfectGameAndAHitANoHitter() throws {
    var game = PlayedGame()
    quiet(1...6, in: &game)
    game.play("walk", inning: 7, batter: 5)
    game.correct(36) { $0.runners = [RunnerMovement(runner: $0.batter, end: "1B", isOut: false, credits: [])] }
    #expect(try feats(game, "home") == ["no_hitter/home/1", "perfect_game/home/1", "perfect_game/home/2"])
    game.play("single", inning: 7, batter: 6)
    #expect(try feats(game, "home").last == "no_hitter/home/2")
  }

  @Test func aNoHitterIsIntactFromTheFifthAndIsInTheFinal() throws {
    var game = PlayedGame()
    game.play("home_run", inning: 1, runs: 1)
    quiet(1...9, in: &game)
    game.status("F")
    let events = try Replayed.events(of: [game.snapshot])
    let intact = events.filter { $0.data.tags.contains(.noHitterIntact) }
    #expect(intact.map { $0.data.inning?.number } == [5, 6, 7, 8, 9])
    #expect(intact.allSatisfy { $0.data.tags.contains(.perfectGameIntact) && $0.data.inning?.half == .bottom })
    #expect(events.last?.data.tags == [.final, .shutout, .noHitter, .perfectGame])
    #expect(
      events.last?.data.summary == "Toronto Blue Jays beat the Arizona Diamondbacks 1–0, a perfect game. HR: 1 (TOR).")
  }

  @Test func closeAndLateStartsAndEndsOnceInAHalf() throws {
    var game = PlayedGame()
    game.play("strikeout", inning: 6, outs: 3)
    #expect(try close(game).isEmpty)
    game.play("single", inning: 7)
    #expect(try close(game) == ["close_and_late/away/1"])
    game.play("home_run", inning: 7, batter: 2, runs: 4)
    game.play("strikeout", inning: 7, batter: 3, outs: 3)
    #expect(try close(game) == ["close_and_late/away/1", "close_and_late/away/2"])
  }

  @Test func fourRunsBehindIsLateButNotCloseUntilTheTyingRunIsOnDeck() throws {
    var game = PlayedGame()
    game.play("home_run", inning: 7, runs: 4)
    game.play("walk", .bottom, inning: 8, onBase: Bases(first: Person(id: 1, name: "")))
    #expect(try !watches(game).contains("close_and_late/home/1"))
    let two = Bases(first: Person(id: 1, name: ""), second: Person(id: 2, name: ""))
    game.play("walk", .bottom, inning: 8, batter: 2, onBase: two)
    game.play("", .bottom, inning: 8, batter: 3, isComplete: false)
    #expect(try watches(game).contains("close_and_late/home/1"))
  }

  @Test func theCycleIsAnnouncedAndLogged() throws {
    var game = PlayedGame()
    for (inning, hit) in ["single", "double", "triple"].enumerated() { game.play(hit, inning: inning + 1, batter: 8) }
    #expect(try watches(game) == ["cycle/8/1"])
    game.play("home_run", inning: 4, batter: 8, runs: 1)
    #expect(try watches(game) == ["cycle/8/1", "cycle/8/2"])
    let play = try #require(try Replayed.events(of: [game.snapshot]).last { $0.type == .play })
    #expect(play.data.tags.contains(.cycle) && play.data.summary.hasPrefix("That completes the cycle! "))
  }

  @Test func ninePitchesAreAnImmaculateInning() throws {
    var game = PlayedGame()
    quiet(1...1, in: &game)
    for index in 0..<6 { game.correct(index) { $0.pitchCount = index == 4 ? 4 : 3 } }
    let immaculate = try Replayed.events(of: [game.snapshot]).filter { $0.data.tags.contains(.immaculateInning) }
    #expect(immaculate.map(\.data.fact.rawValue) == ["mlb/900001/1-top/pa/3/1"])
  }
}
