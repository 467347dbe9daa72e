package import LiveModel

/// One plate appearance of `liveData.plays.allPlays`, complete or not.
struct Play: Hashable, Sendable {
  var atBatIndex: Int
  var inning: HalfInning
  var startTime: Timestamp?
  var endTime: Timestamp?
  /// `about.isComplete`. Until it is true, the feed may still withdraw `result`.
  var isComplete: Bool
  var isScoringPlay: Bool
  var result: Result
  /// `count.outs`: the outs after the play, once it is complete.
  var outs: Int
  /// `count.balls` and `count.strikes` after the newest pitch.
  var balls = 0
  var strikes = 0
  var batter: Person
  var pitcher: Person
  /// `matchup.postOnFirst`, `postOnSecond` and `postOnThird`.
  var basesAfter: Bases
  var runners: [RunnerMovement]
  /// Events of type `action`, and any other event with a review. Unreviewed pitches, pickoffs and step-offs are
  /// omitted.
  var actions: [Action]
  /// The highest `playEvents[].index` of any type; -1 if there is none.
  var lastEventIndex: Int
  var pitchCount = 0
  /// `details.call.code` of the newest pitch: `E` is a ball in play on which a run scored.
  var lastPitchCall: String?
  /// Index of the newest pitch; nil before the first.
  var lastPitchIndex: Int?
  /// Reviews of the play as a whole. Reviews of a pitch are in its `Action`.
  var reviews: [Review] = []

  /// `allPlays[].result`.
  struct Result: Hashable, Sendable {
    var eventType: String?
    var event: String?
    var description: String?
    var rbi: Int?
    var score: Score?
  }

  /// Start of the play: the latest of `startTime` and the start times of its leading actions. The first play of a game
  /// opens with advisories from the hours before, and its `startTime` is at first the time of those.
  var beginning: Timestamp? {
    let leading = zip(0..., actions).prefix { $0 == $1.index && $1.isAction }.compactMap { $1.startTime }
    return ([startTime] + leading).compactMap { $0 }.max()
  }

  /// Latest score in the play: of the result once the play is complete, else of the last action that has a score.
  var scoreSoFar: Score {
    (isComplete ? result.score : nil) ?? actions.last(where: { $0.score != nil })?.score ?? result.score ?? .zero
  }
}

/// One element of `allPlays[].runners`: a runner's movement from base to base.
struct RunnerMovement: Hashable, Sendable {
  var runner: Person
  /// `1B`, `2B`, `3B`, or nil for the batter.
  var start: String?
  /// `1B`, `2B`, `3B`, `score`, or nil when out.
  var end: String?
  var isOut: Bool
  /// Index of the play event that caused the movement.
  var playIndex: Int?
  var credits: [Credit]

  /// One element of `credits`: a fielder's contribution.
  struct Credit: Hashable, Sendable {
    var fielder: Int
    /// `f_putout`, `f_assist`, `f_fielding_error` …
    var kind: String
  }
}

/// A play event of type `action`, or an event of another type that was reviewed.
struct Action: Hashable, Sendable {
  /// `playEvents[].index`.
  var index: Int
  /// Empty for a pitch.
  var eventType: String
  var event: String?
  var description: String?
  var score: Score?
  var isScoringPlay: Bool
  var startTime: Timestamp?
  var endTime: Timestamp?
  /// `player`: the acting or entering player.
  var player: Int?
  /// `replacedPlayer`: the player who left.
  var replacedPlayer: Int?
  /// `action`, or `pitch`, `pickoff` … for an event kept because of its review.
  var type = "action"
  /// Id of a pitch, which stays the same when the pitch's index shifts.
  var playId: String?
  var reviews: [Review] = []

  var isAction: Bool { type == "action" }

  /// True for a pitch, or another event that is not an action, under review.
  var isUndecided: Bool { !isAction && reviews.contains(where: \.inProgress) }
}

/// A review of a call: `reviewDetails` of a play, a pitch or an action.
struct Review: Hashable, Sendable {
  /// `MF`, `NH` …; `MJ` is a challenge of a ball or strike call with the automated ball-strike system (ABS).
  var reviewType: String
  var isOverturned: Bool
  /// True until the review is decided.
  var inProgress: Bool
  /// Id of the challenging club; nil if the umpires started the review.
  var challengeTeam: Int?
  /// Player who challenged a pitch; nil for other reviews.
  var player: Person?

  var isABSChallenge: Bool { reviewType == "MJ" }
}

/// One side's turn at bat.
package struct HalfInning: Hashable, Codable, Sendable, CustomStringConvertible {
  package enum Half: String, Codable, Sendable { case top, bottom }

  /// Counts from 1.
  package var number: Int
  package var half: Half

  /// The side at bat.
  package var batting: Side { half == .top ? .away : .home }

  package init(number: Int, half: Half) { (self.number, self.half) = (number, half) }

  /// The half-inning of an inning in which a side bats.
  package init(_ number: Int, _ batting: Side) { self.init(number: number, half: batting == .away ? .top : .bottom) }

  /// `5-top`, as the half-inning is named in a fact.
  package var description: String { "\(number)-\(half.rawValue)" }
}

extension HalfInning {
  /// Takes the members of a linescore: the inning, whether it is the top, and `Top`, `Middle`, `Bottom` or `End`. Nil if
  /// they do not say which half it is.
  init?(inning: Int?, isTop: Bool?, state: String?) {
    guard let inning, let isTop = isTop ?? state.map({ ["Top", "Middle"].contains($0) }) else { return nil }
    self.init(number: inning, half: isTop ? .top : .bottom)
  }
}

/// The runners on the bases; nil for an empty base.
package struct Bases: Hashable, Codable, Sendable {
  package var first: Person?
  package var second: Person?
  package var third: Person?

  package init(first: Person? = nil, second: Person? = nil, third: Person? = nil) {
    (self.first, self.second, self.third) = (first, second, third)
  }

  static let empty = Bases()

  var areLoaded: Bool { first != nil && second != nil && third != nil }

  var count: Int { [first, second, third].count { $0 != nil } }

  private enum CodingKeys: String, CodingKey { case first, second, third }

  /// Writes an empty base as `null`, so that all three members are always present.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(first, forKey: .first)
    try container.encode(second, forKey: .second)
    try container.encode(third, forKey: .third)
  }
}
