internal import LiveModel

/// The members of an event that only baseball has.
struct BaseballMembers: Equatable, Codable, Sendable {
  var inning: HalfInning?
  var outs: Int?
  var bases: Bases?
  var play: EventPlay?
  var decisions: Decisions?
  var prediction: BaseballPrediction?
}

extension BaseballMembers {
  /// Decodes each member by itself: an unreadable one of another version does not affect the others.
  init(from decoder: any Decoder) throws {
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
  var baseball: BaseballMembers {
    get { members.decoded() ?? BaseballMembers() }
    set { members = LeagueMembers(newValue) }
  }

  var inning: HalfInning? {
    get { baseball.inning }
    set { baseball.inning = newValue }
  }

  var outs: Int? {
    get { baseball.outs }
    set { baseball.outs = newValue }
  }

  var bases: Bases? {
    get { baseball.bases }
    set { baseball.bases = newValue }
  }

  var play: EventPlay? {
    get { baseball.play }
    set { baseball.play = newValue }
  }

  var decisions: Decisions? {
    get { baseball.decisions }
    set { baseball.decisions = newValue }
  }

  var prediction: BaseballPrediction? {
    get { baseball.prediction }
    set { baseball.prediction = newValue }
  }
}

/// The play or action that an event reports.
struct EventPlay: Equatable, Codable, Sendable {
  var atBatIndex: Int
  /// Index of the action among the play's events; nil for the plate appearance itself.
  var eventIndex: Int?
  /// Nil until the feed classifies the play.
  var eventType: String?
  var description: String?
  /// Runs that scored on the play; nil while unknown.
  var runs: Int?
  var rbi: Int?
  var batter: Person
  var pitcher: Person
  /// Nil if no call was reviewed.
  var reviews: [EventReview]?
}

/// A call that was reviewed.
struct EventReview: Equatable, Codable, Sendable {
  /// StatsAPI's code: `MF` is a close play at first, `NH` an umpires' review of a home run, `MJ` an ABS challenge.
  var reviewType: String
  var overturned: Bool
  /// Challenging side; nil if the umpires started the review.
  var side: Side?
  /// Player who challenged a pitch; nil for other reviews.
  var player: Person?
  /// ABS challenges that the side has left after this review.
  var remaining: Int?
}

/// The members of a game's summary that only baseball has.
struct BaseballSituation: Equatable, Codable, Sendable {
  var inning: HalfInning?
  /// `Top`, `Middle`, `Bottom` or `End`.
  var inningState: String?
  var outs: Int?
  var balls: Int?
  var strikes: Int?
  var bases: Bases?
  var batter: Person?
  var pitcher: Person?
  /// The home team's chance to win, from 0 to 1, and the leverage; nil unless the game is in progress.
  var winExpectancy, leverage: Double?

  private enum CodingKeys: String, CodingKey {
    case inning, outs, balls, strikes, bases, batter, pitcher, winExpectancy, leverage
    case inningState = "inning_state"
  }
}

extension GameSummary {
  /// Baseball's members; without values for a game of another league.
  var baseball: BaseballSituation {
    get { members.decoded() ?? BaseballSituation() }
    set { members = LeagueMembers(newValue) }
  }
}
