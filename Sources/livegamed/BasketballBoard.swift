/// Basketball's part of a line of the scoreboard: the period and the time left in it.
struct BasketballBoard: LeagueBoard {
  private var period: Period?
  /// Whether the period is over.
  private var isBreak: Bool?

  private struct Period: Decodable {
    var number: Int
    var clock: String?

    /// `Q3`, `OT`, `OT2`.
    var name: String { number <= 4 ? "Q\(number)" : number == 5 ? "OT" : "OT\(number - 4)" }
  }

  private enum CodingKeys: String, CodingKey {
    case period
    case isBreak = "break"
  }

  var isPaused: Bool { isBreak ?? false }

  var cells: [String] { [] }

  var scheduleCells: [String] { [] }

  func time(isOver: Bool) -> String? {
    guard let period else { return nil }
    if isOver { return period.number > 4 ? period.name : nil }
    if isPaused { return period.number == 2 ? "Half" : "End \(period.name)" }
    return [period.name, period.clock].compactMap(\.self).joined(separator: " ")
  }
}
