/// The status of a game with StatsAPI's codes. As in the feed, the reason is beside `detailedState`, not in it.
struct SimulatedStatus: Sendable {
  /// `Preview`, `Live` or `Final`.
  var abstract: String
  /// The `statusCode`; its first letter is the `codedGameState`.
  var code: String
  var detailed: String
  var reason: String?

  static let scheduled = SimulatedStatus(abstract: "Preview", code: "S", detailed: "Scheduled")
  static let preGame = SimulatedStatus(abstract: "Preview", code: "P", detailed: "Pre-Game")
  static let warmup = SimulatedStatus(abstract: "Live", code: "PW", detailed: "Warmup")
  static let inProgress = SimulatedStatus(abstract: "Live", code: "I", detailed: "In Progress")
  static let aboutToResume = SimulatedStatus(
    abstract: "Live", code: "IZ", detailed: "Delayed", reason: "About to Resume")
  static let gameOver = SimulatedStatus(abstract: "Final", code: "O", detailed: "Game Over")
  static let final = SimulatedStatus(abstract: "Final", code: "F", detailed: "Final")
  static let gameOverTied = SimulatedStatus(abstract: "Final", code: "OT", detailed: "Game Over", reason: "Tied")
  static let finalTied = SimulatedStatus(abstract: "Final", code: "FT", detailed: "Final", reason: "Tied")

  static let suspendedAboutToResume = SimulatedStatus(
    abstract: "Live", code: "UZ", detailed: "Suspended", reason: "About to Resume")
  static let gameOverByTiebreak = SimulatedStatus(
    abstract: "Final", code: "OW", detailed: "Game Over", reason: "Tied (won in tiebreaker)")
  static let finalByTiebreak = SimulatedStatus(
    abstract: "Final", code: "FW", detailed: "Final", reason: "Tied (won in tiebreaker)")
  static let forfeitOver = SimulatedStatus(abstract: "Final", code: "Q", detailed: "Forfeit")
  static let forfeitFinal = SimulatedStatus(abstract: "Final", code: "R", detailed: "Forfeit")
  static let refusalOver = SimulatedStatus(abstract: "Final", code: "QN", detailed: "Forfeit", reason: "Refusal")
  static let refusalFinal = SimulatedStatus(abstract: "Final", code: "RN", detailed: "Forfeit", reason: "Refusal")

  static func delayedStart(_ weather: Weather) -> Self { weather.status("Preview", "P", "Delayed Start") }
  static func delayed(_ weather: Weather) -> Self { weather.status("Live", "I", "Delayed") }
  static func suspended(coded: String) -> Self { SimulatedStatus(abstract: "Live", code: coded, detailed: "Suspended") }
  static func suspended(_ weather: Weather, coded: String) -> Self { weather.status("Live", coded, "Suspended") }
  static func postponed(_ weather: Weather) -> Self { weather.status("Final", "D", "Postponed") }
  static func cancelled(_ weather: Weather) -> Self { weather.status("Final", "C", "Cancelled") }
  static func completedEarly(_ weather: Weather, coded: String) -> Self {
    weather.status("Final", coded, "Completed Early")
  }

  /// The reason for an interruption.
  enum Weather: String, CaseIterable, Sendable {
    case rain = "R"
    case lightning = "L"
    case inclement = "I"
    case wetGrounds = "G"

    private var name: String {
      switch self {
      case .rain: "Rain"
      case .lightning: "Lightning"
      case .inclement: "Inclement Weather"
      case .wetGrounds: "Wet Grounds"
      }
    }

    fileprivate func status(_ abstract: String, _ coded: String, _ detailed: String) -> SimulatedStatus {
      SimulatedStatus(abstract: abstract, code: coded + rawValue, detailed: detailed, reason: name)
    }
  }

  /// Returns `gameData.status`.
  func json(isTBD: Bool) -> JSON {
    let known: JSON = [
      "abstractGameState": .string(abstract), "codedGameState": .string(String(code.prefix(1))),
      "detailedState": .string(detailed), "statusCode": .string(code), "startTimeTBD": .bool(isTBD),
    ]
    let reason = reason.map { [("reason", JSON.string($0))] } ?? []
    return known.adding(reason + [("abstractGameCode", .string(String(abstract.prefix(1))))])
  }
}

/// A value that changes at known seconds.
struct Timeline<Value: Sendable>: Sendable {
  private let first: Value
  /// Sorted by time.
  private(set) var changes: [(time: Double, value: Value)] = []

  /// - Parameter first: the value before any change.
  init(_ first: Value) {
    self.first = first
  }

  /// Of two changes at one second the later one holds.
  mutating func set(_ value: Value, at time: Double) {
    let place = changes.firstIndex { $0.time > time } ?? changes.count
    changes.insert((time, value), at: place)
  }

  subscript(time: Double) -> Value { changes.last { $0.time <= time }?.value ?? first }

  var moments: [Double] { changes.map(\.time) }
}

/// The effects of weather and league on a game.
public enum SimulatedCourse: String, CaseIterable, Sendable {
  /// The game begins on time and is played to its end.
  case plain
  /// The start is moved some hours in advance.
  case startMoved
  /// The start is delayed.
  case delayedStart
  /// The game is interrupted once or twice.
  case delay
  /// The game is suspended and resumed on another day under the same id.
  case suspended
  /// The game is played on another day under the same id.
  case postponed
  /// The game is never played.
  case cancelled
  /// The game ends by rain after five innings or more.
  case completedEarly
  /// The game begins, is called off before it counts, and is replayed from the start on another day under the same
  /// id.
  case washedOut
  /// The plays leave it tied, and a tiebreaker that is not a play decides it.
  case tiebreak
  /// One side forfeits the game.
  case forfeit
  /// The game is in progress, then its start is delayed, before the first pitch.
  case startHeld
  /// The game lasts 30 innings.
  case marathon

  /// The share of games in percent.
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
