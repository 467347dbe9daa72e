import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// The record of the predictions.
@Suite struct PredictionRecordTests {
  /// Returns the outcome of a game with these runs of both sides.
  private func outcome(_ away: Int, _ home: Int, winner: Side?, date: String = "2024-07-12") throws -> Event {
    var game = PredictedGame()
    game.poll()
    game.predict(game.prediction())
    var event = try #require(game.events.last)
    event.data.tags = [.settled]
    event.data.game.date = date
    var prediction = game.prediction().settled(with: Score(away: away, home: home))
    prediction.winner = winner
    event.data.prediction = prediction
    return event
  }

  private func record(_ outcomes: [Event], season: Int? = nil) -> PredictionRecord? {
    Baseball().record(of: outcomes, season: season)
  }

  private func isClose(_ left: Double?, _ right: Double) -> Bool { left.map { abs($0 - right) < 1e-3 } ?? false }

  @Test func theLogLossIsTheMeanOverSides() throws {
    // The chances of 0 and of 3 runs are 0.2 and 0.15.
    let record = try #require(record([try outcome(0, 3, winner: .home)]))
    #expect(record.games == 1 && record.sides.count == 2 && record.winner.count == 1)
    #expect(isClose(record.sides.logLoss, (1.6094 + 1.8971) / 2))
    #expect(isClose(record.winner.logLoss, 0.5621) && isClose(record.winner.constant, 0.6292))
    #expect(record.sides.withinOneOfOne == 0.5 && record.from == "2024-07-12" && record.through == "2024-07-12")
    #expect(
      record.sides.bins == [
        .init(count: 1, expected: 2, actual: 0), .init(count: 1, expected: 3, actual: 3),
      ])
    #expect(!record.sides.isClear && record.winner.error == nil)
  }

  @Test func theConstantIsTheSameForAll() throws {
    let record = try #require(record([try outcome(1, 1, winner: nil)]))
    let expected = try #require(record.sides.constant)
    // A negative binomial distribution with the mean 2.45 gives 1 run 21 % to 22 %.
    #expect((1.5...1.6).contains(expected) && record.winner.count == 0 && record.winner.logLoss == nil)
    #expect(record.sides.leagueMean.map { abs($0 - expected) < 0.05 } == true)
  }

  @Test func tenRunsAndMoreAreOneCase() throws {
    let record = try #require(record([try outcome(10, 25, winner: .home)]))
    #expect(isClose(record.sides.logLoss, 4.6052))
  }

  @Test func aSeasonIsAPart() throws {
    let all = [try outcome(1, 2, winner: .home), try outcome(0, 0, winner: .away, date: "2023-05-01")]
    #expect(record(all)?.games == 2 && record(all, season: 2023)?.games == 1 && record(all, season: 2022)?.games == 0)
    #expect(record(all)?.from == "2023-05-01")
  }

  @Test func outcomesOfManyGamesAreClear() throws {
    let usual = try outcome(0, 1, winner: .home)
    let record = try #require(record((0..<50).map { _ in usual } + [try outcome(1, 0, winner: .home)]))
    #expect(record.sides.error != nil && record.winner.bins.map(\.count) == [51])
  }
}
