/// The context that all events of one snapshot share.
struct EventContext {
  let snapshot: GameSnapshot
  /// The previous accepted snapshot's time; nil when there was none.
  let previous: Timestamp?
  /// It was asked for in vain meanwhile.
  let wasStill: Bool
  let observedAt: Timestamp

  /// Feed time without a poll after which what happened meanwhile is `late`.
  static let gap: Duration = .seconds(120)

  func event(for change: Ledger.Change, of game: GameID) -> Event {
    let draft = change.draft
    let time = draft.time ?? snapshot.timeStamp
    let data = EventData(
      fact: draft.fact, revision: change.revision, provisional: draft.isProvisional, late: isLate(time),
      cause: change.cause, league: game.league, game: eventGame,
      inning: draft.inning, outs: draft.outs, score: draft.score, bases: draft.bases, play: draft.play,
      players: draft.players, importance: draft.importance, tags: tags(of: change),
      reason: draft.reason, scheduledStart: draft.scheduledStart, summary: summary(of: change),
      observedAt: observedAt, feedAt: snapshot.timeStamp)
    return Event(type: draft.type, time: time, data: data)
  }

  func retraction(of fact: Fact, _ entry: Ledger.Entry) -> Retraction {
    Retraction(
      fact: fact, revision: entry.revision, isProvisional: entry.isProvisional, game: eventGame,
      observedAt: observedAt, feedAt: snapshot.timeStamp)
  }

  private func tags(of change: Ledger.Change) -> [Tag] {
    change.draft.tags + (change.draft.type == .lineup && change.revision > 1 ? [.changed] : [])
  }

  /// Consequences of another fact's correction have the plain summary, without a mark.
  private func summary(of change: Ledger.Change) -> String {
    let isScorers = [.play, .action].contains(change.draft.type) || change.draft.tags.contains(.final)
    let corrects = change.isCorrection && change.cause == nil && isScorers
    return (corrects ? "Corrected: " : "") + change.draft.summary
  }

  private func isLate(_ time: Timestamp) -> Bool {
    let wasAway = previous.map { snapshot.timeStamp - $0 > Self.gap && !wasStill } ?? true
    return wasAway && snapshot.timeStamp - time > Self.gap
  }

  var eventGame: EventGame {
    EventGame(
      id: snapshot.gamePk, date: snapshot.info.officialDate, number: snapshot.info.gameNumber,
      type: snapshot.info.type, status: snapshot.status.phase, away: snapshot.info.away, home: snapshot.info.home)
  }
}

/// Batter and pitcher at a point of a plate appearance. The feed's `matchup` is that of its end; earlier players are
/// found by going back through the substitutions.
struct Matchup: Equatable, Sendable {
  var batter: Person
  var pitcher: Person

  /// At the event of that index. `pitcherBefore` pitched to the batter before: for a pitching change that does not say
  /// whom it replaced.
  init(at index: Int, of play: Play, pitcherBefore: Person?, names: [Int: String]) {
    (batter, pitcher) = (play.batter, play.pitcher)
    for action in play.actions.reversed() where action.isAction && action.index > index {
      let replaced = action.replacedPlayer.map { Person(id: $0, name: names[$0] ?? "") }
      switch ActionFamily(action.eventType).name {
      case "pitcher" where action.player == pitcher.id: pitcher = replaced ?? pitcherBefore ?? pitcher
      case "substitution" where action.player == batter.id: batter = replaced ?? batter
      default: break
      }
    }
  }
}

/// The score as it grows along the play log, and what each step of it means.
struct RunningScore: Sendable {
  private(set) var score = Score.zero
  /// The side that led last, also across a tie.
  private var lastLeader: Side?

  /// One step: the runs it brought and the tags they earn.
  struct Step: Equatable, Sendable {
    var runs: Int
    var tags: [Tag]
  }

  /// Takes the score that the feed states after a plate appearance or an action; nil changes nothing. `flagged` says
  /// that the feed calls it a scoring play, which it does not for every one. From inning `endsAGameFrom` on, a home
  /// lead that the last play of the log takes ends the game; it is nil for a play that others follow.
  mutating func step(to stated: Score?, flagged: Bool, in half: HalfInning, endsAGameFrom inning: Int?) -> Step {
    let before = score
    let after = stated ?? before
    let runs = after.away &+ after.home &- before.away &- before.home
    guard runs != 0 || after != before || flagged else { return Step(runs: 0, tags: []) }
    score = after
    var tags = [Tag.scoring]
    guard runs != 0 else { return Step(runs: runs, tags: tags) }
    if after.leader == nil, before.leader != nil { tags.append(.tie) }
    if let leader = after.leader {
      if leader == half.batting, before.leader != leader { tags.append(.goAhead) }
      if let last = lastLeader, last != leader { tags.append(.leadChange) }
      lastLeader = leader
      let endsTheGame = leader == .home && half.batting == .home && inning.map { half.number >= $0 } ?? false
      if endsTheGame, before.leader != .home { tags.append(.walkOff) }
    }
    return Step(runs: runs, tags: tags)
  }
}

/// The newest action of the play log, held back until it may be believed: the feed passes through wrong versions of an
/// action within seconds.
struct UnsettledAction: Equatable, Codable, Sendable {
  var fact: Fact
  var digest: UInt64
  /// The feed's time when this content was first seen.
  var since: Timestamp
  /// The run's time then: the feed's stands still while a reliever warms up.
  var observedSince: Timestamp

  /// It has not stayed unchanged for long enough; absent in what older versions wrote.
  var isOpen: Bool?

  /// Time that an action must stay unchanged, by either clock.
  static let span: Duration = .seconds(3)

  /// Removes the drafts that are not settled yet and returns what to remember of them.
  ///
  /// Only the last draft can be unsettled: anything behind an action settles it, a run that is foreseen too.
  static func hold(
    back drafts: inout [FactDraft], after known: UnsettledAction?, at now: Timestamp, observed: Timestamp
  )
    -> UnsettledAction?
  {
    guard let last = drafts.last, last.isOpenAction else { return nil }
    let digest = last.digests.whole
    let isKnown = known?.fact == last.fact && known?.digest == digest
    let (since, observedSince) = (isKnown ? known : nil).map { ($0.since, $0.observedSince) } ?? (now, observed)
    if max(now - since, observed - observedSince) < span { drafts.removeLast() }
    return UnsettledAction(fact: last.fact, digest: digest, since: since, observedSince: observedSince)
  }
}
