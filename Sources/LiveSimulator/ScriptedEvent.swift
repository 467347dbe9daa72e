/// A pitch, a throw to a base, or an action that is neither.
struct ScriptedEvent: Sendable {
  /// What it is where it is no action.
  private var thrown: Kind
  var time: Double
  /// Nil for a pitch or a throw.
  var eventType: String?
  var description: String
  var player: Player?
  /// After it; nil for a pitch.
  var score: ScriptedPlay.Runs?
  var isScoring = false
  var balls = 0
  var strikes = 0
  var outs = 0
  var call: PitchCall?
  /// Unique in all games; pitches and throws have one.
  var playId: String?
  /// From 1 within the plate appearance, of pitches only.
  var pitchNumber: Int?
  var isOut = false
  var review: Review?
  var replaced: Player?
  var position: Position?
  var battingOrder: String?
  /// The part of the body.
  var injury: String?

  /// `type`.
  enum Kind: String, Sendable {
    case pitch, action, pickoff, stepoff
    case noPitch = "no_pitch"
  }

  var kind: Kind { eventType == nil ? thrown : .action }

  /// Whether somebody comes for somebody else, or to another place.
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

  /// A ball in play is none.
  var isStrike: Bool { !isBall && !isInPlay }
}
