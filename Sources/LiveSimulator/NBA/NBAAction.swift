/// One action of a game's play-by-play in one form: the final one, or a first one that somebody corrects later.
struct NBAAction: Sendable {
  /// `actionType`.
  enum Kind: String, CaseIterable, Sendable {
    case twoPointer = "2pt"
    case threePointer = "3pt"
    case freeThrow = "freethrow"
    case rebound, turnover, foul, steal, block, substitution, timeout, violation, period, game, stoppage, heave
    case ejection, memo
    case jumpBall = "jumpball"
    case instantReplay = "instantreplay"

    var isFieldGoal: Bool { self == .twoPointer || self == .threePointer }

    /// The points of a made shot.
    var points: Int {
      switch self {
      case .twoPointer: 2
      case .threePointer: 3
      case .freeThrow: 1
      default: 0
      }
    }
  }

  /// A jump ball: both players, and the one who got the ball; nil if a club did.
  struct Tip: Sendable {
    var won: NBAPlayer
    var lost: NBAPlayer
    var recovered: NBAPlayer?
  }

  /// `actionNumber`, given when the action was entered. 0 until `NBAScorer` numbers the actions.
  var number = 0
  /// `orderNumber`, by which the list is sorted.
  var order = 0
  var period: Int
  /// Tenths of a second that are left in the period.
  var clock: Int
  /// `timeActual`, in seconds since 1970.
  var time: Double
  /// `edited`.
  var edited: Double
  var kind: Kind
  var subType: String?
  var descriptor: String?
  var qualifiers: [String] = []
  /// The club; nil for actions of none.
  var side: NBASide?
  /// Nil for actions of no player.
  var player: NBAPlayer?
  /// The side that has the ball; nil before the tip and at the end.
  var possession: NBASide?
  /// `shotResult`; nil for what is no shot.
  var isMade: Bool?
  var spot: ShotSpot?
  /// The position of the shot of a rebound in the list of the script.
  var shot: Int?
  var assist: NBAPlayer?
  /// The player who blocked a shot or stole the ball, on the shot or the turnover.
  var defender: NBAPlayer?
  /// The player who drew a foul.
  var drawn: NBAPlayer?
  /// The free throws that a foul gives.
  var freeThrows = 0
  var tip: Tip?
  var official: Int?
  /// `value` of an instant replay.
  var value: String?
  /// The player's counters, with this action.
  var tally = NBATally()
  /// The assists of the player who gave the assist, with this one.
  var assistTotal = 0

  /// The points that it gives its side.
  var points: Int { isMade == true ? kind.points : 0 }

  /// `PT04M09.00S`.
  var clockText: String { Self.clockText(clock) }

  /// Returns a clock as the documents write it; it counts tenths of a second.
  static func clockText(_ tenths: Int) -> String {
    let (minutes, rest) = tenths.quotientAndRemainder(dividingBy: 600)
    return "PT\(twoDigits(minutes))M\(twoDigits(rest / 10)).\(rest % 10)0S"
  }

  static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// `REGULAR` or `OVERTIME`.
  static func periodType(_ period: Int) -> String { period <= 4 ? "REGULAR" : "OVERTIME" }
}

/// The counters of a player in a game so far.
struct NBATally: Hashable, Sendable {
  var points = 0
  var assists = 0
  var offensiveRebounds = 0
  var defensiveRebounds = 0
  var turnovers = 0
  var steals = 0
  var blocks = 0
  /// Personal and offensive fouls.
  var fouls = 0
  var technicals = 0

  var rebounds: Int { offensiveRebounds + defensiveRebounds }
}

/// A place on the court: distance and side as seen from the attacked basket.
struct ShotSpot: Sendable {
  /// Tenths of a foot from the basket to the right, and towards the middle of the court.
  var lateral: Int
  var depth: Int
  /// Whether the attacked basket is at the right end of the picture.
  var isRight: Bool

  var feet: Double { Double(lateral * lateral + depth * depth).squareRoot() / 10 }

  /// Returns a place at a distance in feet, in front of the basket or in a corner.
  static func drawn(feet: Double, isRight: Bool, using dice: inout SplitMix64) -> ShotSpot {
    // By a rational parametrization of the half circle, because the module has no sine.
    let slope = dice.seconds(in: -1...1)
    let scale = feet * 10 / (1 + slope * slope)
    return ShotSpot(lateral: Int(2 * slope * scale), depth: Int((1 - slope * slope) * scale), isRight: isRight)
  }

  /// `x` and `y`, per cent of the court's 94 by 50 feet.
  var place: (x: Double, y: Double) {
    let alongside = (Double(depth) / 10 + 5.25) / 94 * 100
    let across = Double(lateral) / 10 / 50 * 100
    return isRight ? (100 - alongside, 50 + across) : (alongside, 50 - across)
  }

  var area: String {
    if feet >= 22, depth < 88 { return lateral < 0 ? "Left Corner 3" : "Right Corner 3" }
    if feet >= 23.7 { return "Above the Break 3" }
    if feet <= 4 { return "Restricted Area" }
    return feet <= 14 && abs(lateral) < 80 ? "In The Paint (Non-RA)" : "Mid-Range"
  }

  var areaDetail: String {
    let range = feet < 8 ? "0-8" : feet < 16 ? "8-16" : feet < 24 && !area.hasSuffix("3") ? "16-24" : "24+"
    let hand = lateral < 0 ? "Left" : "Right"
    if feet < 8 || abs(lateral) * 3 < depth { return "\(range) Center" }
    if area.hasSuffix("Corner 3") || abs(lateral) > depth { return "\(range) \(hand)" }
    return range == "8-16" ? "\(range) \(hand)" : "\(range) \(hand) Center"
  }
}
