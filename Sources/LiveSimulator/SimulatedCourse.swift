/// What the weather and the league do to a game.
public enum SimulatedCourse: String, CaseIterable, Sendable {
  /// It begins when it should and is played through.
  case plain
  /// Its start is moved some hours before it.
  case startMoved
  /// It begins late.
  case delayedStart
  /// It stands still for a while, once or twice.
  case delay
  /// It is broken off and goes on another day under the same id.
  case suspended
  /// It is played on another day under the same id.
  case postponed
  /// It is never played.
  case cancelled
  /// It ends by rain after five innings or more.
  case completedEarly
  /// It is begun, called off before it counts, and played from the first pitch on another day under the same id.
  case washedOut
  /// The plays leave it tied, and a tiebreaker that is no play decides it.
  case tiebreak
  /// One side forfeits it.
  case forfeit
  /// It is in progress, then its start is delayed, before the first pitch.
  case startHeld
  /// It goes on for 30 innings.
  case marathon

  /// How often each comes, in percent.
  private var share: Double {
    switch self {
    case .plain: 61
    case .startMoved: 5
    case .delayedStart: 7
    case .delay: 8
    case .suspended: 4
    case .postponed: 3.5
    case .cancelled: 2
    case .completedEarly, .washedOut: 3
    case .tiebreak, .forfeit: 1.5
    case .startHeld: 1
    case .marathon: 0.5
    }
  }

  static func drawn(using dice: inout SplitMix64, of courses: [SimulatedCourse] = allCases) -> SimulatedCourse {
    courses[dice.index(weights: courses.map(\.share))]
  }

  /// Courses that end on the day on which they begin, with all innings played.
  static let oneDay: [SimulatedCourse] = [.plain, .startMoved, .delayedStart, .delay, .startHeld]
  static let played: [SimulatedCourse] = allCases.filter { $0 != .cancelled }
}
