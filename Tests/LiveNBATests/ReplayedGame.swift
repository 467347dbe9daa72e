import Foundation
import LiveModel

@testable import LiveNBA

/// A poller of one game without a network: it decodes answers, tracks them and keeps what a log would.
struct ReplayedGame {
  let league = NBA()
  var state: NBAState
  var game: GameID?
  private var last: NBASnapshot?
  /// Every event in the order it was logged.
  private(set) var events: [Event] = []
  /// The newest revision of each fact.
  private(set) var newest: [Fact: Event] = [:]
  private(set) var problems: [String] = []
  private(set) var refusals = 0
  private(set) var damaged = 0
  private(set) var mostBytes = 0

  init(baseline: Baseline = .tellAll) {
    state = league.beginning(baseline, scheduledStart: nil)
  }

  /// Decodes a body in chunks of `size` bytes.
  static func decode(_ body: [UInt8], chunk size: Int = 16_384) throws -> NBASnapshot {
    var decoder = NBA().decoder()
    var start = 0
    while start < body.count {
      let end = min(start + size, body.count)
      try decoder.feed(body.span.extracting(start..<end))
      start = end
    }
    return try decoder.finish()
  }

  mutating func take(_ body: [UInt8], at now: Timestamp) throws { take(try Self.decode(body), at: now) }

  mutating func takeDamaged(_ body: [UInt8]) {
    damaged += 1
    if (try? Self.decode(body)) != nil { problems.append("a damaged body was read") }
  }

  mutating func takeSame(at now: Timestamp) { if let last { take(last, at: now) } }

  mutating func take(_ snapshot: NBASnapshot, at now: Timestamp) {
    last = snapshot
    let game = GameID(league: .nba, gamePk: snapshot.gameId)
    self.game = game
    log(league.track(state, snapshot, of: game, observedAt: now, monotonic: now))
  }

  mutating func log(_ tracked: Tracked<NBAState>) {
    state = tracked.state
    mostBytes = max(mostBytes, state.bytes)
    if tracked.refusal != nil { refusals += 1 }
    for retraction in tracked.retractions {
      guard let known = newest[retraction.fact], known.id == retraction.takenBack else {
        problems.append("\(retraction.fact) is taken back, but was not logged")
        continue
      }
      log(retraction.event(after: known))
    }
    for event in tracked.events { log(event) }
  }

  private mutating func log(_ event: Event) {
    let known = newest[event.data.fact]?.data.revision ?? 0
    if event.data.revision != known + 1 { problems.append("\(event.id) after revision \(known)") }
    events.append(event)
    newest[event.data.fact] = event
  }

  /// Stores the state and reads it back, as a restart does, or rebuilds it from the log.
  mutating func restart(at now: Timestamp, fromLog: Bool = false) throws {
    if fromLog, let game, !newest.isEmpty {
      let kept = events.filter { newest[$0.data.fact]?.id == $0.id }
      state = league.resumed(league.rebuilding(game, from: kept), monotonic: now)
      return
    }
    let bytes = try JSONEncoder().encode(state)
    let read = try JSONDecoder().decode(NBAState.self, from: bytes)
    if read != state { problems.append("the state changes when it is stored") }
    state = league.resumed(read, monotonic: now)
  }

  /// The facts that stand, each as text with what identifies and describes it.
  var standing: Set<String> {
    Set(
      newest.values.filter { !$0.data.retracted }.map { event in
        let data = event.data
        return "\(data.fact) \(data.tags.map(\.rawValue)) \(data.score.map { "\($0.away)-\($0.home)" } ?? "")"
          + " \(data.basketball.play?.player?.id ?? 0) \(data.basketball.play?.assist?.id ?? 0)"
      })
  }

  /// The events as lines for `check_events.py`.
  func lines() throws -> String {
    let encoder = JSONEncoder()
    return try events.enumerated().map { index, event in
      let data = String(decoding: try encoder.encode(event.data), as: UTF8.self)
      return
        #"{"specversion":"1.0","type":"\#(event.type.rawValue)","id":"\#(event.id)","source":"/t","sequence":"\#(index + 1)","data":\#(data)}"#
    }.joined(separator: "\n")
  }
}
