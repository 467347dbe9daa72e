import Foundation
import Testing

@testable import LiveSimulator

/// What holds for the final files of every game.
@Suite struct SimulatedNBAGameTests {
  private static let games = NBAGames.many

  @Test func theSameSeedGivesTheSameBytes() {
    for seed in UInt64(1)...12 {
      let (one, other) = (SimulatedNBAGame(seed: seed), SimulatedNBAGame(seed: seed))
      #expect(one.moments == other.moments && one.corrections == other.corrections)
      for time in one.moments.enumerated().filter({ $0.offset.isMultiple(of: 83) }).map(\.element) + [one.end] {
        #expect(one.playByPlay(at: time) == other.playByPlay(at: time))
        #expect(one.boxscore(at: time) == other.boxscore(at: time))
      }
    }
    #expect(SimulatedNBAGame(seed: 1).playByPlay(at: .infinity) != SimulatedNBAGame(seed: 2).playByPlay(at: .infinity))
  }

  @Test func thePointsAddUpAndScoresNeverFall() throws {
    for game in Self.games {
      var score = [0, 0]
      let home = game.fixture.home.id
      for action in try PlayByPlayFile(game.playByPlay(at: game.end)).actions {
        score[action.number("teamId") == home ? 0 : 1] += action.points
        #expect(action.number("scoreHome") == score[0] && action.number("scoreAway") == score[1], "\(game.gameId)")
      }
      #expect(score[0] != score[1])
    }
  }

  @Test func theListIsOrderedAndItsNumbersAreUnique() throws {
    for game in Self.games {
      let actions = try PlayByPlayFile(game.playByPlay(at: game.end)).actions
      let orders = actions.map { $0.number("orderNumber") }
      #expect(zip(orders, orders.dropFirst()).allSatisfy { $0 < $1 })
      let numbers = actions.map { $0.number("actionNumber") }
      #expect(Set(numbers).count == numbers.count && numbers.first == 2)
      let missing = (numbers.max() ?? 0) - 1 - numbers.count
      #expect((50...200).contains(missing), "\(game.gameId) \(missing)")
      let shots = Set(actions.filter { $0["shotResult"] != nil }.map { $0.number("actionNumber") })
      for rebound in actions where rebound["shotActionNumber"] != nil {
        #expect(shots.contains(rebound.number("shotActionNumber")))
      }
    }
    // In some games the list is not that of the numbers.
    let isSorted = Self.games.map { game in
      zip(game.script, game.script.dropFirst()).allSatisfy { $0.number < $1.number }
    }
    #expect(isSorted.contains(false))
  }

  @Test func clocksNeverRiseWithinAPeriodAndShowTenthsInTheLastMinuteOnly() {
    for game in Self.games {
      for (one, next) in zip(game.script, game.script.dropFirst()) where one.period == next.period {
        #expect(one.clock >= next.clock, "\(game.gameId) \(next.number)")
      }
      #expect(game.script.allSatisfy { $0.clock < 600 || $0.clock.isMultiple(of: 10) })
      #expect(game.script.allSatisfy { (0...($0.period <= 4 ? 7200 : 3000)).contains($0.clock) })
    }
  }

  @Test func fiveAreOnTheFloorAndOnlyTheyAct() {
    for game in Self.games {
      var floor = PerSide(
        home: Set(game.rosters.home.starters), away: Set(game.rosters.away.starters))
      let script = game.script.filter { $0.kind != .memo }
      for (place, action) in script.enumerated() {
        guard let side = action.side else { continue }
        if action.kind == .substitution, let player = action.player {
          let isRight =
            action.subType == "out" ? floor[side].remove(player) != nil : floor[side].insert(player).inserted
          #expect(isRight, "\(game.gameId) \(action.number)")
        } else if let player = action.player, action.kind != .ejection {
          #expect(floor[side].contains(player), "\(game.gameId) \(action.number) \(action.kind)")
        }
        let isExchange = action.kind == .substitution
        let isLast = place + 1 < script.count && script[place + 1].kind != .substitution
        if !isExchange || isLast { #expect(floor.home.count == 5 && floor.away.count == 5, "\(game.gameId)") }
      }
    }
  }

  @Test func sixFoulsAreTheLast() {
    for game in Self.games {
      for (place, action) in game.script.enumerated() where action.kind == .foul && action.subType != "technical" {
        #expect(action.tally.fouls <= 6)
        guard action.tally.fouls == 6, game.script[place...].contains(where: { $0.kind.isFieldGoal }) else { continue }
        let later = game.script[place...].dropFirst().filter { $0.player == action.player }
        #expect(later.allSatisfy { $0.kind == .substitution || $0.kind == .turnover }, "\(game.gameId)")
      }
    }
  }

  @Test func periodsBeginAndEnd() {
    for game in Self.games {
      let last = game.script.last.map(\.period) ?? 0
      for period in 1...last {
        let edges = game.script.filter { $0.kind == .period && $0.period == period }
        #expect(edges.map(\.subType) == ["start", "end"] && edges.map(\.clock) == [period <= 4 ? 7200 : 3000, 0])
      }
      #expect(game.script.last?.kind == .game && game.script.count { $0.kind == .game } == 1)
    }
  }

  @Test func anOvertimeCanBeForced() throws {
    for seed in UInt64(1)...4 {
      let game = SimulatedNBAGame(seed: seed, course: .overtime)
      #expect(game.script.contains { $0.period == 5 })
      #expect(game.facts().contains { $0.kind == "overtime" })
    }
  }
}
