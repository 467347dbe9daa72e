internal import LiveModel

/// The last known status of a game. Unlike plays, statuses leave no trace in the feed: a status between two polls is
/// never seen.
struct StatusMemory: Equatable, Codable, Sendable {
  var phase: GameStatus.Phase?
  var hadBegun = false
  /// Whether a begun game is delayed or suspended. Intermediate states before play resumes do not change it.
  var isWaiting = false
  /// The last known scheduled start.
  var scheduledStart: Timestamp?
  @Counted var turns: [String: Int] = [:]

  /// Whether the game has ever been postponed or cancelled.
  var wasCalledOff: Bool {
    phase == .postponed || phase == .cancelled
      || [Fact.StatusKind.postponed, .cancelled].contains { turns[$0.rawValue] != nil }
  }

  /// The bytes of memory that the counts take.
  var bytes: Int { turns.capacity * (MemoryLayout<String>.stride + MemoryLayout<Int>.stride + 1) }

  init(scheduledStart: Timestamp? = nil) { self.scheduledStart = scheduledStart }

  /// Returns the status drafts to place before the plays of the same snapshot, and those to place after them.
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

  /// Drafts a status. Entering a phase makes a new fact; staying in it keeps the fact, which a changed reason revises.
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

extension MLBStatus {
  /// The reason of a delay or postponement, such as `Rain`: the feed's `reason`, else the text after the colon of
  /// `detailedState`.
  fileprivate var reasonText: String? {
    if let reason, !reason.isEmpty { return reason }
    let parts = detailedState.split(separator: ":", maxSplits: 1)
    return parts.count == 2 ? parts[1].singleSpaced : nil
  }
}

extension Tracker {
  /// Makes an event when the feed's health has changed. Makes none when that state is already logged, or before the
  /// first accepted snapshot. `trouble` is nil when the feed has recovered; `reason` is what was observed.
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
      fact: .source(next.source.count, of: self.game.begun(anew: state.replayDate)), revision: 1, change: .new,
      league: self.game.league, game: game,
      importance: trouble == nil ? 1 : 2, tags: [trouble?.tag ?? .recovered], reason: reason,
      summary: SourceTrouble.summary(of: trouble, reason: reason, game), observedAt: observedAt, feedAt: feedAt)
    return Outcome(state: next, events: [Event(type: .source, time: observedAt, data: data)])
  }
}
