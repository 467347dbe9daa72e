/// Judges the polls of one game: whether its feed fails, turns us away, or stands still.
///
/// The spans are those of a game: a source that runs faster than time, such as a replay, is judged by its own clock.
struct FeedMonitor: Sendable {
  /// What the last polls say. No trouble means well.
  struct Verdict: Equatable, Sendable {
    var trouble: SourceTrouble?
    var reason: String?
  }

  private var known: Verdict
  private var failures = 0
  private var failingSince: Timestamp?
  private var revision: Timestamp?
  private var stillSince: Timestamp?
  private var pace = ReplaySpeed()

  /// Feed seconds in one of ours: 1 but for a replay.
  var speed: Double { pace.speed }

  /// Failures in a row, and for a minute, are trouble.
  static let failures = 3
  static let failingSpan: Duration = .seconds(60)

  /// Takes what was told before a restart, and the revision that was read last.
  init(known trouble: SourceTrouble? = nil, revision: Timestamp? = nil) {
    known = Verdict(trouble: trouble)
    self.revision = revision
  }

  /// Takes an answer that could be read. A refused one says no more than one that has not changed.
  mutating func answered(_ pulse: PollHints, isRefused: Bool, at now: Timestamp) -> Verdict {
    (failures, failingSince) = (0, nil)
    let hasMoved = pulse.revision != revision || pulse.phase != .live
    if !isRefused, hasMoved {
      (revision, stillSince) = (pulse.revision, nil)
      pace.moved(to: pulse, at: now)
      return settle(Verdict())
    }
    let since = stillSince ?? now
    stillSince = since
    if (now - since) * pace.speed >= PollHints.longestPause {
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
    guard failures >= Self.failures, (now - since) * pace.speed >= Self.failingSpan else { return known }
    return settle(Verdict(trouble: fault.isRefusal ? .blocked : .degraded, reason: fault.fault.message))
  }

  /// The words of a trouble that goes on are those it began with.
  private mutating func settle(_ verdict: Verdict) -> Verdict {
    if verdict.trouble != known.trouble { known = verdict }
    return known
  }
}
