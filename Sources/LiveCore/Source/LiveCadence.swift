internal import LiveModel

/// Decides when to poll a live game again. A pure value, so that it can be measured on recorded games in virtual time.
///
/// A result appears in the feed some seconds after the pitch that decides the play. The cadence only has to see that
/// pitch before the result appears: waits are long between plays, and short while a result is due. The delay between
/// the two is learnt from the game itself. See docs/decisions/0015.
///
/// Constants and learnt waits are in seconds of the source; returned waits are in real time. The caller limits them.
struct LiveCadence: Equatable, Sendable {
  /// Settings that change the waits, apart from the game itself.
  struct Mode: Equatable, Sendable {
    /// True if a sink takes provisional events, which makes it worth seeing the deciding pitch sooner.
    var isEarly = false
    /// Source seconds per real second.
    var speed = 1.0
  }

  /// Lesson of an answer with new results, for the metrics.
  struct Lesson: Equatable, Sendable {
    /// Number of new results.
    var results: Int
    /// Kind of the result, if an earlier answer showed that it was due.
    var foreseen: Situation.Outcome?
  }

  private(set) var learnt = Learnt()
  /// Lesson of the last answer; nil if it had no new result.
  private(set) var lesson: Lesson?
  private var situation: Situation?
  private var clock = SourceOffset()
  private var watch: DueWatch?

  /// True if, by the last answer, a result is due.
  var isDue: Bool { watch != nil }

  /// True if the next poll is likely to show the due result. The first poll after the quiet time seldom does, and a result
  /// that is not there after four usually comes with the next plate appearance.
  var isResultLikely: Bool { watch.map { (2...4).contains($0.looks) } ?? false }

  /// Updates the cadence with an accepted answer of a live game. `revision` is the feed's own timestamp, and `now` is
  /// by a monotonic clock. Returns the wait until the next poll.
  mutating func answered(
    _ next: Situation, revision: Timestamp, at now: Timestamp, _ mode: Mode = Mode()
  ) -> Duration {
    let last = situation
    situation = next
    let seen = clock.seen(revision, at: now)
    if let last { learn(from: last, to: next) } else { lesson = nil }
    guard let outcome = next.due else {
      watch = nil
      let age = (now - seen) * mode.speed
      return (last == next ? again(next, mode) : first(next, after: age, mode)) / mode.speed
    }
    if watch == nil || last != next {
      watch = DueWatch(outcome, anchor: last == nil ? now : seen, quiet: learnt.quiet(outcome), at: now, mode.speed)
    }
    return watch?.next(at: now, mode.speed) ?? Table.again / mode.speed
  }

  /// Returns the wait after a refused answer, whose contents are ignored.
  func refused(_ mode: Mode = Mode()) -> Duration { (isDue ? Table.hunt : Table.again) / mode.speed }

  /// Returns the wait after a new situation, which has been in the feed for `age`. Plays follow each other at a steady
  /// pace, so that the wait counts from the feed's time rather than from the time of the poll.
  private func first(_ situation: Situation, after age: Duration, _ mode: Mode) -> Duration {
    switch situation {
    case .count(_, _, let mayMove):
      let most = mayMove ? Table.movingNews : mode.isEarly ? Table.earlyNews : Table.news
      return max(min(learnt.news, most) - age, Table.leastWait)
    case .between, .due: return max(Table.between - age, Table.leastWait)
    case .pause, .change: return Table.pause
    }
  }

  /// Returns the wait after an unchanged situation.
  private func again(_ situation: Situation, _ mode: Mode) -> Duration {
    switch situation {
    case .count: min(learnt.news / 2, mode.isEarly ? Table.earlyAgain : Table.again)
    case .between, .due: Table.again
    case .change: Table.changeAgain
    case .pause: Table.pauseAgain
    }
  }

  private mutating func learn(from last: Situation, to next: Situation) {
    let results = next.results - last.results
    lesson = results > 0 ? Lesson(results: results, foreseen: last.due) : nil
    guard results > 0 else { return }
    learnt.news(wasForeseen: results == 1 && last.isDue)
    if results == 1, let watch, watch.isLesson { learnt.quiet(watch.outcome, wasThereAtOnce: watch.looks <= 1) }
  }
}

