import Foundation
import WireSchema

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// A finished game, split into the answers that a poller would have got.
enum Replayed {
  /// Returns the feed when `count` plays had begun and the last of them was complete or not.
  static func prefix(of final: GameSnapshot, plays count: Int, isLastComplete: Bool) -> GameSnapshot {
    var snapshot = final
    snapshot.plays = Array(final.plays.prefix(count))
    snapshot.status = MLBStatus(codedGameState: "I", statusCode: "I", detailedState: "In Progress", reason: nil)
    if var last = snapshot.plays.popLast() {
      last.isComplete = last.isComplete && isLastComplete
      snapshot.plays.append(last)
    }
    let last = snapshot.plays.last
    snapshot.timeStamp = last.flatMap { isLastComplete ? $0.endTime : $0.startTime } ?? final.timeStamp
    snapshot.linescore.awayRuns = snapshot.lastPlayScore.away
    snapshot.linescore.homeRuns = snapshot.lastPlayScore.home
    return snapshot
  }

  /// Returns every state of the play log: each plate appearance first open, then complete, then the final answer.
  static func everyStep(of final: GameSnapshot) -> [GameSnapshot] {
    let steps = (1...max(1, final.plays.count)).flatMap { count in
      [false, true].map { prefix(of: final, plays: count, isLastComplete: $0) }
    }
    // The times of a play may be later than the revision that added it; the split answers keep their order all the
    // same.
    var end = final
    end.timeStamp = max(final.timeStamp, steps.map(\.timeStamp).max() ?? final.timeStamp)
    return steps.sorted { $0.timeStamp < $1.timeStamp } + [end]
  }

  /// Tracks the snapshots in order. On request, stores and restores the state after each.
  static func events(
    of snapshots: [GameSnapshot], baseline: Baseline = .tellAll, restarting: Bool = false
  ) throws -> [Event] {
    guard let first = snapshots.first else { return [] }
    let tracker = Tracker(game: GameID(league: .mlb, gamePk: first.gamePk))
    var state = TrackerState(baseline: baseline)
    var events: [Event] = []
    var reported: [String: Event] = [:]
    for snapshot in snapshots {
      let outcome = tracker.track(state, snapshot, observedAt: snapshot.timeStamp)
      let takenBack = outcome.retractions.compactMap { retraction in
        reported[retraction.takenBack].map(retraction.event(after:))
      }
      for event in takenBack + outcome.events {
        events.append(event)
        reported[event.id] = event
      }
      state = outcome.state
      if restarting { state = try JSONDecoder().decode(TrackerState.self, from: JSONEncoder().encode(state)) }
    }
    try WireFormat.check(events)
    return events
  }

  /// Returns the content of the newest revision of every valid fact.
  static func lastContent(_ events: [Event]) -> [Fact: UInt64] {
    Dictionary(events.map { ($0.data.fact, $0) }) { $1.data.revision > $0.data.revision ? $1 : $0 }
      .filter { !$0.value.data.retracted }.mapValues { content(of: $0) }
  }

  private static func content(of event: Event) -> UInt64 {
    let data = event.data
    return FactDraft(
      fact: data.fact, type: event.type, inning: data.inning, outs: data.outs, score: data.score, bases: data.bases,
      odds: data.odds, play: data.play, players: data.players, importance: data.importance, tags: data.tags,
      summary: data.summary,
      reason: data.reason, scheduledStart: data.scheduledStart, isProvisional: data.provisional
    ).digests.whole
  }
}
