internal import LiveModel

/// Turns successive snapshots of one game into events. Pure: time is an argument. The same snapshots give the same
/// events, however often the state is stored and read back in between.
///
/// The tracker derives every fact from the whole play log and compares the facts with the ledger. A poll that is many
/// plays late loses nothing, and a repeated one logs nothing twice.
struct Tracker: Sendable {
  var game: GameID
  /// The most bytes of memory that the game's state may take.
  var limit = TrackerState.mostBytes

  /// The time at which an answer arrived.
  struct Moment: Equatable, Sendable {
    /// The wall clock, for timestamps and for calendar dates.
    var wall: Timestamp
    /// The run's clock (`RunClock`), for spans of time.
    var monotonic: Timestamp
  }

  /// The result of one snapshot.
  struct Outcome: Equatable, Sendable {
    var state: TrackerState
    /// Retractions of facts that the feed no longer lists. They are logged before the events.
    var retractions: [Retraction] = []
    /// The new events, in the order in which they happened.
    var events: [Event]
    /// Why the snapshot was rejected; nil when it was accepted.
    var refusal: Refusal?
    /// Faults to report to the operator, each reported once per game.
    var faults: [Fault] = []
  }

  /// The reason for ignoring a snapshot.
  enum Refusal: String, Equatable, Sendable {
    case otherGame = "another game"
    case older = "older answer"
    case shrunk = "plays are missing"
  }

  /// Derives the events of the next snapshot from the previous outcome's state, or from the game's checkpoint.
  /// `observedAt` is when the answer arrived by the wall clock, `monotonic` the same by the clock of this run
  /// (`RunClock`), which measures spans. Nil means `observedAt`.
  func track(
    _ state: TrackerState, _ snapshot: GameSnapshot, observedAt: Timestamp, monotonic: Timestamp? = nil
  ) -> Outcome {
    let moment = Moment(wall: observedAt, monotonic: monotonic ?? observedAt)
    guard snapshot.gamePk == game.gamePk else { return Outcome(state: state, events: [], refusal: .otherGame) }
    let entered = state.entered(by: snapshot, of: game)
    var tracker = self
    tracker.game = game.begun(anew: entered.replayDate)
    return tracker.follow(entered, snapshot.withoutPlays(of: entered).withDecisions(of: entered), moment)
  }

  private func follow(_ state: TrackerState, _ snapshot: GameSnapshot, _ moment: Moment) -> Outcome {
    let finalIsLogged = state.ledger.has(.status(.final, in: game))
    let doubt = FinalDoubt.next(
      after: state.finalDoubt, snapshot, finalIsLogged: finalIsLogged, at: moment.monotonic)
    let final = FinalRule.verdict(for: snapshot, wasTold: finalIsLogged, doubt: doubt)
    let hadBegun = state.ledger.has(.status(.start, in: game))
    var drafts = PlayLogReader(game: game, snapshot: snapshot, final: final, hadBegun: hadBegun).facts()
    drafts.removeAll { $0.isProvisional && isLoggedInFull($0.fact, state) }
    let missing = missing(from: drafts, snapshot, state)
    var next = state
    next.monotonic = moment.monotonic
    let refusal = refusal(of: snapshot, missing, after: state)
    if let refusal {
      var refusals = state.refusals ?? RejectedSnapshots(feed: snapshot.timeStamp, at: moment.monotonic)
      refusals.note(feed: snapshot.timeStamp)
      next.refusals = refusals
      guard refusals.haveLasted(at: moment.monotonic) else { return Outcome(state: next, events: [], refusal: refusal) }
    }
    let gone = next.absence.note(missing, feed: snapshot.timeStamp, observed: moment.monotonic)
    // This answer ends a run of rejected ones. The counts of missing facts do not cover that run.
    let retracted = refusal == nil ? gone : missing
    next.refusals = nil
    next.finalDoubt = doubt
    hold(back: &drafts, after: state, &next, snapshot, moment)
    if missing.contains(where: { isDoubtful($0, state) && !retracted.contains($0) }) { drafts = [] }
    return log(drafts, retracting: retracted, state, next, snapshot, moment)
  }

  /// Removes the drafts that may still change. A stopped game gets no further entries, so its last action is logged at
  /// once, and the game is polled once more.
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

