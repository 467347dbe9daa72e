import Foundation

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// A checkpoint: a readable one is written and read back unchanged, and accepts any further answer.
enum CheckpointTrial {
  private static let game = GameID(league: .mlb, gamePk: 1)
  private static let now = Timestamp(seconds: 1_720_840_302)

  static func faults(of input: [UInt8]) -> [String] {
    guard let state = try? JSONDecoder().decode(TrackerState.self, from: Data(input)) else { return [] }
    guard let written = try? JSONEncoder().encode(state) else { return ["it cannot be written"] }
    guard let read = try? JSONDecoder().decode(TrackerState.self, from: written) else {
      return ["what was written cannot be read: \(String(decoding: written, as: UTF8.self))"]
    }
    var faults = read == state ? [] : ["it is read as another: \(String(decoding: written, as: UTF8.self))"]
    var resumed = state
    resumed.resume(at: Timestamp(seconds: 0))
    for snapshot in snapshots { faults += follow(resumed, snapshot) }
    return faults
  }

  /// Applies some answers in another run of the daemon, with a source trouble after each.
  private static func follow(_ state: TrackerState, _ snapshot: GameSnapshot) -> [String] {
    let tracker = Tracker(game: game)
    var (state, faults, ids): (TrackerState, [String], Set<String>) = (state, [], [])
    for step in 0..<3 {
      let at = now + .seconds(step * 400)
      let outcome = tracker.track(state, snapshot, observedAt: at, monotonic: Timestamp(seconds: Int64(step) * 400))
      let trouble = tracker.report(step.isMultiple(of: 2) ? .degraded : nil, reason: nil, outcome.state, observedAt: at)
      for event in outcome.events + trouble.events where !ids.insert(event.id).inserted {
        faults.append("\(event.id) was reported twice")
      }
      for event in outcome.events where event.data.revision < 1 { faults.append("\(event.id) has no revision") }
      state = trouble.state
    }
    return faults
  }

  private static let snapshots = [FeedJSON.smallBytes, Array(FeedJSON.least().utf8)].compactMap { body in
    var decoder = MLBFeedDecoder()
    try? decoder.feed(body.span)
    return try? decoder.finish()
  }
}
