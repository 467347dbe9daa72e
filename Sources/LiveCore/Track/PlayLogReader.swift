/// Reads the whole play log and drafts every fact in it, in order: pure derivation, without memory.
///
/// The rule behind each kind of fact is the table in `docs/events.md`.
struct PlayLogReader {
  let game: GameID
  let snapshot: GameSnapshot

  var drafts: [FactDraft] = []
  var walk = RunningScore()
  var feats = Feats()
  var watches = WatchTracker()
  var outs = 0
  /// After the last completed plate appearance of the half-inning.
  var runnersOn = 0
  /// This half-inning's watch has ended and is not started again.
  var closeAndLateIsOver = false
  private var counter = FactCounter()
  private var challenges: ChallengeCount
  private var half: HalfInning?
  private var begun: Set<HalfInning> = []
  private var ended: Set<HalfInning> = []
  private var basesWereLoaded = false
  /// The last pitcher of each side.
  private var pitchers = Sides<Person?>(away: nil, home: nil)
  private let final: FinalRule.Verdict
  private var isFinal: Bool { final != .notYet }
  /// The game is known to have begun.
  private let hadBegun: Bool

  init(game: GameID, snapshot: GameSnapshot, final: FinalRule.Verdict? = nil, hadBegun: Bool = false) {
    self.game = game
    self.final = final ?? FinalRule.verdict(for: snapshot, wasTold: false, doubt: nil)
    self.hadBegun = hadBegun
    self.snapshot = snapshot
    challenges = ChallengeCount(snapshot)
  }

