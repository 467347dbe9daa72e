/// The last status of a game, needed to log its changes. Unlike a play, a status leaves no trace in the feed: a change
/// between two polls is not seen.
struct StatusMemory: Equatable, Codable, Sendable {
  var phase: GameStatus.Phase?
  var hadBegun = false
  /// It had begun and stands still, whatever states it passes before it goes on.
  var isWaiting = false
  /// The last one that was known.
  var scheduledStart: Timestamp?
  @Counted var turns: [String: Int] = [:]

  /// It was postponed or cancelled at some time.
  var wasCalledOff: Bool {
    phase == .postponed || phase == .cancelled
      || [Fact.StatusKind.postponed, .cancelled].contains { turns[$0.rawValue] != nil }
  }

  /// Bytes of memory that it takes.
  var bytes: Int { turns.capacity * (MemoryLayout<String>.stride + MemoryLayout<Int>.stride + 1) }

  init(scheduledStart: Timestamp? = nil) { self.scheduledStart = scheduledStart }

  /// The drafts that stand before the plays of the same answer, and those that stand behind them.
  mutating func drafts(for snapshot: GameSnapshot, of game: GameID) -> (before: [FactDraft], after: [FactDraft]) {
    var before: [FactDraft] = []
    if let start = movedStart(snapshot) {
      before.append(draft(.scheduled, isNew: true, snapshot, game, scheduledStart: start))
    }
    let (last, now) = (phase, snapshot.status.phase)
    let isNew = last != now
    phase = now
    hadBegun = hadBegun || snapshot.hasBegun
    let isBack = now == .live && isWaiting
    if now == .live { isWaiting = false }
    if hadBegun, now == .suspended || now == .delayed { isWaiting = true }
    if isBack { before.append(draft(.resume, isNew: true, snapshot, game)) }
    switch now {
    case .warmup: before.append(draft(.warmup, isNew: isNew, snapshot, game))
    case .delayed: return (before, [draft(.delay, isNew: isNew, snapshot, game)])
    case .suspended: return (before, [draft(.suspended, isNew: isNew, snapshot, game)])
    case .postponed: return (before, [draft(.postponed, isNew: isNew, snapshot, game)])
    case .cancelled: return (before, [draft(.cancelled, isNew: isNew, snapshot, game)])
    case .scheduled, .live, .final: break
    }
    return (before, [])
  }

  private mutating func movedStart(_ snapshot: GameSnapshot) -> Timestamp? {
    guard let start = snapshot.info.scheduledStart, !hadBegun, !snapshot.status.isUnderway, !snapshot.status.isOver
    else {
      scheduledStart = scheduledStart ?? snapshot.info.scheduledStart
      return nil
    }
    let known = scheduledStart
    scheduledStart = start
    return known.flatMap { $0 == start ? nil : start }
  }

  /// Entering a phase is a new fact; staying in it is the same one, which a changed reason revises.
  private mutating func draft(
    _ kind: Fact.StatusKind, isNew: Bool, _ snapshot: GameSnapshot, _ game: GameID, scheduledStart: Timestamp? = nil
  ) -> FactDraft {
    if isNew { turns[kind.rawValue, default: 0] += 1 }
    let last = hadBegun ? snapshot.plays.last : nil
    let reason = [.delay, .suspended, .postponed, .cancelled].contains(kind) ? snapshot.status.reasonText : nil
    return FactDraft(
      fact: .status(kind, turns[kind.rawValue, default: 1], in: game), type: .status, time: snapshot.timeStamp,
      inning: last?.inning, score: last == nil ? nil : snapshot.lastPlayScore, importance: kind.importance,
      tags: [kind.tag], summary: Summary.status(kind, reason: reason, start: scheduledStart, snapshot),
      reason: reason, scheduledStart: scheduledStart)
  }
}

extension Fact.StatusKind {
  fileprivate var importance: Int {
    switch self {
    case .warmup: 1
    case .scheduled, .delay, .resume: 2
    default: 3
    }
  }

