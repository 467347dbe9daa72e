/// One game of a date's scoreboard, as the league's schedule lists it.
package struct ScoreboardGame: Equatable, Sendable {
  /// Game, start, reason, score, and the members that only this league has.
  package var summary: GameSummary
  /// The state in a few words, without the reason and without times: `Top 5th`, `Final`, `F/10`, `Postponed`.
  package var state: String
  /// Wins and losses of both sides; nil where the schedule gives none.
  package var records: Sides<TeamRecord?>
  /// Whether the date has two games of these teams, whose `number` is shown then.
  package var isDoubleheader = false
  /// The continuation of a game that was postponed or suspended; nil if nothing is known about it.
  package var continuation: Continuation?
  /// The date on which a game began, or for which it was scheduled first, as `YYYY-MM-DD`; nil for a game on its first
  /// date.
  package var movedFrom: String?
  /// A note of the schedule: `Makeup of 6/18 ppd`.
  package var note: String?
  /// The pitchers of record of a game that is over, or the probable ones of a game to come, in a few words. It is not part
  /// of the JSON.
  package var pitchers: String?

  /// The date and the time at which a game is played instead, or continued.
  package struct Continuation: Equatable, Codable, Sendable {
    /// `YYYY-MM-DD`.
    package var date: String
    /// Nil while the time is to be determined.
    package var start: Timestamp?

    package init(date: String, start: Timestamp? = nil) {
      (self.date, self.start) = (date, start)
    }
  }

  package init(
    _ summary: GameSummary, state: String, records: Sides<TeamRecord?> = Sides(away: nil, home: nil),
    isDoubleheader: Bool = false, continuation: Continuation? = nil, movedFrom: String? = nil, note: String? = nil,
    pitchers: String? = nil
  ) {
    (self.summary, self.state, self.records) = (summary, state, records)
    (self.isDoubleheader, self.continuation, self.movedFrom) = (isDoubleheader, continuation, movedFrom)
    (self.note, self.pitchers) = (note, pitchers)
  }

  /// Whether the teams play, are about to, or wait for play to begin or go on.
  package var isInProgress: Bool { [.warmup, .live, .delayed].contains(summary.game.status) }

  /// Returns the games in order of start. Games without a start come last, those of a doubleheader in their order.
  package static func inOrder(_ games: [ScoreboardGame]) -> [ScoreboardGame] {
    games.sorted { $0.rank < $1.rank }
  }

  private var rank: (Int64, Int, Int) {
    (summary.start?.milliseconds ?? .max, summary.game.number ?? 1, summary.game.id)
  }
}

/// The wins and losses of a team.
package struct TeamRecord: Equatable, Codable, Sendable, CustomStringConvertible {
  package var wins: Int
  package var losses: Int
  /// Nil in a league without ties, and before the first one.
  package var ties: Int?

  package init(wins: Int, losses: Int, ties: Int? = nil) {
    (self.wins, self.losses, self.ties) = (wins, losses, ties)
  }

  /// `12-11`, or with ties `12-11-1`.
  package var description: String { "\(wins)-\(losses)" + (ties.map { $0 > 0 ? "-\($0)" : "" } ?? "") }
}

extension ScoreboardGame: Encodable {
  private enum CodingKeys: String, CodingKey {
    case state, records, doubleheader, continuation, note
    case movedFrom = "moved_from"
  }

  private enum SideKeys: String, CodingKey { case away, home }

  package func encode(to encoder: any Encoder) throws {
    try summary.encodeKnowledge(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(state, forKey: .state)
    if records.away != nil || records.home != nil {
      var sides = container.nestedContainer(keyedBy: SideKeys.self, forKey: .records)
      try sides.encodeIfPresent(records.away, forKey: .away)
      try sides.encodeIfPresent(records.home, forKey: .home)
    }
    try container.encode(isDoubleheader, forKey: .doubleheader)
    try container.encodeIfPresent(continuation, forKey: .continuation)
    try container.encodeIfPresent(movedFrom, forKey: .movedFrom)
    try container.encodeIfPresent(note, forKey: .note)
  }
}

/// The games of one date.
package struct DateScoreboard: Equatable, Sendable {
  /// `YYYY-MM-DD`.
  package var date: String
  package var games: [ScoreboardGame]
  /// Number of unreadable rows and members, and the first reason.
  package var unreadable = 0
  package var reason: String?

  package init(date: String, games: [ScoreboardGame], unreadable: Int = 0, reason: String? = nil) {
    (self.date, self.games, self.unreadable, self.reason) = (date, games, unreadable, reason)
  }
}

extension CivilDate {
  /// Returns the date of the season's day at an instant: that of a game which is in progress now.
  ///
  /// The day ends at 10:00 UTC, which is 6:00 in New York in summer and midnight in Honolulu. The last games on the West
  /// Coast are over by then, and the first of the next date, in Tokyo, begin.
  package static func ofSeason(at now: Timestamp) -> CivilDate { (now - .seconds(10 * 3600)).date }
}
