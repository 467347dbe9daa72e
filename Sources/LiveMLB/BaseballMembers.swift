package import LiveModel

/// The members of an event that only baseball has.
package struct BaseballMembers: Equatable, Codable, Sendable {
  package var inning: HalfInning?
  package var outs: Int?
  package var bases: Bases?
  package var play: EventPlay?
  package var decisions: Decisions?
  package var prediction: BaseballPrediction?
}

extension BaseballMembers {
  /// Decodes each member by itself: an unreadable one of another version does not affect the others.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    inning = try? container.decodeIfPresent(HalfInning.self, forKey: .inning)
    outs = try? container.decodeIfPresent(Int.self, forKey: .outs)
    bases = try? container.decodeIfPresent(Bases.self, forKey: .bases)
    play = try? container.decodeIfPresent(EventPlay.self, forKey: .play)
    decisions = try? container.decodeIfPresent(Decisions.self, forKey: .decisions)
    prediction = try? container.decodeIfPresent(BaseballPrediction.self, forKey: .prediction)
  }
}

extension EventData {
  /// Baseball's members; without values for an event of another league.
  package var baseball: BaseballMembers {
    get { members.decoded() ?? BaseballMembers() }
    set { members = LeagueMembers(newValue) }
  }

  package var inning: HalfInning? {
    get { baseball.inning }
    set { baseball.inning = newValue }
  }

  package var outs: Int? {
    get { baseball.outs }
    set { baseball.outs = newValue }
  }

  package var bases: Bases? {
    get { baseball.bases }
    set { baseball.bases = newValue }
  }

  package var play: EventPlay? {
    get { baseball.play }
    set { baseball.play = newValue }
  }

  package var decisions: Decisions? {
    get { baseball.decisions }
    set { baseball.decisions = newValue }
  }

  package var prediction: BaseballPrediction? {
    get { baseball.prediction }
    set { baseball.prediction = newValue }
  }
}

/// The play or action that an event reports.
package struct EventPlay: Equatable, Codable, Sendable {
  package var atBatIndex: Int
  /// Index of the action among the play's events; nil for the plate appearance itself.
  package var eventIndex: Int?
  /// Nil until the feed classifies the play.
  package var eventType: String?
  package var description: String?
  /// Runs that scored on the play; nil while unknown.
  package var runs: Int?
  package var rbi: Int?
  package var batter: Person
  package var pitcher: Person
  /// Nil if no call was reviewed.
  package var reviews: [EventReview]?

  package init(
    atBatIndex: Int, eventIndex: Int? = nil, eventType: String? = nil, description: String? = nil, runs: Int? = nil,
    rbi: Int? = nil, batter: Person, pitcher: Person, reviews: [EventReview]? = nil
  ) {
    (self.atBatIndex, self.eventIndex, self.eventType) = (atBatIndex, eventIndex, eventType)
    (self.description, self.runs, self.rbi) = (description, runs, rbi)
    (self.batter, self.pitcher, self.reviews) = (batter, pitcher, reviews)
  }
}

/// A call that was reviewed.
package struct EventReview: Equatable, Codable, Sendable {
  /// StatsAPI's code: `MF` is a close play at first, `NH` an umpires' review of a home run, `MJ` an ABS challenge.
  package var reviewType: String
  package var overturned: Bool
  /// Challenging side; nil if the umpires started the review.
  package var side: Side?
  /// Player who challenged a pitch; nil for other reviews.
  package var player: Person?
  /// ABS challenges that the side has left after this review.
  package var remaining: Int?

  package init(reviewType: String, overturned: Bool, side: Side? = nil, player: Person? = nil, remaining: Int? = nil) {
    (self.reviewType, self.overturned, self.side) = (reviewType, overturned, side)
    (self.player, self.remaining) = (player, remaining)
  }
}

/// The members of a game's summary that only baseball has.
package struct BaseballSituation: Equatable, Codable, Sendable {
  package var inning: HalfInning?
  /// `Top`, `Middle`, `Bottom` or `End`.
  package var inningState: String?
  package var outs: Int?
  package var balls: Int?
  package var strikes: Int?
  package var bases: Bases?
  package var batter: Person?
  package var pitcher: Person?
  /// The home team's chance to win, from 0 to 1, and the leverage; nil unless the game is in progress.
  package var winExpectancy, leverage: Double?

  /// Whether a half-inning is over and the next one has not begun.
  package var isBetweenHalves: Bool { inningState == "Middle" || inningState == "End" }

  private enum CodingKeys: String, CodingKey {
    case inning, outs, balls, strikes, bases, batter, pitcher, winExpectancy, leverage
    case inningState = "inning_state"
  }
}

extension GameSummary {
  /// Baseball's members; without values for a game of another league.
  package var baseball: BaseballSituation {
    get { members.decoded() ?? BaseballSituation() }
    set { members = LeagueMembers(newValue) }
  }
}
