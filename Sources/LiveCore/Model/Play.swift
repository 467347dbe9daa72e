/// One plate appearance of `liveData.plays.allPlays`, complete or not.
struct Play: Equatable, Sendable {
  var atBatIndex: Int
  var inning: HalfInning
  var startTime: Timestamp?
  var endTime: Timestamp?
  /// `about.isComplete`. Until it is true, `result` may hold something that is taken back.
  var isComplete: Bool
  var isScoringPlay: Bool
  var result: Result
  /// `count.outs`: after the play once it is complete.
  var outs: Int
  /// `count.balls` and `count.strikes`, as the newest pitch left them.
  var balls = 0
  var strikes = 0
  var batter: Person
  var pitcher: Person
  /// `matchup.postOnFirst` and so on.
  var basesAfter: Bases
  var runners: [RunnerMovement]
  /// The events of type `action`, and whatever else was reviewed; other pitches, pickoffs and step-offs are passed
  /// over.
  var actions: [Action]
  /// The highest `playEvents[].index`, of whatever type; -1 when there is none.
  var lastEventIndex: Int
  var pitchCount = 0
  /// `details.call.code` of the newest pitch: `E` is a ball in play on which a run scored.
  var lastPitchCall: String?
  /// The index of the newest pitch; nil before the first.
  var lastPitchIndex: Int?
  /// Of the play as a whole; those of a pitch stand with it.
  var reviews: [Review] = []

  /// `allPlays[].result`.
  struct Result: Equatable, Sendable {
    var eventType: String?
    var event: String?
    var description: String?
    var rbi: Int?
    var score: Score?
  }

  /// When it began. The first one of a game opens with advisories of the hours before, and takes their time at first.
  var beginning: Timestamp? {
    let leading = zip(0..., actions).prefix { $0 == $1.index && $1.isAction }.compactMap { $1.startTime }
    return ([startTime] + leading).compactMap { $0 }.max()
  }

  /// The last score that the play states: its result's, else its last action's.
  var scoreSoFar: Score {
    (isComplete ? result.score : nil) ?? actions.last(where: { $0.score != nil })?.score ?? result.score ?? .zero
  }
}

/// One element of `allPlays[].runners`: a runner's movement from base to base.
struct RunnerMovement: Equatable, Sendable {
  var runner: Person
  /// `1B`, `2B`, `3B`, or nil for the batter.
  var start: String?
  /// `1B`, `2B`, `3B`, `score`, or nil when out.
  var end: String?
  var isOut: Bool
  /// The index of the play event on which it happened.
  var playIndex: Int?
  var credits: [Credit]

  /// One element of `credits`: a fielder's part.
  struct Credit: Equatable, Sendable {
    var fielder: Int
    /// `f_putout`, `f_assist`, `f_fielding_error` …
    var kind: String
  }
}

/// A play event of type `action`, which is not a pitch, or another that was reviewed.
struct Action: Equatable, Sendable {
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
  /// `player`: who acted or came in.
  var player: Int?
  /// `replacedPlayer`: who went out.
  var replacedPlayer: Int?
  /// `action`, or `pitch`, `pickoff` … for what stands here because it was reviewed.
  var type = "action"
  /// A pitch's own id, which stays when its index shifts.
  var playId: String?
  var reviews: [Review] = []

  var isAction: Bool { type == "action" }

  /// A pitch that is being looked at.
  var isUndecided: Bool { !isAction && reviews.contains(where: \.inProgress) }
}

/// The runners on base.
struct Bases: Hashable, Codable, Sendable {
  var first: Person?
  var second: Person?
  var third: Person?

  static let empty = Bases()

  var areLoaded: Bool { first != nil && second != nil && third != nil }

  var count: Int { [first, second, third].count { $0 != nil } }

  private enum CodingKeys: String, CodingKey { case first, second, third }

  /// An empty base is written as `null`, so that a reader sees all three.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(first, forKey: .first)
    try container.encode(second, forKey: .second)
    try container.encode(third, forKey: .third)
  }
}

/// One side's turn at bat.
struct HalfInning: Hashable, Codable, Sendable, CustomStringConvertible {
  enum Half: String, Codable, Sendable { case top, bottom }

  /// From 1.
  var number: Int
  var half: Half

  /// The side at bat.
  var batting: Side { half == .top ? .away : .home }

  /// `5-top`: the part of a fact that names the half-inning.
  var description: String { "\(number)-\(half.rawValue)" }
}

/// A person in the feed. The name is empty if the feed gives only the id.
struct Person: Hashable, Codable, Sendable {
  var id: Int
  var name: String
}

/// A person's part in one play or action.
struct Participant: Hashable, Codable, Sendable {
  enum Role: String, Codable, Sendable {
    case batter, pitcher, runner, scorer, fielder
    case entering = "in"
    case leaving = "out"
  }

  var id: Int
  var name: String
  var role: Role

  init(_ person: Person, as role: Role) {
    id = person.id
    name = person.name
    self.role = role
  }
}

/// A call that is looked at again: `reviewDetails` of a play, a pitch or an action.
struct Review: Equatable, Sendable {
  /// `MF`, `NH` …; `MJ` is a challenge of a pitch's call to the automated ball-strike system.
  var reviewType: String
  var isOverturned: Bool
  /// Not decided yet.
  var inProgress: Bool
  /// The challenging club; nil for the umpires' own.
  var challengeTeam: Int?
  /// The player who challenged a pitch.
  var player: Person?

  var isABSChallenge: Bool { reviewType == "MJ" }
}