  private func log(
    _ drafts: [FactDraft], retracting gone: [Fact], _ state: TrackerState, _ next: TrackerState,
    _ snapshot: GameSnapshot,
    _ moment: Moment
  ) -> Outcome {
    var next = next
    let context = EventContext(
      snapshot: snapshot, previous: state.timeStamp, wasUnchanged: state.isStill, observedAt: moment.wall)
    let retractions = gone.compactMap { fact in
      next.ledger.retract(fact).map { context.retraction(of: fact, $0) }
    }
    next.adopt(drafts)
    let status = next.status.drafts(for: snapshot, of: game)
    // A resumed game may pass through warmup again. Its lineups are outdated then.
    let lineups = next.hasBegun(game) ? [] : LineupReader.drafts(for: snapshot, of: game)
    let facts = drafts.addingOutcome(of: next.prediction, game: game, snapshot)
    let all = lineups + status.before + facts + status.after
    next.source.game = context.eventGame
    var room = next.room(within: limit)
    let changes = next.ledger.take(all, after: cause(retractions, state, snapshot), room: &room)
    if room.isFull { next.isFull = true }
    next.remember(changes, retractions, snapshot)
    next.decisions = snapshot.decisions
    next.isStill = snapshot.timeStamp == state.timeStamp
    next.timeStamp = snapshot.timeStamp
    next.close(snapshot, at: moment)
    next.baseline = .tellAll
    let isNewlyFull = next.isFull == true && state.isFull != true
    let isNewDoubt = next.finalDoubt?.isTold == true && state.finalDoubt?.isTold != true
    return Outcome(
      state: next, retractions: state.baseline == .tellAll ? retractions : [],
      events: loggedEvents(changes, state.baseline, context, snapshot),
      faults: [
        isNewDoubt ? next.finalDoubt?.fault(in: snapshot) : nil,
        isNewlyFull ? TrackerState.fullFault(limit: limit) : nil,
      ].compactMap { $0 })
  }

  /// Returns the facts of the play log that stand but are not drafted. A game that is not under way has no play log to
  /// compare with.
  private func missing(from drafts: [FactDraft], _ snapshot: GameSnapshot, _ state: TrackerState) -> [Fact] {
    guard snapshot.status.isUnderway else { return [] }
    return state.ledger.missing(from: Set(drafts.map(\.fact))).filter { $0.place != .sight }
  }

  /// Returns whether the absence of the fact makes the whole snapshot doubtful. While a play or action may come back,
  /// nothing else of the snapshot is logged.
  private func isDoubtful(_ fact: Fact, _ state: TrackerState) -> Bool {
    fact.place == .play && isLoggedInFull(fact, state)
  }

  private func isLoggedInFull(_ fact: Fact, _ state: TrackerState) -> Bool {
    state.ledger[fact].map { !$0.isProvisional && !$0.isRetracted } ?? false
  }

  private func refusal(of snapshot: GameSnapshot, _ missing: [Fact], after state: TrackerState) -> Refusal? {
    if let last = state.timeStamp, snapshot.timeStamp < last { return .older }
    return missing.count { isDoubtful($0, state) } > MissingFacts.most ? .shrunk : nil
  }

  private func cause(_ retractions: [Retraction], _ state: TrackerState, _ snapshot: GameSnapshot) -> Fact? {
    if let first = retractions.first(where: { $0.fact.place == .play && !$0.isProvisional }) { return first.fact }
    guard let last = state.correction else { return nil }
    return snapshot.timeStamp - last.at <= Correction.span ? last.fact : nil
  }

  private func loggedEvents(
    _ changes: [LedgerChange<FactDraft>], _ baseline: Baseline, _ context: EventContext, _ snapshot: GameSnapshot
  ) -> [Event] {
    switch baseline {
    case .tellAll: changes.map { context.event(for: $0, of: game) }
    case .silent: []
    case .summary where changes.last?.draft.fact == .status(.final, in: game):
      changes.suffix(1).map { context.event(for: $0, of: game) }
    case .summary:
      [
        context.event(
          for: LedgerChange(draft: .catchUp(game: game, snapshot: snapshot), revision: 1, kind: .new), of: game)
      ]
    }
  }
}

