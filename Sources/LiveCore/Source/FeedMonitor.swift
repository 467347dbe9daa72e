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

/// How fast a source's clock runs beside ours, learnt from the revisions of a live game: 1 for the real one.
struct ReplaySpeed: Sendable {
  private var first: (feed: Timestamp, ours: Timestamp)?
  private var last: (feed: Timestamp, ours: Timestamp)?
  private var moves = 0
  /// Moves in a row that went further than any real feed does.
  private var leaps = 0
  /// Feed seconds in one of ours. Below 2 it is the real clock and the feed's own jitter.
  private(set) var speed = 1.0

  /// Fewer moves say nothing: one late answer would look like a leap.
  static let moves = 20
  /// A replay at high speed is over before that. No real feed gets so much further than our clock, and again and again:
  /// what it had held back would have to come in parts.
  static let leap: Duration = .seconds(30)
  static let leaps = 3
  /// No replay is faster. Ages of thousands of years can be multiplied with it.
  static let fastest = 100_000.0

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

/// Judges whether a game that the schedule does not list is still worth a request.
struct Relevance: Sendable {
  private var revision: Timestamp?
  private var movedAt: Timestamp
  private var absences = 0

  /// So many answers in a row that there is no such game are enough: with the waits after failures, some ten minutes.
  static let absences = 10
  /// A game that goes on after a longer pause stands in the schedule of that day.
  static let stillSpan: Duration = .seconds(24 * 3600)

  /// All instants are the run's.
  init(at now: Timestamp) { movedAt = now }

  mutating func answered(_ pulse: PollHints, at now: Timestamp) {
    absences = 0
    if pulse.revision != revision { (revision, movedAt) = (pulse.revision, now) }
  }

  /// Takes what a request brought instead of an answer; nil for what is not the feed's.
  mutating func failed(_ fault: FeedFault?) { absences = fault?.isAbsence == true ? absences + 1 : 0 }

  /// Why nobody need ask any more; nil while it is worth it.
  func reasonToLeave(at now: Timestamp) -> String? {
    if absences >= Self.absences { return "the source has no such game any more, and its schedule does not list it" }
    if now - movedAt >= Self.stillSpan { return "nothing new for a day, and the schedule does not list the game" }
    return nil
  }
}

extension Fault.Code {
  static let sourceGameGone = Fault.Code("source.game-gone")
}