  /// Empty until the game is under way: a feed may list its first batter before the first pitch. What has begun stays
  /// so when it is postponed.
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
      drafts.append(.final(game: game, snapshot: snapshot, feats, isUnconfirmed: final == .unconfirmed))
    } else if let last = snapshot.plays.last {
      draftProvisional(last)
    }
    return drafts
  }

  var scheduledInnings: Int { snapshot.linescore.scheduledInnings ?? 9 }

  private mutating func open(_ play: Play) {
    let isNewHalf = half != play.inning
    if isNewHalf { half = play.inning }
    if isNewHalf, begun.insert(play.inning).inserted {
      (outs, runnersOn, basesWereLoaded) = (0, 0, false)
      feats.beginHalf()
      let opensExtraInnings = play.inning == HalfInning(number: scheduledInnings &+ 1, half: .top)
      drafts.append(
        FactDraft(
          fact: .start(of: play.inning, in: game), type: .inning, time: play.beginning, inning: play.inning, outs: 0,
          score: walk.score, importance: opensExtraInnings ? 3 : 1,
          tags: opensExtraInnings ? [.halfStart, .extraInnings] : [.halfStart],
          summary: Summary.halfStart(play.inning, score: walk.score, snapshot.info)))
    }
    watchCloseAndLate(at: play, isNewHalf: isNewHalf)
  }

  private mutating func read(_ action: Action, in play: Play, isLast: Bool, isSettledByGame: Bool) {
    let step = walk.step(
      to: action.score, flagged: action.isScoringPlay, in: play.inning,
      endsAGameFrom: isLast ? scheduledInnings : nil)
    let family = ActionFamily(action.eventType)
    let reviews = challenges.take(action.reviews)
    let matchup = Matchup(
      at: action.index, of: play, pitcherBefore: pitchers[play.inning.batting.other], names: snapshot.names)
    let own = action.isAction ? family.tags(for: action.eventType) : []
    let tags = own + PlayTags.tags(of: action, in: play) + step.tags
    drafts.append(
      FactDraft(
        fact: counter.action(action, in: play, of: game), type: .action, time: action.endTime ?? action.startTime,
        inning: play.inning, outs: min(3, outs &+ play.outsMade(through: action.index)), score: walk.score,
        play: EventPlay(action, in: play, matchup, runs: step.runs, reviews: reviews),
        players: play.participants(in: action, matchup, names: snapshot.names),
        importance: max(action.isAction ? family.importance : 1, Importance.of(tags)), tags: tags,
        summary: Summary.action(
          action, reviews: reviews, tags: tags, in: play.inning, score: walk.score, snapshot.info),
        isOpenAction: !play.isComplete && !isSettledByGame && action.index >= play.lastEventIndex))
  }

  private mutating func complete(_ play: Play, isLast: Bool) {
    outs = play.outs
    let step = walk.step(
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
        inning: play.inning, outs: outs, score: walk.score, bases: outs < 3 ? play.basesAfter : .empty,
        play: EventPlay(play, runs: step.runs, reviews: challenges.take(play.reviews)),
        players: play.participants(names: snapshot.names), importance: max(1, Importance.of(tags)), tags: tags,
        summary: Summary.play(play, tags: tags, score: walk.score, snapshot.info)))
    watchFeats(after: play)
  }

  private mutating func close(_ play: Play) {
    // An overturned third out leaves plays behind the end of its half until the feed has mended them.
    guard ended.insert(play.inning).inserted else { return }
    let batting = play.inning.batting
    feats.endHalf(batting: batting)
    let isNoHitter = play.inning.number >= 5 && feats.isHitless(batting)
    let isPerfect = isNoHitter && feats.isSpotless(batting)
    let tags: [Tag] = [.halfEnd] + (isNoHitter ? [.noHitterIntact] : []) + (isPerfect ? [.perfectGameIntact] : [])
    drafts.append(
      FactDraft(
        fact: .end(of: play.inning, in: game), type: .inning, time: play.endTime ?? play.startTime,
        inning: play.inning, outs: outs, score: walk.score, importance: isNoHitter ? 2 : 1, tags: tags,
        summary: Summary.halfEnd(play.inning, score: walk.score, tags: tags, snapshot.info)))
    watchFeats(atTheEndOfHalf: play)
  }

  /// A ball in play on which a run scored is seen some 15 s before the feed says what the play was.
  private mutating func draftProvisional(_ play: Play) {
    guard snapshot.status.isUnderway, !play.isComplete else { return }
    let batting = play.inning.batting
    // More than four runs are no play: such a linescore counts otherwise than the play log.
    let ahead = 1...4
    let shown = snapshot.linescore.score.flatMap { ahead.contains($0[batting] &- walk.score[batting]) ? $0 : nil }
    guard play.lastPitchCall == "E" || shown != nil else { return }
    let runs = shown.map { $0[batting] &- walk.score[batting] }
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
  /// No-hitters are watched from the end of the sixth of nine innings, close games from the seventh.
  private var lateInnings: Int { scheduledInnings &- 3 }

  /// Close and late, as the league keeps it: the seventh inning or later, the batting side tied, ahead by one, or with
  /// the tying run at least on deck. At most once a half-inning.
  mutating func watchCloseAndLate(at play: Play, isNewHalf: Bool) {
    let batting = play.inning.batting
    let watch = WatchTracker.Watch(kind: .closeAndLate, side: batting)
    if isNewHalf { closeAndLateIsOver = false }
    guard play.inning.number > lateInnings, !closeAndLateIsOver else { return }
    let lead = walk.score[batting] &- walk.score[batting.other]
    let isClose = lead <= 1 && lead >= -(runnersOn + 2)
    if !isClose, watches.open.contains(watch) { closeAndLateIsOver = true }
    turn(watch, on: isClose, at: play, time: play.startTime, outs: outs)
  }

  /// After a completed plate appearance: what a hit, a walk or an error has ended, and a batter who lacks one hit.
  mutating func watchFeats(after play: Play) {
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

  mutating func watchFeats(atTheEndOfHalf play: Play) {
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

  mutating func endAllWatches(with play: Play) {
    for watch in watches.open {
      turn(watch, on: false, at: play, time: play.endTime ?? play.startTime, outs: outs)
    }
  }

  private mutating func turn(_ watch: WatchTracker.Watch, on: Bool, at play: Play, time: Timestamp?, outs: Int) {
    guard let fact = watches.turn(watch, on: on, in: game) else { return }
    drafts.append(
      FactDraft(
        fact: fact, type: .watch, time: time, inning: play.inning, outs: outs, score: walk.score,
        players: watch.batter.map { [Participant($0, as: .batter)] } ?? [],
        importance: on ? watch.kind.importance : 1, tags: [watch.kind.tag, on ? .started : .ended],
        summary: Summary.watch(watch, on: on, inning: play.inning, score: walk.score, snapshot.info)))
  }
}

/// Which watches are on, and the numbers of their facts: an odd one starts a watch, the even one after it ends it.
struct WatchTracker: Sendable {
  enum Kind: String, Sendable {
    case noHitter = "no_hitter"
    case perfectGame = "perfect_game"
    case closeAndLate = "close_and_late"
    case cycle

    var tag: Tag {
      switch self {
      case .noHitter: .noHitterWatch
      case .perfectGame: .perfectGameWatch
      case .closeAndLate: .closeAndLate
      case .cycle: .cycleWatch
      }
    }

    var importance: Int {
      switch self {
      case .noHitter: 3
      case .perfectGame: 4
      case .closeAndLate: 1
      case .cycle: 2
      }
    }
  }

  /// One watch: whose pitchers, whose batters, or which batter.
  struct Watch: Hashable, Sendable {
    var kind: Kind
    /// The side whose pitchers hold the no-hitter, or which is at bat.
    var side: Side
    /// Of the cycle.
    var batter: Person?

    fileprivate var name: String { "watch/\(kind.rawValue)/\(batter.map { String($0.id) } ?? side.rawValue)" }
  }

  private(set) var open: [Watch] = []
  private var turns: [Watch: Int] = [:]

  /// The fact of the turn; nil when the watch is so already.
  mutating func turn(_ watch: Watch, on: Bool, in game: GameID) -> Fact? {
    guard open.contains(watch) != on else { return nil }
    if on { open.append(watch) } else { open.removeAll { $0 == watch } }
    turns[watch, default: 0] += 1
    return Fact(rawValue: "\(game)/\(watch.name)/\(turns[watch, default: 1])")
  }
}
