import Foundation
import LiveSimulator
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// Predictions of simulated games, with their delays, replays, corrections, and restarts at any poll.
@Suite struct SimulatedPredictionsTests {
  /// Returns the newest revision of each fact in log order, as the log does.
  private func newest(_ events: [Event]) throws -> [Event] {
    let last = Dictionary(events.enumerated().map { ($1.data.fact, $0) }) { max($0, $1) }
    return try last.values.sorted().map {
      try CloudEvent(line: CloudEvent(event: events[$0], sequence: $0 + 1, logID: LogID(rawValue: "l")).line()).event
    }
  }

  @Test(arguments: 1...UInt64(24)) func eachRevisionIsLoggedOnceAndTheOutcomeIsRight(seed: UInt64) throws {
    let game = SimulatedGame(seed: seed)
    var polled = PolledGame(game, seed: seed)
    polled.isPredicted = true
    for (number, time) in polled.times(60, of: game).enumerated() {
      try polled.poll([time], restarting: seed.isMultiple(of: 2), answer: game.feed(at:))
      if number % 11 == Int(seed % 11), !polled.events.isEmpty { try polled.restore { try newest($0) } }
    }
    let predictions = polled.events.filter { $0.type == .prediction }
    #expect(Set(predictions.map(\.id)).count == predictions.count, "seed \(seed): an id was logged twice")
    let revisions = Dictionary(grouping: predictions, by: \.data.fact).mapValues { $0.map(\.data.revision) }
    #expect(revisions.values.allSatisfy { $0 == Array(1...$0.count) }, "seed \(seed)")
    for event in predictions where event.data.tags.contains(.predicted) {
      #expect([.scheduled, .warmup, .delayed].contains(event.data.game.status), "seed \(seed): \(event.id)")
    }
    guard let outcome = predictions.last(where: { $0.data.tags.contains(.settled) && $0.data.fact.date == nil }),
      !predictions.contains(where: { $0.data.fact.date != nil })
    else { return }
    let plays = try #require(polled.lastSnapshot).plays
    let score = try #require(plays.last { $0.inning.number <= 5 }).scoreSoFar
    #expect(outcome.data.score == score, "seed \(seed)")
    #expect(outcome.data.prediction?.away.runs == score.away && outcome.data.prediction?.home.runs == score.home)
  }
}
