/// A pitch, a throw to a base, or an action that is neither.
struct ScriptedEvent: Sendable {
  /// The kind of event, unless it is an action.
  private var thrown: Kind
  var time: Double
  /// Nil for a pitch or a throw.
  var eventType: String?
  var description: String
  var player: Player?
  /// The score after the event; nil for a pitch.
  var score: ScriptedPlay.Runs?
  var isScoring = false
  var balls = 0
  var strikes = 0
  var outs = 0
  var call: PitchCall?
  /// An id of pitches and throws that is unique in all games.
  var playId: String?
  /// The number of a pitch within the plate appearance, from 1.
  var pitchNumber: Int?
  var isOut = false
  var review: Review?
  var replaced: Player?
  var position: Position?
  var battingOrder: String?
  /// The injured part of the body.
  var injury: String?

  /// The member `type`.
  enum Kind: String, Sendable {
    case pitch, action, pickoff, stepoff
    case noPitch = "no_pitch"
  }

  var kind: Kind { eventType == nil ? thrown : .action }

  /// Whether a player replaces another or changes his position.
  var isSubstitution: Bool {
    eventType.map { $0.hasSuffix("substitution") || $0.hasSuffix("switch") } == true && position != nil
  }

  init(
    time: Double, eventType: String? = nil, description: String, player: Player? = nil,
    score: ScriptedPlay.Runs? = nil, isScoring: Bool = false, balls: Int = 0, strikes: Int = 0, outs: Int = 0,
    kind: Kind = .pitch
  ) {
    (self.time, self.eventType, self.description, self.player) = (time, eventType, description, player)
    (self.score, self.isScoring, self.balls, self.strikes, self.outs) = (score, isScoring, balls, strikes, outs)
    thrown = kind
  }
}

/// `details.call` of a pitch.
enum PitchCall: String, Sendable {
  case ball = "B"
  case ballInDirt = "*B"
  case pitchout = "P"
  case called = "C"
  case swinging = "S"
  case blocked = "W"
  case foul = "F"
  case foulTip = "T"
  case foulBunt = "L"
  case missedBunt = "M"
  case hitByPitch = "H"
  case inPlayOut = "X"
  case inPlay = "D"
  case inPlayRuns = "E"
  case intentional = "VB"
  case violation = "VP"

  var text: String {
    switch self {
    case .ball: "Ball"
    case .ballInDirt: "Ball In Dirt"
    case .pitchout: "Pitchout"
    case .called: "Called Strike"
    case .swinging: "Swinging Strike"
    case .blocked: "Swinging Strike (Blocked)"
    case .foul: "Foul"
    case .foulTip: "Foul Tip"
    case .foulBunt: "Foul Bunt"
    case .missedBunt: "Missed Bunt"
    case .hitByPitch: "Hit By Pitch"
    case .inPlayOut: "In play, out(s)"
    case .inPlay: "In play, no out"
    case .inPlayRuns: "In play, run(s)"
    case .intentional: "Automatic Ball - Intentional"
    case .violation: "Automatic Ball - Pitcher Pitch Timer Violation"
    }
  }

  var isInPlay: Bool { self == .inPlayOut || self == .inPlay || self == .inPlayRuns }

  var isBall: Bool {
    switch self {
    case .ball, .ballInDirt, .pitchout, .intentional, .violation, .hitByPitch: true
    default: false
    }
  }

  /// Whether the pitch is a strike; a ball in play is not.
  var isStrike: Bool { !isBall && !isInPlay }
}

/// `result.eventType`: the end of a plate appearance.
enum Outcome: String, Sendable, CaseIterable {
  case strikeout
  case strikeoutDoublePlay = "strikeout_double_play"
  case strikeoutTriplePlay = "strikeout_triple_play"
  case fieldOut = "field_out"
  case forceOut = "force_out"
  case fieldersChoice = "fielders_choice"
  case fieldersChoiceOut = "fielders_choice_out"
  case groundedIntoDoublePlay = "grounded_into_double_play"
  case groundedIntoTriplePlay = "grounded_into_triple_play"
  case doublePlay = "double_play"
  case triplePlay = "triple_play"
  case sacFly = "sac_fly"
  case sacFlyDoublePlay = "sac_fly_double_play"
  case sacBunt = "sac_bunt"
  case sacBuntDoublePlay = "sac_bunt_double_play"
  case single, double, triple
  case homeRun = "home_run"
  case walk
  case intentWalk = "intent_walk"
  case hitByPitch = "hit_by_pitch"
  case fieldError = "field_error"
  case catcherInterference = "catcher_interf"
  case fanInterference = "fan_interference"
  case batterInterference = "batter_interference"
  case rulingPending = "os_ruling_pending_primary"
  // Outcomes of runners, which end a plate appearance with the third out or the winning run.
  case caughtStealing = "caught_stealing_2b"
  case caughtStealingThird = "caught_stealing_3b"
  case caughtStealingHome = "caught_stealing_home"
  case pickoffFirst = "pickoff_1b"
  case pickoffSecond = "pickoff_2b"
  case pickoffThird = "pickoff_3b"
  case pickoffCaughtStealing = "pickoff_caught_stealing_2b"
  case pickoffCaughtStealingThird = "pickoff_caught_stealing_3b"
  case pickoffErrorFirst = "pickoff_error_1b"
  case pickoffErrorSecond = "pickoff_error_2b"
  case pickoffErrorThird = "pickoff_error_3b"
  case otherOut = "other_out"
  case wildPitch = "wild_pitch"
  case passedBall = "passed_ball"
  case balk
  case forcedBalk = "forced_balk"
  case error
  case stolenHome = "stolen_base_home"
  case otherAdvance = "other_advance"