extension LiveCadence {
  /// Constants, in seconds of the source. For their choice and cost see docs/decisions/0015.
  enum Table {
    /// Wait from the newest pitch to the next poll, and its lower bound if results come unforeseen.
    static let news = Duration.seconds(25)
    static let leastNews = Duration.seconds(13)
    static let earlyNews = Duration.seconds(18)
    /// Wait while a runner may steal, which no earlier answer announces.
    static let movingNews = Duration.seconds(15)
    /// Wait from the end of a play to the first poll for the next one.
    static let between = Duration.seconds(22)
    /// Shortest wait after a new situation.
    static let leastWait = Duration.seconds(6)
    /// Wait after an unchanged situation.
    static let again = Duration.seconds(9)
    static let changeAgain = Duration.seconds(12)
    static let earlyAgain = Duration.seconds(6)
    static let pause = Duration.seconds(30)
    static let pauseAgain = Duration.seconds(7)
    /// Wait while a result is due; half of it if the result is known to change the score.
    static let hunt = Duration.seconds(2.1)
    /// Time after the quiet time when a due result counts as under review. The waits then grow up to `longestHunt`.
    static let reviewAfter = Duration.seconds(12)
    static let longestHunt = Duration.seconds(4)
    /// Initial quiet times between the deciding pitch and the first poll for its result, and their upper bound.
    static let quiet = Duration.seconds(6.5)
    static let quietInPlay = Duration.seconds(7.5)
    static let longestQuiet = Duration.seconds(20)
  }

  /// Waits learnt from a game, all of them bounded.
  struct Learnt: Equatable, Sendable {
    /// Wait after a new situation while no result is due.
    private(set) var news = Table.news
    private var quiets: [Situation.Outcome: Duration] = [:]

    /// Returns the quiet time between the deciding pitch and the first poll for its result.
    func quiet(_ outcome: Situation.Outcome) -> Duration {
      quiets[outcome] ?? (outcome == .other ? Table.quiet : Table.quietInPlay)
    }

    /// Shortens the wait after an unforeseen result, which shows that the polls are too rare, and else lengthens it.
    mutating func news(wasForeseen: Bool) {
      news = wasForeseen ? min(news + .seconds(0.2), Table.news) : max(news * 0.95, Table.leastNews)
    }

    /// Shortens the quiet time by 2.8 s if the first poll had the result, and else lengthens it by 0.7 s. The quiet
    /// time converges where one result in five is there at the first poll.
    mutating func quiet(_ outcome: Situation.Outcome, wasThereAtOnce: Bool) {
      let next = quiet(outcome) + (wasThereAtOnce ? .seconds(-2.8) : .seconds(0.7))
      quiets[outcome] = min(max(next, .zero), Table.longestQuiet)
    }
  }

  /// Polls for one due result.
  private struct DueWatch: Equatable, Sendable {
    let outcome: Situation.Outcome
    /// Time of the first poll: the end of the quiet time.
    let until: Timestamp
    /// True if the pitch was seen early enough to judge whether the quiet time is too long.
    let isLesson: Bool
    /// Number of polls since the end of the quiet time.
    private(set) var looks = 0
    private var wait: Duration

    init(_ outcome: Situation.Outcome, anchor: Timestamp, quiet: Duration, at now: Timestamp, _ speed: Double) {
      self.outcome = outcome
      wait = outcome == .scoring ? Table.hunt / 2 : Table.hunt
      until = anchor + quiet / speed
      isLesson = until - now >= wait / speed
    }

    /// Returns the wait until the next poll, and counts that poll.
    mutating func next(at now: Timestamp, _ speed: Double) -> Duration {
      if until > now {
        looks = 1
        return until - now
      }
      looks += 1
      if now - until > Table.reviewAfter / speed { wait = min(wait * 1.25, Table.longestHunt) }
      return wait / speed
    }
  }

  /// Offset between the local clock and the feed's timestamps: clock difference plus publication delay.
  private struct SourceOffset: Equatable, Sendable {
    private var revision: Timestamp?
    private var offset: Duration?

    /// Growth of the smallest offset per new revision, to follow a feed clock that runs slow.
    private static let drift = Duration.seconds(0.02)

    /// Returns the local time when this revision was first available, at most `now`. Updates the offset.
    mutating func seen(_ next: Timestamp, at now: Timestamp) -> Timestamp {
      if revision != next {
        revision = next
        let lag = now - next
        offset = offset.map { min(lag, $0 + Self.drift) } ?? lag
      }
      return min(now, next + (offset ?? .zero))
    }
  }
}
