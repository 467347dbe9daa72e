/// Turns successive snapshots of one game into events. Pure: time comes in as a value, and the same snapshots give the
/// same events however often the state was written down and read back between them.
///
/// It derives every fact anew from the whole play log and compares them with the ledger of what has been told, so that
/// a poll that comes many plays late loses nothing and a repeated one tells nothing twice.
struct Tracker: Sendable {
  var game: GameID
  /// Bytes that the game's state may take.
  var limit = TrackerState.mostBytes

  /// When an answer came in.
  struct Moment: Equatable, Sendable {
    /// For what people read and for the calendar.
    var wall: Timestamp
    /// Of the run's clock: for spans of time.
    var monotonic: Timestamp
  }

  /// The result of one snapshot.
  struct Outcome: Equatable, Sendable {
    var state: TrackerState
    /// Facts that are gone from the feed: told before the events.
    var retractions: [Retraction] = []
    /// In the order in which they happened.
    var events: [Event]
    /// Why the snapshot was taken for no information; nil when it was accepted.
    var refusal: Refusal?
    /// Faults for the operator, each reported once.
    var faults: [Fault] = []
  }

  /// A snapshot that changes nothing.
  enum Refusal: String, Equatable, Sendable {
    case otherGame = "another game"
    case older = "older answer"
    case shrunk = "plays are missing"
  }

  /// Takes what the previous snapshot led to, or the game's checkpoint, and the next snapshot with the time when it
  /// came in: by the wall clock, and by the clock of this run (`RunClock`). Spans are measured with the latter.
  func track(
    _ state: TrackerState, _ snapshot: GameSnapshot, observedAt: Timestamp, monotonic: Timestamp? = nil
  ) -> Outcome {
    let moment = Moment(wall: observedAt, monotonic: monotonic ?? observedAt)
    guard snapshot.gamePk == game.gamePk else { return Outcome(state: state, events: [], refusal: .otherGame) }
    let entered = state.entered(by: snapshot, of: game)
    var tracker = self
    tracker.game = game.begun(anew: entered.replayDate)
    return tracker.follow(entered, snapshot.withoutPlays(of: entered), moment)
  }

  private func follow(_ state: TrackerState, _ snapshot: GameSnapshot, _ moment: Moment) -> Outcome {
    let finalWasTold = state.ledger.has(.status(.final, in: game))
    let doubt = FinalDoubt.next(
      after: state.finalDoubt, snapshot, finalWasTold: finalWasTold, at: moment.monotonic)
    let final = FinalRule.verdict(for: snapshot, wasTold: finalWasTold, doubt: doubt)
    let hadBegun = state.ledger.has(.status(.start, in: game))
    var drafts = PlayLogReader(game: game, snapshot: snapshot, final: final, hadBegun: hadBegun).facts()
    drafts.removeAll { $0.isProvisional && isToldInFull($0.fact, state) }
    let missing = missing(from: drafts, snapshot, state)
    var next = state
    next.monotonic = moment.monotonic
    let refusal = refusal(of: snapshot, missing, after: state)
    if let refusal {
      var refusals = state.refusals ?? RejectedSnapshots(snapshot, at: moment.monotonic)
      refusals.note(snapshot)
      next.refusals = refusals
      guard refusals.haveLasted(at: moment.monotonic) else { return Outcome(state: next, events: [], refusal: refusal) }
    }
    let gone = next.absence.note(missing, feed: snapshot.timeStamp, observed: moment.monotonic)
    // RejectedSnapshots that ended with this answer say nothing about it.
    let retracted = refusal == nil ? gone : missing
    next.refusals = nil
    next.finalDoubt = doubt
    hold(back: &drafts, after: state, &next, snapshot, moment)
    if missing.contains(where: { isDoubtful($0, state) && !retracted.contains($0) }) { drafts = [] }
    return tell(drafts, without: retracted, state, next, snapshot, moment)
  }

  /// Holds back what may still change. Nothing follows on a game that is stopped: its last action is told at once, and
  /// looked at once more.
  private func hold(
    back drafts: inout [FactDraft], after state: TrackerState, _ next: inout TrackerState, _ snapshot: GameSnapshot,
    _ moment: Moment
  ) {
    var settled = drafts
    next.unsettled = UnsettledAction.hold(
      back: &settled, after: state.unsettled, at: snapshot.timeStamp, observed: moment.monotonic)
    next.isUnsettled = settled.count < drafts.count
    if ![.suspended, .postponed, .cancelled].contains(snapshot.status.phase) { drafts = settled }
  }