extension TrackerState {
  /// Stores the last corrected fact as the possible cause of later changes.
  fileprivate mutating func remember(
    _ changes: [LedgerChange<FactDraft>], _ retractions: [Retraction], _ snapshot: GameSnapshot
  ) {
    let corrected = changes.last { $0.isCorrection && $0.cause == nil && $0.draft.fact.place == .play }?.draft.fact
    if let fact = corrected ?? retractions.first(where: { $0.fact.place == .play && !$0.isProvisional })?.fact {
      correction = Correction(fact: fact, at: snapshot.timeStamp)
    }
  }

  /// Decides whether the game is over. A final is followed for some time after it was logged; a postponed or cancelled
  /// game is over at once.
  fileprivate mutating func close(_ snapshot: GameSnapshot, at now: Tracker.Moment) {
    switch snapshot.status.phase {
    case .final:
      let since = finalAt ?? now.monotonic
      finalAt = since
      // Missing facts and doubts at the final check keep the game open until they are decided. No game ends before its
      // final is logged.
      isOver =
        AfterFinal.isOver(since: since, snapshot, at: now) && absence.isEmpty && finalDoubt?.isTold != false
    case .postponed, .cancelled: isOver = !isUnsettled && absence.isEmpty
    default: isOver = false
    }
  }
}

/// The values that all events of one snapshot share.
struct EventContext {
  let snapshot: GameSnapshot
  /// The time of the previous accepted snapshot; nil when there was none.
  let previous: Timestamp?
  /// Whether the last poll before this one found nothing newer.
  let wasUnchanged: Bool
  let observedAt: Timestamp

  /// The gap in feed time after which the events within it are `late`.
  static let gap: Duration = .seconds(120)

  func event(for change: LedgerChange<FactDraft>, of game: GameID) -> Event {
    let draft = change.draft
    let time = draft.time ?? snapshot.timeStamp
    let own = BaseballMembers(
      inning: draft.inning, outs: draft.outs, bases: draft.bases, play: draft.play,
      decisions: draft.decisions, prediction: draft.prediction)
    var data = EventData(
      fact: draft.fact, revision: change.revision, change: change.kind, provisional: draft.isProvisional,
      late: isLate(time), cause: change.cause, league: game.league, game: eventGame,
      score: draft.score, odds: draft.odds, players: draft.players, importance: draft.importance,
      tags: tags(of: change),
      reason: draft.reason, scheduledStart: draft.scheduledStart, summary: summary(of: change),
      observedAt: observedAt, feedAt: snapshot.timeStamp,
      members: LeagueMembers(own))
    data.team = Baseball.side(of: draft.type, data, own).map { data.game.team($0).abbreviation }
    return Event(type: draft.type, time: time, data: data)
  }

  func retraction(of fact: Fact, _ entry: Ledger.Entry) -> Retraction {
    Retraction(
      fact: fact, revision: entry.revision, isProvisional: entry.isProvisional, game: eventGame,
      observedAt: observedAt, feedAt: snapshot.timeStamp)
  }

  private func tags(of change: LedgerChange<FactDraft>) -> [Tag] {
    change.draft.tags + (change.draft.type == .lineup && change.kind != .new ? [.changed] : [])
  }

  /// Returns the summary, with a prefix only for a correction of the fact itself. A change caused by another fact's
  /// correction gets none.
  private func summary(of change: LedgerChange<FactDraft>) -> String {
    let isScorers = [.play, .action].contains(change.draft.type) || change.draft.tags.contains(.final)
    let corrects = change.isCorrection && change.cause == nil && isScorers
    return (corrects ? CorrectionMark.corrected.rawValue : "") + change.draft.summary
  }

  private func isLate(_ time: Timestamp) -> Bool {
    let wasBlind = previous.map { snapshot.timeStamp - $0 > Self.gap && !wasUnchanged } ?? true
    return wasBlind && snapshot.timeStamp - time > Self.gap
  }

  var eventGame: EventGame {
    EventGame(
      id: snapshot.gamePk, date: snapshot.info.officialDate, number: snapshot.info.gameNumber,
      type: snapshot.info.type, status: snapshot.status.phase, away: snapshot.info.away, home: snapshot.info.home)
  }
}
