import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct ScoreboardTests {
  private let scoreboard = Scoreboard()
  private static let now = Timestamp(seconds: 1_720_838_400)

  private func id(_ number: Int) -> GameID { GameID(league: .mlb, gamePk: number) }

  private func row(_ number: Int, _ code: String = "S", start: Int? = 0, away: String? = "TOR") -> ScheduledGame {
    ScheduledGame(
      game: id(number),
      status: MLBStatus(codedGameState: code, statusCode: code, detailedState: "", reason: nil).status,
      start: start.map { Self.now + .seconds($0) },
      clubs: Sides(away: .init(abbreviation: away), home: .init(id: 109, abbreviation: "AZ")))
  }

  /// Returns the summary of a feed.
  private func seen(_ number: Int, _ status: GameStatus.Phase = .live, start: Int = 0) -> GameSummary {
    GameSummary(
      league: .mlb, game: GameSummary.Game(id: number, status: status, away: .init(id: 141, abbreviation: "TOR")),
      start: Self.now + .seconds(start), score: Score(away: 2, home: 1), observedAt: Self.now)
  }

  private func summary(_ number: Int) throws -> GameSummary {
    let card = try #require(scoreboard.board.games.first { $0.gamePk == number })
    return try JSONDecoder().decode(GameSummary.self, from: Data([0x7B] + card.summary + [0x7D]))
  }

  @Test func rowsOfTheScheduleAreSortedByStartThenNumber() {
    scoreboard.follow([row(4, start: nil), row(3, start: 60), row(2), row(1)], of: .mlb)
    #expect(scoreboard.board.games.map(\.gamePk) == [1, 2, 3, 4])
    #expect(scoreboard.board.scoreboard.isEmpty && scoreboard.board.statuses == ["scheduled": 4])
  }

  @Test func aGameOutsideTheScheduleIsShownFromItsFirstAnswer() {
    scoreboard.watch(id(1), isOn: true)
    scoreboard.observe(seen(1), of: id(1))
    scoreboard.follow([row(2)], of: .mlb)
    #expect(scoreboard.board.watched == 1 && scoreboard.board.games.map(\.gamePk) == [1, 2])
  }

  @Test func polledGamesAreOnTheScoreboardLiveOnesFirst() {
    scoreboard.follow([row(1, "F"), row(2, "I", start: 60), row(3, "I", start: 30), row(4)], of: .mlb)
    for (number, status, start) in [(1, GameStatus.Phase.final, 0), (2, .live, 60), (3, .live, 30)] {
      scoreboard.watch(id(number), isOn: number != 1)
      scoreboard.observe(seen(number, status, start: start), of: id(number))
    }
    #expect(scoreboard.board.scoreboard.map(\.gamePk) == [3, 2, 1])
    #expect(scoreboard.board.watched == 2)
    #expect(scoreboard.board.statuses == ["final": 1, "live": 2, "scheduled": 1])
  }

  @Test func gamesThatLeaveTheScheduleAreRemovedOnceTheyAreNotPolled() {
    scoreboard.follow([row(1), row(2)], of: .mlb)
    scoreboard.watch(id(2), isOn: true)
    scoreboard.observe(seen(2), of: id(2))
    scoreboard.follow([row(3)], of: .mlb)
    #expect(scoreboard.board.games.map(\.gamePk) == [2, 3])
    scoreboard.watch(id(2), isOn: false)
    scoreboard.follow([row(3)], of: .mlb)
    #expect(scoreboard.board.games.map(\.gamePk) == [3] && scoreboard.board.scoreboard.isEmpty)
  }

  @Test func aSeasonOfSchedulesLeavesNoRows() {
    for day in 0..<200 {
      scoreboard.follow((0..<15).map { row(day * 15 + $0) }, of: .mlb)
      scoreboard.observe(seen(day * 15), of: id(day * 15))
      #expect(scoreboard.board.games.count == 15 && scoreboard.board.scoreboard.count == 1)
    }
  }

  @Test func aPolledGameIsShownAsInItsFeed() throws {
    scoreboard.follow([row(1, "I")], of: .mlb)
    scoreboard.watch(id(1), isOn: true)
    scoreboard.observe(seen(1), of: id(1))
    scoreboard.tell("Somebody singles.", of: id(1))
    scoreboard.follow([row(1, "S", start: 999)], of: .mlb)
    #expect(try summary(1).game.status == .live && summary(1).start == Self.now)
    #expect(try summary(1).last == "Somebody singles." && summary(1).watched)
    scoreboard.observe(seen(1, .final), of: id(1))
    #expect(try summary(1).last == "Somebody singles." && summary(1).watched)
    scoreboard.watch(id(1), isOn: false)
    scoreboard.follow([row(1, "F", away: nil)], of: .mlb)
    let over = try summary(1)
    #expect(over.score == Score(away: 2, home: 1) && !over.watched)
    #expect(over.game.away == .init(id: 141, abbreviation: "TOR") && over.game.home.id == 109)
  }

  @Test func aPostponedGameHasNoScore() throws {
    scoreboard.follow([row(1, "I")], of: .mlb)
    scoreboard.observe(seen(1, .postponed), of: id(1))
    scoreboard.follow([row(1, "S", start: 86_400)], of: .mlb)
    let moved = try summary(1)
    #expect(moved.score == nil && moved.game.status == .scheduled && moved.start == Self.now + .seconds(86_400))
  }

  @Test func anUpdateOfOneGameChangesNoOther() throws {
    scoreboard.follow([row(1), row(2)], of: .mlb)
    let before = scoreboard.board
    scoreboard.observe(seen(2), of: id(2))
    #expect(scoreboard.board.games.first == before.games.first && scoreboard.board != before)
    scoreboard.tell("of a game that nobody knows", of: id(9))
    #expect(scoreboard.board.games.count == 2)
  }

  @Test func theGamesAreListedInTheOrderOfTheBoardAndTheirChangesAreCounted() {
    let before = scoreboard.version
    scoreboard.follow([row(4, start: nil), row(3, start: 60), row(2)], of: .mlb)
    #expect(scoreboard.summaries.map(\.game.id) == [2, 3, 4] && scoreboard.version == before + 1)
    scoreboard.observe(seen(4, start: 30), of: id(4))
    #expect(scoreboard.summaries.map(\.game.id) == [2, 4, 3] && scoreboard.version == before + 2)
  }
}