  private func tell(
    _ drafts: [FactDraft], without gone: [Fact], _ state: TrackerState, _ next: TrackerState, _ snapshot: GameSnapshot,
    _ moment: Moment
  ) -> Outcome {
    var next = next
    let context = EventContext(
      snapshot: snapshot, previous: state.timeStamp, wasStill: state.isStill, observedAt: moment.wall)
    let retractions = gone.compactMap { fact in
      next.ledger.retract(fact).map { context.retraction(of: fact, $0) }
    }
    next.adopt(drafts)
    let status = next.status.drafts(for: snapshot, of: game)
    // A game that was suspended may be in warmup again: its lineups have been played with.
    let lineups = next.hasBegun(game) ? [] : LineupReader.drafts(for: snapshot, of: game)
    let all = lineups + status.before + drafts + status.after
    next.source.game = context.eventGame
    var room = next.room(within: limit)
    let changes = next.ledger.take(all, after: cause(retractions, state, snapshot), room: &room)
    if room.isFull { next.isFull = true }
    next.remember(changes, retractions, snapshot)
    next.isStill = snapshot.timeStamp == state.timeStamp
    next.timeStamp = snapshot.timeStamp
    next.close(snapshot, at: moment)
    next.baseline = .tellAll
    let isNewlyFull = next.isFull == true && state.isFull != true
    let isNewDoubt = next.finalDoubt?.isTold == true && state.finalDoubt?.isTold != true
    return Outcome(
      state: next, retractions: state.baseline == .tellAll ? retractions : [],
      events: told(changes, state.baseline, context, snapshot),
      faults: [
        isNewDoubt ? next.finalDoubt?.fault(in: snapshot) : nil,
        isNewlyFull ? TrackerState.fullFault(limit: limit) : nil,
      ].compactMap { $0 })
  }

  /// Facts of the play log that stand and are not drafted. A game that is not under way has no log to judge by.
  private func missing(from drafts: [FactDraft], _ snapshot: GameSnapshot, _ state: TrackerState) -> [Fact] {
    guard snapshot.status.isUnderway else { return [] }
    return state.ledger.missing(from: Set(drafts.map(\.fact))).filter { $0.place != .sight }
  }

  /// While a play or action may come back, nothing else of the answer is believed either.
  private func isDoubtful(_ fact: Fact, _ state: TrackerState) -> Bool {
    fact.place == .play && isToldInFull(fact, state)
  }

  private func isToldInFull(_ fact: Fact, _ state: TrackerState) -> Bool {
    state.ledger[fact].map { !$0.isProvisional && !$0.isRetracted } ?? false
  }

  private func refusal(of snapshot: GameSnapshot, _ missing: [Fact], after state: TrackerState) -> Refusal? {
    if let last = state.timeStamp, snapshot.timeStamp < last { return .older }
    return missing.count { isDoubtful($0, state) } > MissingFacts.most ? .shrunk : nil
  }

  private func cause(_ retractions: [Retraction], _ state: TrackerState, _ snapshot: GameSnapshot) -> Fact? {
    if let first = retractions.first(where: { $0.fact.place == .play && !$0.isProvisional }) { return first.fact }
    guard let last = state.correction else { return nil }
    return snapshot.timeStamp - last.at <= TrackerState.Correction.span ? last.fact : nil
  }

  private func told(
    _ changes: [Ledger.Change], _ baseline: Baseline, _ context: EventContext, _ snapshot: GameSnapshot
  ) -> [Event] {
    switch baseline {
    case .tellAll: changes.map { context.event(for: $0, of: game) }
    case .silent: []
    case .summary where changes.last?.draft.fact == .status(.final, in: game):
      changes.suffix(1).map { context.event(for: $0, of: game) }
    case .summary:
      [context.event(for: .init(draft: .catchUp(game: game, snapshot: snapshot), revision: 1), of: game)]
    }
  }
}

extension TrackerState {
  /// Keeps the last fact that was corrected.
  fileprivate mutating func remember(
    _ changes: [Ledger.Change], _ retractions: [Retraction], _ snapshot: GameSnapshot
  ) {
    let corrected = changes.last { $0.isCorrection && $0.cause == nil && $0.draft.fact.place == .play }?.draft.fact
    if let fact = corrected ?? retractions.first(where: { $0.fact.place == .play && !$0.isProvisional })?.fact {
      correction = Correction(fact: fact, at: snapshot.timeStamp)
    }
  }

  /// A final is looked at for some time after it was told; a game that will not be played today is over at once.
  fileprivate mutating func close(_ snapshot: GameSnapshot, at now: Tracker.Moment) {
    switch snapshot.status.phase {
    case .final:
      let since = finalAt ?? now.monotonic
      finalAt = since
      // An unsettled game is polled until it is settled, and no game is over before its final is logged.
      isOver =
        AfterFinal.isOver(since: since, snapshot, at: now) && absence.isEmpty && finalDoubt?.isTold != false
    case .postponed, .cancelled: isOver = !isUnsettled && absence.isEmpty
    default: isOver = false
    }
  }
}
