/// A game's status with StatsAPI's codes, as the feed spells them: the reason stands beside `detailedState`, not in it.
struct SimulatedStatus: Sendable {
  /// `Preview`, `Live` or `Final`.
  var abstract: String
  /// Its first letter is the `codedGameState`.
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

  /// Why nobody plays.
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

  /// `gameData.status`.
  func json(isTBD: Bool) -> JSON {
    let known: JSON = [
      "abstractGameState": .string(abstract), "codedGameState": .string(String(code.prefix(1))),
      "detailedState": .string(detailed), "statusCode": .string(code), "startTimeTBD": .bool(isTBD),
    ]
    let reason = reason.map { [("reason", JSON.string($0))] } ?? []
    return known.adding(reason + [("abstractGameCode", .string(String(abstract.prefix(1))))])
  }
}
