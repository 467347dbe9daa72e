/// Judges the polls of one game: whether its feed fails, turns us away, or stands still.
///
/// The spans grow with `poll.live_max`, so that a source that runs faster than time is judged by its own measure.
struct FeedHealth: Sendable {
  /// What the last polls say. No trouble means well.
  struct Verdict: Equatable, Sendable {
    var trouble: SourceTrouble?
    var reason: String?
  }

  private let bounds: Cadence.Bounds
  private var known: Verdict
  private var failures = 0
  private var failingSince: Timestamp?
  private var revision: Timestamp?
  private var stillSince: Timestamp?

  /// Failures in a row, and for a minute by default, are trouble.
  static let failures = 3
  private var failingSpan: Duration { bounds.liveMax * 4 }
  /// Five minutes by default: the longest pauses of a game that is played are shorter.
  private var stillSpan: Duration { bounds.liveMax * 20 }

  /// - Parameter trouble: what was told before a restart.
  init(bounds: Cadence.Bounds, known trouble: SourceTrouble? = nil) {
    self.bounds = bounds
    known = Verdict(trouble: trouble)
  }

  /// Takes an answer that could be read. A refused one says no more than one that has not changed.
  mutating func answered(_ pulse: Pulse, isRefused: Bool, at now: Timestamp) -> Verdict {
    (failures, failingSince) = (0, nil)
    let hasMoved = pulse.revision != revision || pulse.phase != .live
    if !isRefused, hasMoved {
      (revision, stillSince) = (pulse.revision, nil)
      return settle(Verdict())
    }
    let since = stillSince ?? now
    stillSince = since
    if now - since >= stillSpan {
      let age = revision.map { "nothing newer than \($0)" } ?? "nothing new"
      return settle(Verdict(trouble: .stale, reason: isRefused ? "\(age), and older answers" : age))
    }
    return known.trouble == .stale ? known : settle(Verdict())
  }

  /// Takes an answer that was none.
  mutating func failed(_ fault: FeedFault, at now: Timestamp) -> Verdict {
    failures += 1
    let since = failingSince ?? now
    failingSince = since
    guard failures >= Self.failures, now - since >= failingSpan else { return known }
    return settle(Verdict(trouble: fault.isRefusal ? .blocked : .degraded, reason: fault.fault.message))
  }

  /// The words of a trouble that goes on are those it began with.
  private mutating func settle(_ verdict: Verdict) -> Verdict {
    if verdict.trouble != known.trouble { known = verdict }
    return known
  }
}
