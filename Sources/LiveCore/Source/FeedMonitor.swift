internal import LiveModel

/// Detects from the polls of one game whether its feed fails, is blocked, or is stale.
///
/// All spans are in the source's time: a replay that runs faster than real time is measured by its own clock.
struct FeedMonitor: Sendable {
  /// Result of the last polls. The feed is well if `trouble` is nil.
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

  /// Feed seconds per real second; 1 except for a replay.
  var speed: Double { pace.speed }

  /// Consecutive failures that count as trouble, if they also last for `failingSpan`.
  static let failures = 3
  static let failingSpan: Duration = .seconds(60)

  /// Starts with the trouble and the revision that were known before a restart.
  init(known trouble: SourceTrouble? = nil, revision: Timestamp? = nil) {
    known = Verdict(trouble: trouble)
    self.revision = revision
  }

  /// Returns the verdict after a readable answer. A refused answer counts as unchanged.
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
    if (now - since) * pace.speed >= pulse.longestStill {
      let age = revision.map { "nothing newer than \($0)" } ?? "nothing new"
      return settle(Verdict(trouble: .stale, reason: isRefused ? "\(age), and older answers" : age))
    }
    return known.trouble == .stale ? known : settle(Verdict())
  }

  /// Returns the verdict after a failed request.
  mutating func failed(_ fault: FeedFault, at now: Timestamp) -> Verdict {
    failures += 1
    let since = failingSince ?? now
    failingSince = since
    guard failures >= Self.failures, (now - since) * pace.speed >= Self.failingSpan else { return known }
    return settle(Verdict(trouble: fault.isRefusal ? .blocked : .degraded, reason: fault.fault.message))
  }

  /// Stores a verdict with a new trouble. While a trouble lasts, its first reason is kept.
  private mutating func settle(_ verdict: Verdict) -> Verdict {
    if verdict.trouble != known.trouble { known = verdict }
    return known
  }
}

/// Speed of a source's clock relative to the local clock, learnt from the revisions of a live game; 1 for the real
/// source.
struct ReplaySpeed: Sendable {
  private var first: (feed: Timestamp, ours: Timestamp)?
  private var last: (feed: Timestamp, ours: Timestamp)?
  private var moves = 0
  /// Consecutive revisions that advanced further than a real feed can.
  private var leaps = 0
  /// Feed seconds per real second. A ratio below 2 counts as 1: the real clock with the feed's own jitter.
  private(set) var speed = 1.0

  /// Revisions needed before the speed is computed. With fewer, one late answer would look like a leap.
  static let moves = 20
  /// Advance over the local clock that counts as a leap. `leaps` consecutive leaps prove a replay, since a real feed
  /// cannot repeatedly advance so far. A fast replay may end before `moves` revisions.
  static let leap: Duration = .seconds(30)
  static let leaps = 3
  /// Upper bound of the speed. Products with spans of thousands of years do not overflow.
  static let fastest = 100_000.0

  /// Updates the speed with a new revision at `now`, by the run's clock. Starts again if the game is not live.
  mutating func moved(to pulse: PollHints, at now: Timestamp) {
    guard pulse.phase == .live else {
      (first, last, moves, leaps) = (nil, nil, 0, 0)
      return
    }
    let start = first ?? (pulse.revision, now)
    first = start
    if let last, leaps < Self.leaps {
      leaps = (pulse.revision - last.feed) - (now - last.ours) > Self.leap ? leaps + 1 : 0
    }
    last = (pulse.revision, now)
    moves += 1
    let ours = (now - start.ours) / .seconds(1)
    guard moves > Self.moves || leaps >= Self.leaps, ours > 0 else { return }
    let ratio = (pulse.revision - start.feed) / .seconds(1) / ours
    speed = ratio < 2 ? 1 : min(ratio, Self.fastest)
  }
}

/// Decides whether a game that the schedule does not list is still worth polling.
struct Relevance: Sendable {
  private var revision: Timestamp?
  private var movedAt: Timestamp
  private var absences = 0

  /// Consecutive 404 or 410 answers after which polling ends. With the waits after failures, they take about ten
  /// minutes.
  static let absences = 10
  /// Time without a new revision after which polling ends. If the game resumes later, the schedule of that day lists
  /// it.
  static let stillSpan: Duration = .seconds(24 * 3600)

  /// Starts at `now`. All instants are by the run's clock.
  init(at now: Timestamp) { movedAt = now }

  /// Records an answer.
  mutating func answered(_ pulse: PollHints, at now: Timestamp) {
    absences = 0
    if pulse.revision != revision { (revision, movedAt) = (pulse.revision, now) }
  }

  /// Records a failed request. `fault` is nil if the failure was not the feed's.
  mutating func failed(_ fault: FeedFault?) { absences = fault?.isAbsence == true ? absences + 1 : 0 }

  /// Returns the reason to stop polling; nil while polling is worthwhile.
  func reasonToLeave(at now: Timestamp) -> String? {
    if absences >= Self.absences { return "the source no longer has this game, and its schedule does not list it" }
    if now - movedAt >= Self.stillSpan { return "nothing new for a day, and the schedule does not list the game" }
    return nil
  }
}
