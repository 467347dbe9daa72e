import Foundation
import LiveModel
import Testing

@testable import LiveNBA

/// Follows real games through many schedules of polls, faults and restarts, and compares the facts with those that
/// `nba_truth.py` derives from the final play-by-play. Needs ../shared, and is skipped without it.
@Suite(.enabled(if: SharedData.isThere, "needs ../shared"), .serialized) struct RealGamesTests {
  /// One way to poll a game.
  struct Schedule: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var arguments: [String]
    var rebuilds = false

    init(_ name: String, _ arguments: String, rebuilds: Bool = false) {
      testDescription = name
      self.arguments = arguments.split(separator: " ").map(String.init)
      self.rebuilds = rebuilds
    }
  }

  static let schedules: [Schedule] = [
    Schedule("every 2 s", "--every 2"), Schedule("every 10 s", "--every 10"),
    Schedule("at random, with faults and ten restarts", "--longest 40 --faults 0.1 --restarts 10 --polls 7"),
    Schedule(
      "every 10 s, with many wrong versions and ghosts", "--every 10 --wrong 0.3 --ghosts 0.2 --restarts 10 --seed 3"),
    Schedule("rarely", "--longest 900 --restarts 3 --polls 2 --seed 2"),
    Schedule("without a box score", "--every 9 --no-box"),
    Schedule("rebuilt from the log", "--every 10 --restarts 10 --polls 4 --seed 5", rebuilds: true),
    Schedule("once, at the end", "--from-end"),
  ]

  /// The schedules, or those whose name contains the value of `LIVEGAMED_SCHEDULE`.
  static let chosen: [Schedule] = {
    let wanted = ProcessInfo.processInfo.environment["LIVEGAMED_SCHEDULE"] ?? ""
    return schedules.filter { wanted.isEmpty || $0.testDescription.contains(wanted) }
  }()

  @Test(arguments: SharedData.games, chosen)
  func everyScheduleGivesTheFactsOfTheTruth(game: URL, schedule: Schedule) throws {
    var replay = try follow(game, schedule)
    #expect(replay.problems == [])
    #expect(replay.mostBytes <= NBAState.mostBytes)
    let expected = try Truth(of: game)
    let found = Truth(replay.newest.values.filter { !$0.data.retracted })
    #expect(expected.facts.subtracting(found.facts).sorted() == [], "missing")
    #expect(found.facts.subtracting(expected.facts).sorted() == [], "too many")
    #expect(found.repeated == [], "twice")
    #expect(replay.state.isOver)
    // A further poll says nothing new.
    let count = replay.events.count
    replay.takeSame(at: Timestamp(seconds: 4_000_000_000))
    #expect(replay.events.count == count)
  }

  @Test(arguments: SharedData.games)
  func allSchedulesEndWithTheSameFacts(game: URL) throws {
    let all = try Self.chosen.map { try follow(game, $0).standing }
    let first = try #require(all.first)
    for other in all.dropFirst() { #expect(other.symmetricDifference(first).sorted() == []) }
  }

  private func follow(_ game: URL, _ schedule: Schedule) throws -> ReplayedGame {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Replay/documents.py")
    let box = SharedData.box(of: game).map { ["--box", $0.path] } ?? []
    let output = try SharedData.python([script.path, SharedData.tools.path, game.path] + schedule.arguments + box)
    var replay = ReplayedGame()
    var rest = [UInt8](output)[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let head = try JSONDecoder().decode(Frame.self, from: Data(rest[..<end]))
      let body = Array(rest[(end + 1)..<(end + 1 + head.length)])
      rest = rest[(end + 1 + head.length)...]
      let now = Timestamp(milliseconds: head.at)
      switch head.doc {
      case "same": replay.takeSame(at: now)
      case "damaged": replay.takeDamaged(body)
      default: try replay.take(body, at: now)
      }
      if head.restart { try replay.restart(at: now, fromLog: schedule.rebuilds) }
    }
    return replay
  }

  private struct Frame: Decodable {
    var at: Int64
    var doc: String
    var restart: Bool
    var length: Int
  }
}
