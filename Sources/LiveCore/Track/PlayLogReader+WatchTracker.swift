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