  /// `result.event`; for a field out it is more specific.
  var event: String { EventName.of(rawValue) }

  var isHit: Bool {
    switch self {
    case .single, .double, .triple, .homeRun: true
    default: false
    }
  }

  /// Whether the outcome is an out.
  var isOut: Bool {
    switch self {
    case .strikeout, .strikeoutDoublePlay, .strikeoutTriplePlay, .fieldOut, .forceOut, .fieldersChoiceOut,
      .groundedIntoDoublePlay, .groundedIntoTriplePlay, .doublePlay, .triplePlay, .sacFly, .sacFlyDoublePlay, .sacBunt,
      .sacBuntDoublePlay, .fanInterference, .batterInterference, .caughtStealing, .caughtStealingThird,
      .caughtStealingHome, .pickoffFirst, .pickoffSecond, .pickoffThird, .pickoffCaughtStealing,
      .pickoffCaughtStealingThird, .otherOut:
      true
    default: false
    }
  }
}

/// The names of event types, from `/api/v1/eventTypes`.
enum EventName {
  private static let others = [
    "catcher_interf": "Catcher Interference", "defensive_substitution": "Defensive Sub", "force_out": "Forceout",
    "forced_balk": "Disengagement Violation", "grounded_into_double_play": "Grounded Into DP",
    "grounded_into_triple_play": "Grounded Into TP", "other_out": "Runner Out",
    "os_ruling_pending_primary": "Official Scorer Ruling Pending",
    "os_ruling_pending_prior": "Official Scorer Ruling Pending", "runner_placed": "Runner Placed On Base",
  ]

  static func of(_ eventType: String) -> String {
    if let known = others[eventType] { return known }
    let words = eventType.split(separator: "_").map { word in
      word.first?.isNumber == true ? word.uppercased() : word.prefix(1).uppercased() + word.dropFirst()
    }
    return words.joined(separator: " ")
  }
}

/// A reviewed call; the play shows the result.
struct Review: Sendable {
  /// The review type: `MF`, for example; `MJ` for a pitch.
  var type: String
  var isOverturned: Bool
  /// The club that challenged; nil for an umpires' review.
  var club: Club?
  /// The player who challenged a pitch.
  var player: Player?
  var additional: [Review] = []

  /// The review and those that belong to it.
  var all: [Review] { [self] + additional }

  /// The reviewed question, in words.
  var question: String {
    switch type {
    case "MA": "tag play"
    case "MF": "play at 1st"
    case "MC": "force play"
    case "MD": "catch or drop in the outfield"
    case "MI": "hit by pitch"
    case "MP": "home-plate collision"
    case "MJ": "pitch result"
    case "ME": "slide interference"
    case "NH": "home run"
    default: "call"
    }
  }

  var json: JSON {
    var members: [(String, JSON)] = [
      ("isOverturned", .bool(isOverturned)), ("inProgress", false), ("reviewType", .string(type)),
    ]
    if let club { members.append(("challengeTeamId", .number(club.id))) }
    if let player { members.append(("player", player.json)) }
    if !additional.isEmpty { members.append(("additionalReviews", .array(additional.map(\.json)))) }
    return .object(members)
  }
}

/// A review that interrupted the game, and the play as it is shown meanwhile.
struct PlayReview: Sendable {
  let review: Review
  /// The beginning in seconds since 1970.
  var begin = 0.0
  var end = 0.0

  /// Source: StatsAPI's `gameStatus`, by the second letter of the review's type.
  private static let reasons = [
    "A": "Tag play", "C": "Force play", "D": "Catch/drop in outfield", "E": "Slide interference",
    "F": "Close play at 1st", "H": "Home run", "I": "Hit by pitch", "P": "Home-plate collision",
  ]

  /// The status of the game during the review.
  var status: SimulatedStatus {
    SimulatedStatus(
      abstract: "Live", code: review.type, detailed: review.type.hasPrefix("M") ? "Manager challenge" : "Umpire review",
      reason: Self.reasons[String(review.type.suffix(1))])
  }

  /// Returns the play as it is shown before the result is known.
  func applied(to document: JSON) -> JSON {
    var pending = review
    pending.isOverturned = false
    let shown = document.merging([("reviewDetails", pending.json.merging([("inProgress", true)]))])
    return shown.changing("result") { result in
      guard case .string(let text)? = result["description"] else { return result }
      let parts = text.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].contains("call on the field") else { return result }
      return result.merging([("description", .string(String(parts[1].dropFirst())))])
    }
  }
}
