/// Reads the whole play log and drafts every fact in it, in order: pure derivation, without memory.
///
/// The rule behind each kind of fact is the table in `docs/events.md`.
struct PlayLogReader {
  let game: GameID
  let snapshot: GameSnapshot

  private var drafts: [Draft] = []
  private var walk = ScoreWalk()
  private var counter = FactCounter()
  private var half: HalfInning?
  private var outs = 0
  private var basesWereLoaded = false

  init(game: GameID, snapshot: GameSnapshot) {
    self.game = game
    self.snapshot = snapshot
  }

  /// Empty until the game is under way: a feed may list its first batter before the first pitch.
  consuming func facts() -> [Draft] {
    guard snapshot.status.isUnderway || snapshot.plays.first?.isComplete == true else { return [] }
    let isFinal = FinalRule.holds(for: snapshot)
    if let first = snapshot.plays.first { drafts.append(.start(game: game, first: first, snapshot: snapshot)) }
    for (position, play) in snapshot.plays.enumerated() {
      let endsGame = isFinal && position == snapshot.plays.count - 1
      open(play)
      for action in play.actions { read(action, in: play, isSettledByGame: endsGame) }
      if play.isComplete { complete(play) }
      if endsGame || (play.isComplete && outs >= 3) { close(play) }
    }
    if isFinal { drafts.append(.final(game: game, snapshot: snapshot)) }
    return drafts
  }

  private var scheduledInnings: Int { snapshot.linescore.scheduledInnings ?? 9 }

  private mutating func open(_ play: Play) {
    guard half != play.inning else { return }
    half = play.inning
    outs = 0
    basesWereLoaded = false
    let opensExtraInnings = play.inning == HalfInning(number: scheduledInnings + 1, half: .top)
    drafts.append(
      Draft(
        fact: .start(of: play.inning, in: game), type: .inning, time: play.startTime, inning: play.inning, outs: 0,
        score: walk.score, importance: opensExtraInnings ? 3 : 1,
        tags: opensExtraInnings ? [.halfStart, .extraInnings] : [.halfStart],
        summary: Summary.halfStart(play.inning, score: walk.score, snapshot.info)))
  }

  private mutating func read(_ action: Action, in play: Play, isSettledByGame: Bool) {
    let step = walk.step(
      to: action.score, flagged: action.isScoringPlay, in: play.inning, scheduledInnings: scheduledInnings)
    let family = ActionFamily(action.eventType)
    let fact = counter.action(action, in: play, of: game)
    if family.importance == 0, step.tags.isEmpty { return }
    drafts.append(
      Draft(
        fact: fact, type: .action, time: action.endTime ?? action.startTime, inning: play.inning,
        outs: outs + play.outsMade(through: action.index), score: walk.score,
        play: EventPlay(action, in: play, runs: step.runs),
        players: play.participants(in: action, names: snapshot.names),
        importance: max(family.importance, Importance.of(step.tags)),
        tags: family.tags(for: action.eventType) + step.tags,
        summary: Summary.action(action, step: step, score: walk.score, snapshot.info),
        isOpenAction: !play.isComplete && !isSettledByGame && action.index >= play.lastEventIndex))
  }

  private mutating func complete(_ play: Play) {
    outs = play.outs
    let step = walk.step(
      to: play.result.score, flagged: play.isScoringPlay, in: play.inning, scheduledInnings: scheduledInnings)
    var tags = PlayTags.tags(of: play, runs: step.runs) + step.tags
    let loaded = outs < 3 && play.basesAfter.areLoaded
    if loaded, !basesWereLoaded { tags.append(.basesLoaded) }
    basesWereLoaded = loaded
    drafts.append(
      Draft(
        fact: counter.plateAppearance(of: play, in: game), type: .play, time: play.endTime ?? play.startTime,
        inning: play.inning, outs: outs, score: walk.score, bases: outs < 3 ? play.basesAfter : .empty,
        play: EventPlay(play, runs: step.runs), players: play.participants(names: snapshot.names),
        importance: max(1, Importance.of(tags)), tags: tags,
        summary: Summary.play(play, step: step, score: walk.score, snapshot.info)))
  }

  private mutating func close(_ play: Play) {
    drafts.append(
      Draft(
        fact: .end(of: play.inning, in: game), type: .inning, time: play.endTime ?? play.startTime,
        inning: play.inning, outs: outs, score: walk.score, importance: 1, tags: [.halfEnd],
        summary: Summary.halfEnd(play.inning, score: walk.score, snapshot.info)))
  }
}
