internal import LiveModel

/// Reads the whole play log and drafts every fact in it, in order. The result depends only on the snapshot and the
/// arguments of `init`.
///
/// The table in `docs/events.md` states the rule for each kind of fact.
struct PlayLogReader {
  private let game: GameID
  private let snapshot: GameSnapshot

  private var drafts: [FactDraft] = []
  private var runningScore = RunningScore()
  private var feats = Feats()
  private var watches = WatchTracker()
  private var outs = 0
  /// Runners on base after the last completed plate appearance of the half-inning.
  private var runnersOn = 0
  /// Whether this half-inning's close-and-late watch has ended; it does not start again.
  private var closeAndLateIsOver = false
  private var counter = FactCounter()
  private var challenges: ChallengeCount
  private var odds: PlayLogOdds
  private var half: HalfInning?
  private var begun: Set<HalfInning> = []
  private var ended: Set<HalfInning> = []
  private var basesWereLoaded = false
  /// The last pitcher of each side.
  private var pitchers = Sides<Person?>(away: nil, home: nil)
  private let final: FinalRule.Verdict
  private var isFinal: Bool { final != .notYet }
  /// Whether the ledger holds the game's start.
  private let hadBegun: Bool

  init(game: GameID, snapshot: GameSnapshot, final: FinalRule.Verdict? = nil, hadBegun: Bool = false) {
    self.game = game
    self.final = final ?? FinalRule.verdict(for: snapshot, wasTold: false, doubt: nil)
    self.hadBegun = hadBegun
    self.snapshot = snapshot
    challenges = ChallengeCount(snapshot)
    odds = PlayLogOdds(snapshot)
  }

  /// Returns no facts until the game is under way, since a feed may list the first batter before the first pitch. A
  /// game that has begun keeps its facts when it is postponed.
  consuming func facts() -> [FactDraft] {
    guard hadBegun || snapshot.status.isUnderway || snapshot.plays.first?.isComplete == true else { return [] }
    if let first = snapshot.plays.first { drafts.append(.start(game: game, first: first, snapshot: snapshot)) }
    for (position, play) in snapshot.plays.enumerated() {
      let isLast = position == snapshot.plays.count - 1
      open(play)
      for action in play.actions where !action.isUndecided {
        read(action, in: play, isLast: isLast, isSettledByGame: isLast && isFinal)
      }
      if play.isComplete { complete(play, isLast: isLast) }
      pitchers[play.inning.batting.other] = play.pitcher
      if (isLast && isFinal) || (play.isComplete && outs >= 3) { close(play) }
    }
    if isFinal {
      if let last = snapshot.plays.last { endAllWatches(with: last) }
      drafts.append(.final(game: game, snapshot: snapshot, feats, after: odds, isUnconfirmed: final == .unconfirmed))
    } else if let last = snapshot.plays.last {
      draftProvisional(last)
    }
    return drafts
  }

  private var scheduledInnings: Int { snapshot.linescore.scheduledInnings ?? 9 }

  private mutating func open(_ play: Play) {
    let isNewHalf = half != play.inning
    if isNewHalf {
      half = play.inning
      if begun.contains(play.inning) { odds.enter(play.inning) }
    }
    if isNewHalf, begun.insert(play.inning).inserted {
      (outs, runnersOn, basesWereLoaded) = (0, 0, false)
      feats.beginHalf()
      let opensExtraInnings = play.inning == HalfInning(number: scheduledInnings &+ 1, half: .top)
      drafts.append(
        FactDraft(
          fact: .start(of: play.inning, in: game), type: .inning, time: play.beginning, inning: play.inning, outs: 0,
          score: runningScore.score, odds: odds.begin(play.inning, runningScore.score),
          importance: opensExtraInnings ? 3 : 1,
          tags: opensExtraInnings ? [.halfStart, .extraInnings] : [.halfStart],
          summary: Summary.halfStart(play.inning, score: runningScore.score, snapshot.info)))
    }
    watchCloseAndLate(at: play, isNewHalf: isNewHalf)
    watchLeverage(at: play, time: play.startTime)
  }

