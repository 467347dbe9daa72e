internal import LiveModel

/// Turns successive answers about one game into events. Pure: time is an argument. The same answers give the same
/// events, however often the state is stored and read back in between.
///
/// The tracker derives every fact from the whole play-by-play and compares the facts with the ledger. A poll that is
/// hundreds of actions late loses nothing, and a repeated one logs nothing twice.
struct NBATracker: Sendable {
  var game: GameID
  /// The most bytes of memory that the game's state may take.
  var limit = NBAState.mostBytes

  /// The time at which an answer arrived.
  struct Moment: Equatable, Sendable {
    /// The wall clock, for timestamps.
    var wall: Timestamp
    /// The run's clock (`RunClock`), for spans of time.
    var monotonic: Timestamp
  }

  /// The reason for ignoring an answer.
  enum Refusal: String, Equatable, Sendable {
    case otherGame = "another game"
    case older = "older answer"
    case shrunk = "actions are missing"
  }

  func track(_ state: NBAState, _ snapshot: NBASnapshot, _ moment: Moment) -> Tracked<NBAState> {
    guard snapshot.gameId == game.gamePk else { return refused(state, .otherGame) }
    switch snapshot.content {
    case .boxScore(let box): return follow(state, box, snapshot.time, moment)
    case .playByPlay(let actions): return follow(state, actions, snapshot.time, moment)
    }
  }

  private func refused(_ state: NBAState, _ refusal: Refusal) -> Tracked<NBAState> {
    Tracked(state: state, events: [], refusal: refusal.rawValue, bytes: state.bytes, isOver: state.isOver)
  }

  private func follow(
    _ state: NBAState, _ actions: [NBAAction], _ time: Timestamp, _ moment: Moment
  ) -> Tracked<NBAState> {
    var next = state
    next.monotonic = moment.monotonic
    next.info = next.info ?? NBAGameInfo(learning: actions, at: time)
    guard let info = next.info else { return accept(next, time) }
    let verdict = verdict(actions, info, state, &next, moment)
    var drafts = PlayByPlayReader(game: game, actions: actions, info: info, names: next.names, final: verdict).facts()
    next.aliases = renumbered(&drafts, state, Set(actions.map(\.number)))
    let numbers = Set(actions.map { next.aliases[$0.number] ?? $0.number })
    let missing =
      actions.isEmpty ? [] : state.ledger.missing(from: Set(drafts.map(\.fact))).filter { $0.place != .sight }
    // An action that is listed as something else, such as a miss, is surely no longer what was logged.
    let (denied, vanished) = missing.parted { $0.actionNumber.map(numbers.contains) ?? false }
    let refusal = refusal(time, vanished, state)
    if let refusal {
      var refusals = state.refusals ?? RejectedSnapshots(feed: time, at: moment.monotonic)
      refusals.note(feed: time)
      next = state
      (next.refusals, next.monotonic) = (refusals, moment.monotonic)
      guard refusals.haveLasted(at: moment.monotonic) else { return refused(next, refusal) }
      // This answer ends a run of rejected ones, and is what the feed shows for good.
      next.info = next.info ?? info
    }
    let gone = next.absence.note(vanished, feed: time, observed: moment.monotonic)
    next.refusals = nil
    if verdict == .notYet {
      next.holds.hold(back: &drafts, feed: time, observed: moment.monotonic) { state.ledger.has($0) }
    } else {
      next.holds = HeldActions()
    }
    let context = NBAEventContext(
      game: game, info: info, status: verdict == .notYet ? .live : .final, time: time, previous: state.timeStamp,
      wasUnchanged: state.isStill, observedAt: moment.wall)
    return log(drafts, retracting: denied + (refusal == nil ? gone : vanished), state, next, actions, context, moment)
  }

  private func accept(_ state: NBAState, _ time: Timestamp) -> Tracked<NBAState> {
    var next = state
    (next.isStill, next.timeStamp) = (time == state.timeStamp, time)
    return Tracked(state: next, events: [], bytes: next.bytes, isOver: next.isOver)
  }

  private func log(
    _ drafts: [BasketballDraft], retracting gone: [Fact], _ state: NBAState, _ next: NBAState, _ actions: [NBAAction],
    _ context: NBAEventContext, _ moment: Moment
  ) -> Tracked<NBAState> {
    var next = next
    let retractions = gone.compactMap { fact in
      next.ledger.retract(fact).map { context.retraction(of: fact, $0) }
    }
    next.adopt(drafts)
    next.source.game = context.eventGame
    var room = next.room(within: limit)
    let changes = next.ledger.take(drafts, after: cause(retractions, state, context.time), room: &room)
    if room.isFull { next.isFull = true }
    next.remember(changes, retractions, context.time)
    (next.isStill, next.timeStamp) = (context.time == state.timeStamp, context.time)
    next.document = .playByPlay
    next.close(actions, context, at: moment.monotonic)
    if !actions.isEmpty { next.baseline = .tellAll }
    let isNewlyFull = next.isFull == true && state.isFull != true
    return Tracked(
      state: next, retractions: state.baseline == .tellAll ? retractions : [],
      events: loggedEvents(changes, state.baseline, actions, context),
      faults: isNewlyFull ? [NBAState.fullFault(limit: limit)] : [], bytes: next.bytes, trouble: next.trouble,
      isOver: next.isOver, isFinal: next.isOver && next.finalAt != nil)
  }

