import Foundation
import LiveSimulator

@testable import LiveCore

/// A simulated game as a daemon follows it: poll, decode in pieces, track; restarted and lied to on the way.
struct PolledGame {
  var events: [Event] = []
  private(set) var state = TrackerState(baseline: .tellAll)
  private let tracker: Tracker
  private var told: [String: Event] = [:]
  private var dice: SplitMix
  private var last: (body: [UInt8], snapshot: GameSnapshot)?

  init(_ game: SimulatedGame, seed: UInt64) {
    tracker = Tracker(game: GameID(league: .mlb, gamePk: game.gamePk))
    dice = SplitMix(seed: seed)
  }

  /// Polls at these seconds; an answer that cannot be read is none. The wall clock is ahead by what `wallStep` says of
  /// each poll, by its position.
  mutating func poll(
    _ times: [Double], restarting: Bool = false, wallStep: (Int) -> Duration = { _ in .zero },
    answer: (Double) -> [UInt8]
  ) throws {
    for (position, time) in times.enumerated() {
      guard let snapshot = try? decoded(answer(time)) else { continue }
      let monotonic = Timestamp(milliseconds: Int64(time * 1000))
      take(tracker.track(state, snapshot, observedAt: monotonic + wallStep(position), monotonic: monotonic))
      if restarting { state = try Self.writtenAndRead(state) }
    }
  }

  /// Loses the state, and goes on from what the log says.
  mutating func restore(_ newest: ([Event]) throws -> [Event]) rethrows {
    state = TrackerState(rebuilding: tracker.game, from: try newest(events))
  }

  private mutating func decoded(_ body: [UInt8]) throws -> GameSnapshot {
    if let last, last.body == body { return last.snapshot }
    var decoder = MLBFeedDecoder()
    var position = 0
    while position < body.count {
      let size = Int(dice.next() % 60_000) + 1
      try decoder.feed(body[position..<min(position + size, body.count)].span)
      position += size
    }
    let snapshot = try decoder.finish()
    last = (body, snapshot)
    return snapshot
  }

  private mutating func take(_ outcome: Tracker.Outcome) {
    let takenBack = outcome.retractions.compactMap { retraction in
      told[retraction.takenBack].map(retraction.event(after:))
    }
    for event in takenBack + outcome.events {
      events.append(event)
      told[event.id] = event
    }
    state = outcome.state
  }

  private static func writtenAndRead(_ state: TrackerState) throws -> TrackerState {
    try JSONDecoder().decode(TrackerState.self, from: JSONEncoder().encode(state))
  }

  /// Random seconds of the game, about `count` of them, and the last answers until nothing is left in doubt.
  mutating func times(_ count: Int, of game: SimulatedGame) -> [Double] {
    let picked = (0..<count).map { _ in game.moments[Int(dice.next() % UInt64(game.moments.count))] }
    return picked.sorted() + Self.lastLooks(at: game)
  }

  static func lastLooks(at game: SimulatedGame) -> [Double] { (0...4).map { game.end + Double($0) * 10 } }

  /// The newest content of every fact that stands and comes from the plays.
  var standing: [Fact: UInt64] { Replayed.lastContent(events).filter { $0.key.place != .sight } }

  /// Revisions of each fact, in the order told.
  var revisions: [Fact: [Int]] { Dictionary(grouping: events, by: \.data.fact).mapValues { $0.map(\.data.revision) } }
}