  private mutating func read(_ action: Action, in play: Play, isLast: Bool, isSettledByGame: Bool) {
    let step = runningScore.step(
      to: action.score, flagged: action.isScoringPlay, in: play.inning,
      endsAGameFrom: isLast ? scheduledInnings : nil)
    let family = ActionFamily(action.eventType)
    let reviews = challenges.take(action.reviews)
    let matchup = Matchup(
      at: action.index, of: play, pitcherBefore: pitchers[play.inning.batting.other], names: snapshot.names)
    let outs = min(3, outs &+ play.outsMade(through: action.index))
    let own = action.isAction ? family.tags(for: action.eventType) : []
    let tags = own + PlayTags.tags(of: action, in: play) + step.tags
    drafts.append(
      FactDraft(
        fact: counter.action(action, in: play, of: game), type: .action, time: action.endTime ?? action.startTime,
        inning: play.inning, outs: outs, score: runningScore.score,
        odds: odds.take(action, in: play, outs: outs, runningScore.score),
        play: EventPlay(action, in: play, matchup, runs: step.runs, reviews: reviews),
        players: play.participants(in: action, matchup, names: snapshot.names),
        importance: max(action.isAction ? family.importance : 1, Importance.of(tags)), tags: tags,
        summary: Summary.action(
          action, reviews: reviews, tags: tags, in: play.inning, score: runningScore.score, snapshot.info),
        isOpenAction: !play.isComplete && !isSettledByGame && action.index >= play.lastEventIndex))
    if outs < 3 { watchLeverage(at: play, time: action.endTime ?? action.startTime) }
  }

  private mutating func complete(_ play: Play, isLast: Bool) {
    outs = play.outs
    let step = runningScore.step(
      to: play.result.score, flagged: play.isScoringPlay, in: play.inning,
      endsAGameFrom: isLast ? scheduledInnings : nil)
    var tags = PlayTags.tags(of: play, runs: step.runs) + feats.take(play) + step.tags
    let loaded = outs < 3 && play.basesAfter.areLoaded
    if loaded, !basesWereLoaded { tags.append(.basesLoaded) }
    basesWereLoaded = loaded
    runnersOn = play.basesAfter.count
    drafts.append(
      FactDraft(
        fact: counter.plateAppearance(of: play, in: game), type: .play, time: play.endTime ?? play.startTime,
        inning: play.inning, outs: outs, score: runningScore.score, bases: outs < 3 ? play.basesAfter : .empty,
        odds: odds.complete(play, runningScore.score),
        play: EventPlay(play, runs: step.runs, reviews: challenges.take(play.reviews)),
        players: play.participants(names: snapshot.names), importance: max(1, Importance.of(tags)), tags: tags,
        summary: Summary.play(play, tags: tags, score: runningScore.score, snapshot.info)))
    watchFeats(after: play)
    if outs < 3 { watchLeverage(at: play, time: play.endTime ?? play.startTime) }
  }

  private mutating func close(_ play: Play) {
    // An overturned third out leaves plays after the end of its half-inning until the feed corrects them.
    guard ended.insert(play.inning).inserted else { return }
    let batting = play.inning.batting
    feats.endHalf(batting: batting)
    let isNoHitter = play.inning.number >= 5 && feats.isHitless(batting)
    let isPerfect = isNoHitter && feats.isSpotless(batting)
    let tags: [Tag] = [.halfEnd] + (isNoHitter ? [.noHitterIntact] : []) + (isPerfect ? [.perfectGameIntact] : [])
    drafts.append(
      FactDraft(
        fact: .end(of: play.inning, in: game), type: .inning, time: play.endTime ?? play.startTime,
        inning: play.inning, outs: outs, score: runningScore.score, odds: odds.end, importance: isNoHitter ? 2 : 1,
        tags: tags,
        summary: Summary.halfEnd(play.inning, score: runningScore.score, tags: tags, snapshot.info)))
    watchFeats(atTheEndOfHalf: play)
  }

  /// Drafts a run before the play's result: the feed shows a scoring ball in play some 15 s earlier.
  private mutating func draftProvisional(_ play: Play) {
    guard snapshot.status.isUnderway, !play.isComplete else { return }
    let batting = play.inning.batting
    // One play scores at most four runs. A larger lead means that the linescore and the play log count differently.
    let ahead = 1...4
    let shown = snapshot.linescore.score.flatMap {
      ahead.contains($0[batting] &- runningScore.score[batting]) ? $0 : nil
    }
    guard play.lastPitchCall == "E" || shown != nil else { return }
    let runs = shown.map { $0[batting] &- runningScore.score[batting] }
    drafts.append(
      FactDraft(
        fact: counter.plateAppearance(of: play, in: game), type: .play, time: play.endTime ?? play.startTime,
        inning: play.inning, score: shown, play: EventPlay(unfinished: play, runs: runs),
        players: [Participant(play.batter, as: .batter), Participant(play.pitcher, as: .pitcher)], importance: 2,
        tags: [.scoring], summary: Summary.provisional(play, runs: runs, score: shown, snapshot.info),
        isProvisional: true))
  }
}

