/// What a game's status was, so that its changes can be told. Unlike the plays, a status leaves no trace in the feed:
/// what falls between two answers is not seen.
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