  fileprivate var tag: Tag {
    switch self {
    case .scheduled: .rescheduled
    case .catchUp: .catchUp
    default: Tag(rawValue: rawValue)
    }
  }
}

extension GameStatus {
  /// `Rain`: the feed's own word, else what stands behind the colon of its text.
  var reasonText: String? {
    if let reason, !reason.isEmpty { return reason }
    let parts = detailedState.split(separator: ":", maxSplits: 1)
    return parts.count == 2 ? Summary.tidy(String(parts[1])) : nil
  }
}

/// The logged state of the feed's health.
struct SourceMemory: Equatable, Codable, Sendable {
  /// Of the last accepted answer.
  var game: EventGame?
  /// Events told so far.
  @Counted var count = 0
  /// The trouble that is on.
  var trouble: SourceTrouble?
}

/// Why a feed tells nothing.
enum SourceTrouble: String, Codable, Sendable {
  /// Answers fail: refused connections, 5xx, broken bodies.
  case degraded
  /// The server turns us away: 401, 403 or a page for people.
  case blocked
  /// Good answers that stand still while the game is live, or that are older than what was seen.
  case stale

  var tag: Tag {
    switch self {
    case .degraded: .degraded
    case .blocked: .blocked
    case .stale: .stale
    }
  }
}

extension Tracker {
  /// Tells that the feed's health has changed; `trouble` is nil when it is well again, `reason` is what was seen. There
  /// is no event when that is known already, or when nothing was ever read of the game.
  func report(
    _ trouble: SourceTrouble?, reason: String?, _ state: TrackerState, observedAt: Timestamp,
    monotonic: Timestamp? = nil
  ) -> Outcome {
    guard trouble != state.source.trouble, let game = state.source.game, let feedAt = state.timeStamp else {
      return Outcome(state: state, events: [])
    }
    var next = state
    next.monotonic = monotonic ?? observedAt
    next.source.trouble = trouble
    next.source.count += 1
    let data = EventData(
      fact: .source(next.source.count, of: self.game.begun(anew: state.replayDate)), revision: 1,
      league: self.game.league, game: game,
      importance: trouble == nil ? 1 : 2, tags: [trouble?.tag ?? .recovered], reason: reason,
      summary: Summary.source(trouble, reason: reason, game), observedAt: observedAt, feedAt: feedAt)
    return Outcome(state: next, events: [Event(type: .source, time: observedAt, data: data)])
  }
}

/// A run of answers that step back or have lost their plays, until it has lasted so long that they are what is.
struct RejectedSnapshots: Equatable, Codable, Sendable {
  private var since: Timestamp
  /// Of the answers themselves: a feed that was set back goes on from there.
  private var feedSince: Timestamp
  private var newest: Timestamp
  @Counted private var answers = 0
  /// Without a step back among them.
  @Counted private var count = 0

  /// By our clock, or by the feed's where it goes on without a break.
  static let patience: Duration = .seconds(600)
  /// Fewer answers say nothing, by whatever clock: caches of different ages look like progress.
  static let least = 10

  init(_ snapshot: GameSnapshot, at now: Timestamp) {
    (since, feedSince, newest) = (now, snapshot.timeStamp, snapshot.timeStamp)
  }

  mutating func note(_ snapshot: GameSnapshot) {
    if snapshot.timeStamp < newest { (feedSince, count) = (snapshot.timeStamp, 0) }
    newest = snapshot.timeStamp
    answers += 1
    count += 1
  }

  /// The time that they have lasted for in an earlier run counts on from `now`; what lies between the runs does not.
  mutating func resume(after last: Timestamp?, at now: Timestamp) {
    since = RunSpan.resumed(since, after: last, at: now)
  }

  func haveLasted(at now: Timestamp) -> Bool {
    answers >= Self.least && now - since >= Self.patience
      || count >= Self.least && newest - feedSince >= Self.patience
  }
}