  private func verdict(
    _ actions: [NBAAction], _ info: NBAGameInfo, _ state: NBAState, _ next: inout NBAState, _ moment: Moment
  ) -> NBAFinalRule.Verdict {
    guard NBAFinalRule.isOver(actions) else {
      next.doubtSince = nil
      return .notYet
    }
    if NBAFinalRule.agrees(actions, info) {
      next.doubtSince = nil
      return .certain
    }
    let since = state.doubtSince ?? moment.monotonic
    next.doubtSince = since
    let isLogged = state.ledger.has(.status(.final, in: game))
    return moment.monotonic - since >= NBAFinalRule.maxWait ? .unconfirmed : isLogged ? .certain : .notYet
  }

  private func refusal(_ time: Timestamp, _ vanished: [Fact], _ state: NBAState) -> Refusal? {
    if let last = state.timeStamp, time < last { return .older }
    return vanished.count { $0.place == .action } > MissingFacts.most ? .shrunk : nil
  }

  private func cause(_ retractions: [Retraction], _ state: NBAState, _ time: Timestamp) -> Fact? {
    if let first = retractions.first(where: { $0.fact.place == .action }) { return first.fact }
    guard let last = state.correction else { return nil }
    return time - last.at <= Correction.span ? last.fact : nil
  }

  private func loggedEvents(
    _ changes: [LedgerChange<BasketballDraft>], _ baseline: Baseline, _ actions: [NBAAction], _ context: NBAEventContext
  ) -> [Event] {
    switch baseline {
    case .tellAll: return changes.map(context.event)
    case .silent: return []
    case .summary where actions.isEmpty: return []
    case .summary where changes.last?.draft.fact == .status(.final, in: game):
      return changes.suffix(1).map(context.event)
    case .summary:
      let last = actions.last
      let period = last.map { GamePeriod($0.period, clock: $0.clock?.text) }
      let score = last?.score ?? .zero
      let draft = BasketballDraft(
        fact: .status(.catchUp, in: game), type: .status, time: context.time, period: period, score: score,
        importance: 2, tags: [.catchUp], summary: BasketballSentence.catchUp(score, period, context.info))
      return [context.event(LedgerChange(draft: draft, revision: 1, kind: .new))]
    }
  }
}

/// Actions whose number has changed.
extension NBATracker {
  /// Gives the facts of numbers that have vanished to new numbers with the same content, in the same answer. Returns the
  /// numbers of the facts by the present ones.
  private func renumbered(
    _ drafts: inout [BasketballDraft], _ state: NBAState, _ present: Set<Int>
  ) -> [Int: Int] {
    var aliases = state.aliases.filter { present.contains($0.key) }
    for index in drafts.indices {
      guard let number = drafts[index].fact.actionNumber, let known = aliases[number] else { continue }
      drafts[index].fact = Fact(rawValue: "\(drafts[index].fact.family)/\(known)")
    }
    let drafted = Set(drafts.map(\.fact))
    let numbers = Set(present.map { aliases[$0] ?? $0 })
    var vanished = state.ledger.missing(from: drafted).filter { fact in
      fact.actionNumber.map { !numbers.contains($0) } ?? false && !state.absence.has(fact)
    }
    guard !vanished.isEmpty else { return aliases }
    for index in drafts.indices where aliases.count < NBAState.mostAliases {
      let fact = drafts[index].fact
      guard let number = fact.actionNumber, state.ledger[fact] == nil else { continue }
      let own = drafts[index].digests.own
      guard let place = vanished.firstIndex(where: { $0.family == fact.family && state.ledger[$0]?.ownDigest == own }),
        let old = vanished[place].actionNumber
      else { continue }
      aliases[number] = old
      drafts[index].fact = vanished.remove(at: place)
    }
    return aliases
  }
}

extension NBAState {
  /// Stores the last corrected fact as the possible cause of later changes.
  fileprivate mutating func remember(
    _ changes: [LedgerChange<BasketballDraft>], _ retractions: [Retraction], _ time: Timestamp
  ) {
    let corrected = changes.last { $0.isCorrection && $0.cause == nil && $0.draft.mayBeCause }?.draft.fact
    if let fact = corrected ?? retractions.first(where: { $0.fact.place == .action })?.fact {
      correction = Correction(fact: fact, at: time)
    }
  }

  /// Decides whether the game is over: its file is written for the last time two hours after the end.
  fileprivate mutating func close(_ actions: [NBAAction], _ context: NBAEventContext, at now: Timestamp) {
    guard context.status == .final else {
      (finalAt, isOver) = (nil, false)
      return
    }
    let since = finalAt ?? now
    finalAt = since
    let isLast = actions.last?.time.map { context.time - $0 >= AfterEnd.lastRevision } ?? false
    isOver = (isLast || now - since >= AfterEnd.span) && absence.isEmpty
  }
}

extension Array {
  /// Returns the elements that match, and the others.
  fileprivate func parted(_ matches: (Element) -> Bool) -> ([Element], [Element]) {
    (filter(matches), filter { !matches($0) })
  }
}
