/// When to ask for a live game again: a pure value, so that it can be judged on recorded games in virtual time.
///
/// A result does not come from nowhere. It follows what decides the play by some seconds, so that this has only to be
/// noticed before the result is there: between plays the waits are long, and while a result is due they are short. When
/// the first look is worth its request is learnt from the game itself. See docs/decisions/0015.
///
/// All waits are the source's seconds. The caller bounds what comes out.
struct LiveCadence: Equatable, Sendable {
  /// What changes the waits beside the game itself.
  struct Mode: Equatable, Sendable {
    /// Somebody is told of a play before its result: what decides it is to be seen sooner.
    var isEarly = false
    /// How many seconds of the source pass in one of ours.
    var speed = 1.0
  }

  /// What an answer has taught; nil for one without a new result.
  struct Lesson: Equatable, Sendable {
    /// New results.
    var results: Int
    /// The kind of the result if it was seen to be due before it came.
    var foreseen: Situation.Outcome?
  }

  private(set) var learnt = Learnt()
  /// What the last answer has taught.
  private(set) var lesson: Lesson?
  private var situation: Situation?
  private var clock = SourceOffset()
  private var watch: DueWatch?

  /// A result is due as far as is known.
  var isDue: Bool { watch != nil }

  /// Takes an accepted answer of a live game with the feed's own time of it, and the present instant by a clock that no
  /// one sets. Returns how long to wait.
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

  /// Takes an answer that was refused: it says nothing of the game.
  func refused(_ mode: Mode = Mode()) -> Duration { (isDue ? Table.hunt : Table.again) / mode.speed }

  /// The wait after something new, which the feed has had for `age`. What comes next follows what was last by a rhythm of
  /// its own, however late that was noticed: the wait counts from there.
  private func first(_ situation: Situation, after age: Duration, _ mode: Mode) -> Duration {
    switch situation {
    case .count(_, _, let mayMove):
      let most = mayMove ? Table.movingNews : mode.isEarly ? Table.earlyNews : Table.news
      return max(min(learnt.news, most) - age, Table.leastWait)
    case .between, .due: return max(Table.between - age, Table.leastWait)
    case .pause, .change: return Table.pause
    }
  }

  /// The wait after an answer with nothing new.
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
  /// The constants, in seconds of the source. Their choice and what each costs: docs/decisions/0015.
  enum Table {
    /// From the newest part of a play to the next look, and what it may shrink to where results come unforeseen.
    static let news = Duration.seconds(25)
    static let leastNews = Duration.seconds(13)
    static let earlyNews = Duration.seconds(18)
    /// Where something may happen that nothing announces.
    static let movingNews = Duration.seconds(15)
    /// From the end of a play to the look for the next one.
    static let between = Duration.seconds(22)
    /// No look after something new comes sooner.
    static let leastWait = Duration.seconds(6)
    /// After an answer without anything new.
    static let again = Duration.seconds(9)
    static let changeAgain = Duration.seconds(12)
    static let earlyAgain = Duration.seconds(6)
    static let pause = Duration.seconds(30)
    static let pauseAgain = Duration.seconds(7)
    /// While a result is due; half of it when it is known to change the score.
    static let hunt = Duration.seconds(2.1)
    /// A result that takes so much longer than usual is under review: the waits grow up to `longestHunt`.
    static let patience = Duration.seconds(12)
    static let longestHunt = Duration.seconds(4)
    /// The time without a look, before anything is learnt, and its bound.
    static let quiet = Duration.seconds(6.5)
    static let quietInPlay = Duration.seconds(7.5)
    static let longestQuiet = Duration.seconds(20)
  }

  /// What a game has taught, all of it bounded.
  struct Learnt: Equatable, Sendable {
    /// The wait after something new while nothing is due.
    private(set) var news = Table.news
    private var quiets: [Situation.Outcome: Duration] = [:]

    /// How long after what decides a play nobody need look for its result.
    func quiet(_ outcome: Situation.Outcome) -> Duration {
      quiets[outcome] ?? (outcome == .other ? Table.quiet : Table.quietInPlay)
    }

    /// A result whose cause was never seen says that we look too seldom.
    mutating func news(wasForeseen: Bool) {
      news = wasForeseen ? min(news + .seconds(0.2), Table.news) : max(news * 0.95, Table.leastNews)
    }

    /// Settles where one result in five is there at the first look.
    mutating func quiet(_ outcome: Situation.Outcome, wasThereAtOnce: Bool) {
      let next = quiet(outcome) + (wasThereAtOnce ? .seconds(-2.8) : .seconds(0.7))
      quiets[outcome] = min(max(next, .zero), Table.longestQuiet)
    }
  }

  /// The looks for one result that is due.
  private struct DueWatch: Equatable, Sendable {
    let outcome: Situation.Outcome
    /// When the first look is worth its request.
    let until: Timestamp
    /// It was noticed early enough to say whether the quiet was too long.
    let isLesson: Bool
    /// After the quiet.
    private(set) var looks = 0
    private var wait: Duration

    init(_ outcome: Situation.Outcome, anchor: Timestamp, quiet: Duration, at now: Timestamp, _ speed: Double) {
      self.outcome = outcome
      wait = outcome == .scoring ? Table.hunt / 2 : Table.hunt
      until = anchor + quiet / speed
      isLesson = until - now >= wait / speed
    }

    /// The wait until the next look, which it counts.
    mutating func next(at now: Timestamp, _ speed: Double) -> Duration {
      if until > now {
        looks = 1
        return until - now
      }
      looks += 1
      if now - until > Table.patience / speed { wait = min(wait * 1.25, Table.longestHunt) }
      return wait / speed
    }
  }

  /// How far the feed's time lies behind ours: the difference of two clocks and the time that a publication takes.
  private struct SourceOffset: Equatable, Sendable {
    private var revision: Timestamp?
    private var offset: Duration?

    /// A slow clock may be behind by this much more with each answer.
    private static let drift = Duration.seconds(0.02)

    /// Takes an answer, and returns since when it can have been read: at most `now`.
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
