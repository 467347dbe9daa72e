internal import LiveModel

/// The rebuild of a game's state from the log, for a game without a checkpoint.
extension TrackerState {
  /// Builds the state from the newest logged revision of each fact, in the order of the log.
  ///
  /// The ledger then has the revision and the digests of every logged fact, so nothing is logged twice. State without
  /// an event starts afresh: an action is held back again, and a missing fact must be missing for the full span again.
  init(rebuilding game: GameID, from all: [Event]) {
    self.init(baseline: .tellAll)
    replayDate = all.compactMap(\.data.fact.date).max().map(String.init)
    let game = game.begun(anew: replayDate)
    // Facts of a washed-out game do not belong to its replay.
    let events = all.filter { $0.data.fact.date.map(String.init) == replayDate }
    for event in events {
      ledger.restore(event.data.fact, as: Ledger.Entry(FactDraft(event), of: event))
      timeStamp = max(timeStamp ?? event.data.feedAt, event.data.feedAt)
    }
    // A postponement already carries the new date. The first pitch decides which date the facts belong to.
    let start = events.first { $0.data.fact == .status(.start, in: game) }
    date = start?.data.game.date ?? replayDate ?? all.first?.data.game.date
    if replayDate != nil {
      playedBefore = all.filter { $0.data.fact.date.map(String.init) != replayDate }.map(\.data.feedAt).max()
    }
    status = StatusMemory(rebuilding: events)
    source = SourceMemory(rebuilding: events)
    let final = events.last { $0.data.fact == .status(.final, in: game) && !$0.data.retracted }
    (finalAt, decisions) = (final?.data.observedAt, final?.data.decisions)
    prediction = events.last { $0.data.fact == .prediction(in: game) && !$0.data.retracted }?.data.prediction
    if !ledger.has(.status(.start, in: game)) { knownUntil = events.map(\.data.feedAt).min() }
  }

  /// Adds facts to the ledger that have no event, as `Ledger.adopt` does, once after the rebuild.
  mutating func adopt(_ drafts: [FactDraft]) {
    guard let until = knownUntil, !drafts.isEmpty else { return }
    knownUntil = nil
    ledger.adopt(drafts, until: until)
  }
}

extension FactDraft {
  /// Makes the draft behind an event, complete enough for its digests.
  init(_ event: Event) {
    let data = event.data
    self.init(
      fact: data.fact, type: event.type, time: event.time, inning: data.inning, outs: data.outs, score: data.score,
      bases: data.bases, odds: data.odds, play: data.play, players: data.players, importance: data.importance,
      // `changed` describes how the event came about and is not part of the draft.
      tags: event.type == .lineup ? data.tags.filter { $0 != .changed } : data.tags, summary: data.summary,
      reason: data.reason, scheduledStart: data.scheduledStart, decisions: data.decisions,
      prediction: data.prediction, isProvisional: data.provisional)
  }
}

extension StatusMemory {
  init(rebuilding events: [Event]) {
    self.init()
    for event in events {
      if event.data.fact.place != .sight { hadBegun = true }
      guard let (kind, turn) = event.data.fact.statusTurn else { continue }
      // A game has at most one of each; they are not counted.
      if [.start, .final, .catchUp].contains(kind) { continue }
      turns[kind.rawValue] = max(turns[kind.rawValue] ?? 0, turn)
      switch kind {
      case .suspended: isWaiting = hadBegun
      case .delay: isWaiting = hadBegun
      case .resume: isWaiting = false
      case .scheduled: scheduledStart = event.data.scheduledStart
      default: break
      }
    }
    phase = events.last?.data.game.status
    if phase == .live { isWaiting = false }
  }
}

extension Fact {
  /// The kind and the number of a status fact; nil for other facts.
  fileprivate var statusTurn: (kind: StatusKind, turn: Int)? {
    let parts = rawValue.split(separator: "/")
    guard parts.count >= 5, parts[parts.count - 3] == "status",
      let kind = StatusKind(rawValue: String(parts[parts.count - 2])),
      let turn = parts.last.flatMap({ Int($0, in: 0...1_000_000_000) })
    else { return nil }
    return (kind, turn)
  }
}
