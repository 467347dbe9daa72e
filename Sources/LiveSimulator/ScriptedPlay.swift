/// One plate appearance as it was decided, with the second of the game at which each part of it can be seen.
struct ScriptedPlay: Sendable {
  var index: Int
  var inning: Int
  var isTop: Bool
  var batter: Player
  var pitcher: Player
  /// Seconds since 1970, like all times here.
  var start: Double
  /// When the feed says that it is complete.
  var done = 0.0
  var events: [ScriptedEvent] = []
  var movements: [Movement] = []
  var result = Outcome.strikeout
  var description = ""
  var scoreBefore: Runs
  var scoreAfter: Runs
  var outsAfter = 0
  var basesAfter: [Player?] = [nil, nil, nil]
  var rbi = 0

  /// Runs of both sides.
  struct Runs: Equatable, Sendable {
    var away = 0
    var home = 0
  }

  /// A runner's way on one event of the plate appearance.
  struct Movement: Sendable {
    var runner: Player
    /// 0 for the batter, 1 to 3 for a base.
    var from: Int
    /// 1 to 3 for a base, 4 for a run; nil when out.
    var to: Int?
    var outNumber: Int?
    /// Index of the event on which it happened.
    var event: Int
    var eventType: String
  }

  /// The score that the feed shows when these events can be seen.
  func score(at time: Double) -> Runs {
    if done <= time { return scoreAfter }
    return events.last { $0.time <= time && $0.score != nil }?.score ?? scoreBefore
  }
}

/// A pitch, or an action that is none.
struct ScriptedEvent: Sendable {
  var time: Double
  /// Nil for a pitch.
  var eventType: String?
  var description: String
  var player: Player?
  /// After it; nil for a pitch.
  var score: ScriptedPlay.Runs?
  var isScoring = false
  var balls = 0
  var strikes = 0
  var outs = 0
}

/// How a plate appearance ends.
enum Outcome: String, Sendable {
  case strikeout
  case fieldOut = "field_out"
  case single, double, triple
  case homeRun = "home_run"
  case walk
  case hitByPitch = "hit_by_pitch"
  case fieldError = "field_error"
  case doublePlay = "grounded_into_double_play"
  case sacFly = "sac_fly"
  case caughtStealing = "caught_stealing_2b"

  /// `result.event`.
  var event: String {
    switch self {
    case .doublePlay: "Grounded Into DP"
    case .caughtStealing: "Caught Stealing 2B"
    case .fieldOut: "Groundout"
    default: rawValue.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }
  }

  /// Bases that the batter and every runner take; nil where runners move by other rules.
  var bases: Int? {
    switch self {
    case .single, .fieldError: 1
    case .double: 2
    case .triple: 3
    case .homeRun: 4
    default: nil
    }
  }

  var isOut: Bool {
    switch self {
    case .strikeout, .fieldOut, .doublePlay, .sacFly, .caughtStealing: true
    default: false
    }
  }

  func sentence(_ batter: String) -> String {
    switch self {
    case .strikeout: "\(batter) strikes out swinging."
    case .fieldOut: "\(batter) grounds out to the shortstop."
    case .single: "\(batter) singles on a line drive to center field."
    case .double: "\(batter) doubles on a fly ball to right field."
    case .triple: "\(batter) triples on a line drive to the gap."
    case .homeRun: "\(batter) homers on a fly ball to left field."
    case .walk: "\(batter) walks."
    case .hitByPitch: "\(batter) hit by pitch."
    case .fieldError: "\(batter) reaches on a fielding error by the third baseman."
    case .doublePlay: "\(batter) grounds into a double play."
    case .sacFly: "\(batter) out on a sacrifice fly to center field."
    case .caughtStealing: "\(batter) batting: the runner is caught stealing 2nd base."
    }
  }
}
