internal import LiveModel

/// Tracks what the box score and the scoreboard say about a game, and the health of its feed.
extension NBATracker {
  /// Follows a box score: the teams, the names, and the starters before the game.
  func follow(_ state: NBAState, _ box: NBABoxScore, _ time: Timestamp, _ moment: Moment) -> Tracked<NBAState> {
    if let last = state.boxTime, time < last {
      return Tracked(
        state: state, events: [], refusal: Refusal.older.rawValue, bytes: state.bytes, isOver: state.isOver)
    }
    var next = state
    next.monotonic = moment.monotonic
    next.boxTime = time
    next.takeNames(box)
    next.info = NBAGameInfo(box, at: time) ?? state.info
    let hasBegun = box.status != 1 || state.timeStamp != nil
    next.document = hasBegun ? .playByPlay : .boxScore
    guard let info = next.info else { return Tracked(state: next, events: [], bytes: next.bytes, isOver: false) }
    let status: GameStatus.Phase = hasBegun ? (box.status == 3 ? .final : .live) : .scheduled
    let context = NBAEventContext(
      game: game, info: info, status: status, time: time, previous: time, wasUnchanged: true, observedAt: moment.wall)
    next.source.game = context.eventGame
    guard !hasBegun else { return Tracked(state: next, events: [], bytes: next.bytes, isOver: next.isOver) }
    // The game has not begun: from now on, nothing happens unseen.
    next.baseline = .tellAll
    let drafts = [Side.away, .home].compactMap { lineup($0, box, info, time) }
    return logged(drafts, next, context)
  }

  /// Follows a row of the scoreboard.
  func follow(_ state: NBAState, listed row: ScheduledGame, _ moment: Moment) -> Tracked<NBAState> {
    var next = state
    next.monotonic = moment.monotonic
    if let listed = NBAGameInfo(row) { next.info = listed }
    guard let info = next.info else {
      return Tracked(state: state, events: [], bytes: state.bytes, isOver: state.isOver)
    }
    let hadBegun = next.ledger.has(.status(.start, in: game)) || state.timeStamp != nil
    if !hadBegun, row.status.phase == .live || row.status.phase == .final, !next.names.isEmpty {
      next.document = .playByPlay
    }
    let context = NBAEventContext(
      game: game, info: info, status: hadBegun ? next.source.game?.status ?? .live : row.status.phase,
      time: moment.wall, previous: moment.wall, wasUnchanged: true, observedAt: moment.wall)
    let drafts = next.status.drafts(for: row, info, hadBegun: hadBegun, of: game)
    if !drafts.isEmpty { next.source.game = context.eventGame }
    next.isOver = hadBegun ? next.isOver : row.status.phase == .postponed || row.status.phase == .cancelled
    return logged(drafts, next, context)
  }

  private func logged(
    _ drafts: [BasketballDraft], _ state: NBAState, _ context: NBAEventContext
  ) -> Tracked<NBAState> {
    var next = state
    var room = next.room(within: limit)
    let changes = next.ledger.take(drafts, room: &room)
    return Tracked(
      state: next, events: changes.map(context.event), bytes: next.bytes, trouble: next.trouble, isOver: next.isOver)
  }

  private func lineup(_ side: Side, _ box: NBABoxScore, _ info: NBAGameInfo, _ time: Timestamp) -> BasketballDraft? {
    let starters = box.teams[side].starters
    guard starters.count == 5 else { return nil }
    let names = starters.map { "\($0.name)\($0.position.map { " \($0)" } ?? "")" }
    return BasketballDraft(
      fact: .lineup(side, in: game), type: .lineup, time: time,
      players: starters.map { Participant(Person(id: $0.id, name: $0.name), as: .starter) }, importance: 2,
      tags: [.lineup], summary: "Starters of the \(info.team(side).name): \(names.joined(separator: ", "))")
  }

  /// Makes an event when the feed's health has changed. Makes none when that state is already logged, or before the game
  /// is known. `trouble` is nil when the feed has recovered; `reason` is what was observed.
  func report(
    _ trouble: SourceTrouble?, reason: String?, _ state: NBAState, _ moment: Moment
  ) -> Tracked<NBAState> {
    guard trouble != state.source.trouble, let game = state.source.game, let feedAt = state.timeStamp ?? state.boxTime
    else { return Tracked(state: state, events: [], bytes: state.bytes, isOver: state.isOver) }
    var next = state
    next.monotonic = moment.monotonic
    next.source.trouble = trouble
    next.source.count += 1
    let data = EventData(
      fact: .source(next.source.count, of: self.game), revision: 1, change: .new, league: self.game.league, game: game,
      importance: trouble == nil ? 1 : 2, tags: [trouble?.tag ?? .recovered], reason: reason,
      summary: SourceTrouble.summary(of: trouble, reason: reason, game), observedAt: moment.wall, feedAt: feedAt)
    return Tracked(
      state: next, events: [Event(type: .source, time: moment.wall, data: data)], bytes: next.bytes,
      trouble: next.trouble, isOver: next.isOver)
  }
}

/// The values that all events of one answer share.
struct NBAEventContext: Sendable {
  let game: GameID
  let info: NBAGameInfo
  let status: GameStatus.Phase
  /// The revision of the answer.
  let time: Timestamp
  /// That of the accepted one before; nil when there was none.
  let previous: Timestamp?
  /// Whether the last poll before this one found nothing newer.
  let wasUnchanged: Bool
  let observedAt: Timestamp

  /// The gap in feed time after which the events within it are `late`.
  static let gap: Duration = .seconds(120)

  func event(_ change: LedgerChange<BasketballDraft>) -> Event {
    let draft = change.draft
    let at = draft.time ?? time
    let own = BasketballMembers(period: draft.period, play: draft.play)
    var data = EventData(
      fact: draft.fact, revision: change.revision, change: change.kind, late: isLate(at), cause: change.cause,
      league: game.league, game: eventGame, score: draft.score, players: draft.players, importance: draft.importance,
      tags: draft.tags + (draft.type == .lineup && change.kind != .new ? [.changed] : []), reason: draft.reason,
      scheduledStart: draft.scheduledStart, summary: summary(change), observedAt: observedAt, feedAt: time,
      members: LeagueMembers(own))
    data.team = Basketball.side(of: draft.type, data, own).map { data.game.team($0).abbreviation }
    return Event(type: draft.type, time: at, data: data)
  }

  func retraction(of fact: Fact, _ entry: Ledger.Entry) -> Retraction {
    Retraction(
      fact: fact, revision: entry.revision, isProvisional: entry.isProvisional, game: eventGame,
      observedAt: observedAt, feedAt: time)
  }

  /// Returns the summary, with a prefix only for a correction of the fact itself.
  private func summary(_ change: LedgerChange<BasketballDraft>) -> String {
    let isScorers = [.play, .action].contains(change.draft.type) || change.draft.tags.contains(.final)
    let corrects = change.isCorrection && change.cause == nil && isScorers
    return (corrects ? CorrectionMark.corrected.rawValue : "") + change.draft.summary
  }

  private func isLate(_ at: Timestamp) -> Bool {
    let wasBlind = previous.map { time - $0 > Self.gap && !wasUnchanged } ?? true
    return wasBlind && time - at > Self.gap
  }

  var eventGame: EventGame {
    EventGame(
      id: game.gamePk, date: info.date, number: 1, type: GameNumber.kind(game.gamePk), status: status, away: info.away,
      home: info.home)
  }
}