extension PlayLogReader {
  /// The innings after which a game is late: six of nine. The close-and-late watch needs a later inning; the no-hitter
  /// watches begin at the end of this one.
  private var lateInnings: Int { scheduledInnings &- 3 }

  /// Opens or closes the close-and-late watch by the league's definition: the seventh inning or later, with the batting
  /// side tied, ahead by one, or with the tying run at least on deck. The watch runs at most once per half-inning.
  private mutating func watchCloseAndLate(at play: Play, isNewHalf: Bool) {
    let batting = play.inning.batting
    let watch = WatchTracker.Watch(kind: .closeAndLate, side: batting)
    if isNewHalf { closeAndLateIsOver = false }
    guard play.inning.number > lateInnings, !closeAndLateIsOver else { return }
    let lead = runningScore.score[batting] &- runningScore.score[batting.other]
    let isClose = lead <= 1 && lead >= -(runnersOn + 2)
    if !isClose, watches.open.contains(watch) { closeAndLateIsOver = true }
    turn(watch, on: isClose, at: play, time: play.startTime, outs: outs)
  }

  /// Opens or closes the watch of a game that is on the line: the next play can change the chances to win three times as
  /// much as an average one, until it can change them less than an average one.
  private mutating func watchLeverage(at play: Play, time: Timestamp?) {
    let watch = WatchTracker.Watch(kind: .onTheLine)
    let leverage = odds.current.leverage
    turn(watch, on: leverage >= (watches.open.contains(watch) ? 1 : 3), at: play, time: time, outs: outs)
  }

  /// Updates the watches after a completed plate appearance. A hit ends a no-hitter watch, and any batter on base ends
  /// a perfect game watch. A batter one hit short of the cycle starts a watch.
  private mutating func watchFeats(after play: Play) {
    let pitching = play.inning.batting.other
    let time = play.endTime ?? play.startTime
    if !feats.isSpotless(pitching.other) {
      turn(.init(kind: .perfectGame, side: pitching), on: false, at: play, time: time, outs: outs)
    }
    if !feats.isHitless(pitching.other) {
      turn(.init(kind: .noHitter, side: pitching), on: false, at: play, time: time, outs: outs)
    }
    let cycle = WatchTracker.Watch(kind: .cycle, side: play.inning.batting, batter: play.batter)
    turn(cycle, on: feats.isShortOfTheCycle(play.batter.id), at: play, time: time, outs: outs)
  }

  private mutating func watchFeats(atTheEndOfHalf play: Play) {
    let pitching = play.inning.batting.other
    let time = play.endTime ?? play.startTime
    turn(
      .init(kind: .closeAndLate, side: play.inning.batting), on: false, at: play, time: time, outs: outs)
    guard play.inning.number >= lateInnings else { return }
    if feats.isHitless(pitching.other) {
      turn(.init(kind: .noHitter, side: pitching), on: true, at: play, time: time, outs: outs)
    }
    if feats.isSpotless(pitching.other) {
      turn(.init(kind: .perfectGame, side: pitching), on: true, at: play, time: time, outs: outs)
    }
  }

  private mutating func endAllWatches(with play: Play) {
    for watch in watches.open {
      turn(watch, on: false, at: play, time: play.endTime ?? play.startTime, outs: outs)
    }
  }

  private mutating func turn(_ watch: WatchTracker.Watch, on: Bool, at play: Play, time: Timestamp?, outs: Int) {
    guard let fact = watches.turn(watch, on: on, in: game) else { return }
    drafts.append(
      FactDraft(
        fact: fact, type: .watch, time: time, inning: play.inning, outs: outs, score: runningScore.score,
        odds: watch.kind == .onTheLine ? odds.current : nil,
        players: watch.batter.map { [Participant($0, as: .batter)] } ?? [],
        importance: on ? watch.kind.importance : 1, tags: [watch.kind.tag, on ? .started : .ended],
        summary: Summary.watch(watch, on: on, inning: play.inning, score: runningScore.score, snapshot.info)))
  }
}
