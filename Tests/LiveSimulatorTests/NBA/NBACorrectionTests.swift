import Foundation
import Testing

@testable import LiveSimulator

/// What the files show wrongly for a while.
@Suite struct NBACorrectionTests {
  private static let games = NBAGames.many

  @Test func everyCourseCorrectionAndAnomalyOccurs() {
    let more = (101...400).map { SimulatedNBAGame(seed: UInt64($0)).course }
    #expect(Set(Self.games.map(\.course) + more) == Set(NBACourse.allCases))
    #expect(Set(Self.games.flatMap(\.corrections).map(\.kind)) == Set(NBACorrection.Kind.allCases))
    #expect(Set(Self.games.flatMap(\.anomalies)) == Set(NBAAnomaly.allCases))
  }

  @Test(arguments: NBACorrection.Kind.allCases) func aKindCanBeForcedAndIsSeen(kind: NBACorrection.Kind) throws {
    for seed in UInt64(1)...5 {
      let game = SimulatedNBAGame(seed: seed, course: .plain, correction: kind, anomalies: [])
      let correction = try #require(game.corrections.first { $0.kind == kind }, "\(kind)")
      let before = try #require(game.moments.last { $0 < correction.time })
      let after = try #require(game.moments.first { $0 >= correction.time })
      #expect(game.playByPlay(at: before) != game.playByPlay(at: after))
      let wrong = try PlayByPlayFile(game.playByPlay(at: before)).actions.map { $0.number("actionNumber") }
      let right = try PlayByPlayFile(game.playByPlay(at: after)).actions.map { $0.number("actionNumber") }
      switch kind {
      case .removed: #expect(wrong.contains(correction.action) && !right.contains(correction.action))
      case .lateEntry, .renumbered: #expect(!wrong.contains(correction.action) && right.contains(correction.action))
      default: #expect(wrong.contains(correction.action) && right.contains(correction.action))
      }
    }
  }

  @Test func everyFileAddsUpAlsoWhileItIsWrong() throws {
    for game in Self.games.prefix(12) {
      let home = game.fixture.home.id
      var revision = ""
      for time in game.log.moments.enumerated().filter({ $0.offset.isMultiple(of: 19) }).map(\.element) {
        let file = try PlayByPlayFile(game.playByPlay(at: time))
        var score = [0, 0]
        for action in file.actions {
          score[action.number("teamId") == home ? 0 : 1] += action.points
          #expect(action.number("scoreHome") == score[0] && action.number("scoreAway") == score[1])
        }
        #expect(file.revision > revision)
        revision = file.revision
      }
    }
  }

  @Test func editsAfterTheEndTouchNoScore() throws {
    for game in Self.games {
      let final = game.script[game.script.count - 1]
      for time in game.log.moments where time > game.over {
        let last = try #require(game.log.shown(at: time).last)
        #expect(last.action.number == final.number && last.score == game.log.shown(at: game.end).last?.score)
      }
    }
    #expect(Self.games.contains { game in game.log.moments.contains { $0 > game.over + 600 } })
  }

  @Test func theFactsOfTheLastFileAreTheFactsOfTheScript() {
    for game in Self.games {
      #expect(game.facts(at: game.end) == game.facts())
      #expect(game.facts(at: game.tipOff - 1).isEmpty)
    }
    let passing = Self.games.prefix(20).filter { game in
      let last = Set(game.facts())
      return game.corrections.contains { !Set(game.facts(at: $0.time - 1)).isSubset(of: last) }
    }
    #expect(passing.count > 15)
  }

  @Test func aPlainGameIsAlwaysRight() {
    let game = SimulatedNBASlate(seed: 5, games: 1, tip: 1_768_437_600, spread: 0).games[0]
    #expect(game.corrections.isEmpty && game.anomalies.isEmpty && game.course == .plain)
    var shown = 0
    for time in game.log.moments {
      let numbers = game.log.shown(at: time).map(\.action.number)
      #expect(numbers == game.script.prefix(numbers.count).map(\.number) && numbers.count > shown)
      shown = numbers.count
    }
    #expect(shown == game.script.count)
  }

  @Test func aHoldStopsTheFileForMinutes() {
    for seed in UInt64(1)...5 {
      let game = SimulatedNBAGame(seed: seed, course: .held, anomalies: [])
      let pauses = zip(game.log.moments, game.log.moments.dropFirst()).filter { $0.1 <= game.over }.map { $0.1 - $0.0 }
      #expect(pauses.contains { $0 >= 230 })
    }
  }
}
