import Foundation
import Testing

@testable import LiveSimulator

@Suite struct SimulatedSeasonTests {
  private static let season = SimulatedSeason(seed: 5, days: 60)

  @Test func theKindsOfGamesComeInTheirOrder() {
    var types: [Fixture.GameType] = []
    for day in stride(from: 0, to: 60, by: 3) + [30, 53, 55, 57, 59] {
      for game in Self.season.games(on: day).prefix(1) { types.append(game.fixture.type) }
    }
    #expect(Set(types).isSuperset(of: [.spring, .regular, .allStar, .wildCard, .divisionSeries, .worldSeries]))
    #expect(types.first == .spring)
  }

  @Test func everyGameHasItsOwnId() {
    let ids = (0..<60).flatMap(Self.season.gamePks)
    #expect(Set(ids).count == ids.count && ids.count > 120)
    #expect(Self.season.games(on: 60).isEmpty && Self.season.game(1) == nil)
  }

  @Test func theSecondGameOfADoubleheaderWaitsForTheFirst() throws {
    let day = try #require(
      (0..<60).first { day in
        let games = Self.season.games(on: day).filter { $0.fixture.doubleHeader == .traditional }
        return games.count == 2 && games.allSatisfy { !$0.anomalies.contains(.startToBeDetermined) }
      })
    let games = Self.season.games(on: day).filter { $0.fixture.doubleHeader == .traditional }
    let (first, second) = (games[0], games[1])
    #expect([first, second].map(\.fixture.gameNumber) == [1, 2])
    #expect(first.day.over < second.firstPitch)
    let before = try Row(second, at: first.day.over)
    let after = try Row(second, at: first.day.over + 120)
    #expect(before.isTBD && before.gameDate.hasSuffix("T03:33:00.000Z"))
    #expect(!after.isTBD && after.gameDate == CalendarText.iso(second.fixture.start))
  }

  @Test func sevenInningsEndByTheRules() {
    let games = (1...200).map { SimulatedGame(seed: $0, course: .plain) }.filter { $0.day.scheduledInnings == 7 }
    #expect(!games.isEmpty)
    #expect(games.allSatisfy { $0.script.plays.last.map { $0.inning >= 7 && $0.scoreAfter.leader != nil } ?? false })
  }

  /// A row of the schedule.
  private struct Row {
    var isTBD: Bool
    var gameDate: String

    init(_ game: SimulatedGame, at time: Double) throws {
      let body = ScheduleDocument(games: [game], time: time).json(from: "2026-01-01", to: "2027-01-01").bytes
      let schedule = try #require(JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
      let games = try #require((schedule["dates"] as? [[String: Any]])?.first?["games"] as? [[String: Any]])
      isTBD = try #require((games[0]["status"] as? [String: Any])?["startTimeTBD"] as? Bool)
      gameDate = try #require(games[0]["gameDate"] as? String)
    }
  }
}
