internal import LiveModel

/// Outline of an accepted answer, which short answers are compared with.
package struct GameOutline: Equatable, Sendable {
  fileprivate var timeStamp: Timestamp
  /// Digest of everything in a short answer that the tracker reads. It is valid in this process only.
  fileprivate var digest: Int
  fileprivate var omitted: OmittedPlays
}

/// Summary of the plate appearances that a short answer omits, for the next poll and the scoreboard.
struct OmittedPlays: Equatable, Sendable {
  /// The number of complete ones.
  var results = 0
  /// Whether they left a runner on first and second base open.
  var mayStealSecond = false
  /// The bases after them; nil for a feed whose linescore names the runners.
  var bases: Bases?
}

extension GameSnapshot {
  /// The outline of this snapshot; nil if the next answer must be whole: the game is not live, it has no plate appearance
  /// yet, or the next one of the half-inning is about to begin.
  var outline: GameOutline? {
    guard status.phase == .live, let play = plays.last, !play.isComplete || play.outs >= 3 else { return nil }
    var hasher = Hasher()
    hasher.combine(info)
    hasher.combine(status)
    hasher.combine(linescore.score)
    hasher.combine(linescore.scheduledInnings)
    hasher.combine([absChallengesLeft.away, absChallengesLeft.home])
    hasher.combine(decisions)
    hasher.combine(play.withoutPitches)
    return GameOutline(
      timeStamp: timeStamp, digest: hasher.finalize(),
      omitted: omitted
        ?? OmittedPlays(
          results: plays.dropLast().count(where: \.isComplete), mayStealSecond: mayStealSecond,
          bases: linescore.bases == nil ? basesByPlays : nil))
  }

  /// Returns the meaning of this answer to a short request.
  func compared(with outline: GameOutline) -> ShortAnswer<GameSnapshot> {
    if plays.isEmpty { return .blank }
    guard omitted != nil else { return .whole(self) }
    var next = self
    next.omitted = outline.omitted
    guard timeStamp >= outline.timeStamp, next.outline?.digest == outline.digest else { return .changed }
    return .unchanged(next)
  }
}

extension Play {
  /// The play without what each pitch changes. A pitch that drives a run in is kept: it is reported before the result.
  fileprivate var withoutPitches: Play {
    var play = self
    (play.startTime, play.endTime) = (nil, nil)
    (play.balls, play.strikes, play.pitchCount, play.lastEventIndex, play.lastPitchIndex) = (0, 0, 0, -1, nil)
    play.lastPitchCall = lastPitchCall == "E" ? lastPitchCall : nil
    return play
  }
}
