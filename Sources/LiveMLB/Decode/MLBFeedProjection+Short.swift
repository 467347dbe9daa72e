internal import LiveJSON
internal import LiveModel

/// The projection of a short answer: the newest plate appearance instead of all.
extension MLBFeedProjection {
  /// Reads short answers, and whole ones from a source that does not know `fields`.
  static let short = Projection<SnapshotBuilder>(root(plays: [allPlays, currentPlay]))

  private static let currentPlay = Member.object(
    "currentPlay", play, begin: { $0.beginPlay(at: 0) }, end: { $0.endCurrentPlay() })

  /// The members that a short answer lacks: those that seldom change during play. They come with the whole answers.
  static let seldom: Set<String> = [
    "allPlays", "boxscore", "players", "person", "battingOrder", "allPositions", "probablePitchers",
  ]
}
