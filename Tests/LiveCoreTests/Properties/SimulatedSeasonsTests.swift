import Foundation
import LiveSimulator
import Testing

@testable import LiveCore

/// Whole seasons with every kind of game, followed by a daemon that restarts, is down for hours or weeks, gets bad
/// answers and has a wrong clock: every fact is logged once, with its final content, under the date on which it
/// happened.
@Suite struct SimulatedSeasonsTests {
  /// Set `LIVEGAMED_GAMES=10000` for more games.
  static let games = ProcessInfo.processInfo.environment["LIVEGAMED_GAMES"].flatMap { Int($0) } ?? 250
  /// About the number of games on a day of a season.
  private static let aDay = 11
  private static let longest = 180

  /// Some days of one season.
  private struct Part {
    var seed: UInt64
    /// The number of days of the whole season.
    var length: Int
    var days: Range<Int>

    static let all: [Part] = {
      let days = max(20, SimulatedSeasonsTests.games / aDay)
      let count = (days + longest - 1) / longest
      return (1...count).flatMap { season in
        stride(from: 0, to: days / count, by: 4).map {
          Part(seed: UInt64(season), length: days / count, days: $0..<min($0 + 4, days / count))
        }
      }
    }()
  }

  /// Totals over some games.
  struct Figures {
    var (games, polls, events, facts, missing, repeated, wrong) = (0, 0, 0, 0, 0, 0, 0)
    /// Descriptions of the first games with a wrong result.
    var examples: [String] = []

    mutating func add(_ other: Figures) {
      games += other.games
      polls += other.polls
      events += other.events
      facts += other.facts
      missing += other.missing
      repeated += other.repeated
      wrong += other.wrong
      examples = Array((examples + other.examples).prefix(12))
    }

    mutating func add(_ game: SimulatedGame, _ reported: PolledGame, _ verdict: SimulatedVerdict) {
      games += 1
      polls += reported.answers
      events += reported.events.count
      facts += game.attempts.reduce(0) { $0 + $1.facts.count }
      missing += verdict.missing.count
      repeated += verdict.repeated.count
      wrong += verdict.wrong.count
      guard !verdict.isRight else { return }
      let what = "\(game.gamePk) \(game.course) \(game.anomalies.map(\.rawValue)) \(game.corrections.map(\.kind))"
      examples.append(
        "\(what): missing \(verdict.missing.prefix(3)), repeated \(verdict.repeated.prefix(3)), "
          + "wrong \(verdict.wrong.prefix(3))")
    }
  }

  @Test func everyFactOfASeasonIsLoggedOnceAndRight() async throws {
    let figures = try await withThrowingTaskGroup(of: Figures.self) { group in
      for part in Part.all { group.addTask { try Self.followed(part) } }
      return try await group.reduce(into: Figures()) { $0.add($1) }
    }
    print(
      "season: games=\(figures.games) answers=\(figures.polls) events=\(figures.events) facts=\(figures.facts)",
      "missing=\(figures.missing) repeated=\(figures.repeated) wrong=\(figures.wrong)")
    #expect(figures.missing == 0 && figures.repeated == 0 && figures.wrong == 0)
    for example in figures.examples { Issue.record("\(example)") }
  }

  private static func followed(_ part: Part) throws -> Figures {
    let season = SimulatedSeason(seed: part.seed, days: part.length)
    let life = DaemonLife(seed: part.seed, from: season.start, days: Double(part.length) + 90)
    var figures = Figures()
    for day in part.days {
      let games = season.games(on: day)
      for (number, game) in games.enumerated() {
        let other = games[(number + 1) % games.count]
        let followed = try FollowedGame(game, other: other, in: life, seed: UInt64(game.gamePk) &* part.seed)
        var verdict = SimulatedVerdict(followed.polled.events, of: game)
        verdict.compareContent(of: followed.polled, with: try seenAtItsEnd(game), game)
        verdict.note(unasked: followed.unasked)
        figures.add(game, followed.polled, verdict)
      }
    }
    return figures
  }

  /// Returns the game as it looks when only its end is polled.
  private static func seenAtItsEnd(_ game: SimulatedGame) throws -> PolledGame {
    var polled = PolledGame(game, seed: 1)
    try polled.poll(PolledGame.lastLooks(at: game), answer: game.feed(at:))
    return polled
  }
}
