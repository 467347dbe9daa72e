/// Baseball's part of a line of the scoreboard: inning, outs, count, bases, batter and pitcher.
struct BaseballBoard: LeagueBoard {
  private var inning: Inning?
  /// `Top`, `Middle`, `Bottom` or `End`.
  private var inningState: String?
  private var outs: Int?
  private var balls: Int?
  private var strikes: Int?
  private var bases: Bases?
  private var batter: Name?
  private var pitcher: Name?

  private struct Inning: Decodable {
    var number: Int
    var half: String?
  }

  private struct Bases: Decodable {
    var first, second, third: Name?
  }

  private struct Name: Decodable {
    var name: String?

    /// Initial and last name: `G. Moreno`.
    var initials: String? {
      guard let name, !name.isEmpty else { return nil }
      let parts = name.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let first = parts[0].first else { return name }
      return "\(first). \(parts[1])"
    }
  }

  private enum CodingKeys: String, CodingKey {
    case inning, outs, balls, strikes, bases, batter, pitcher
    case inningState = "inning_state"
  }

  var isPaused: Bool { inningState == "Middle" || inningState == "End" }

  var cells: [String] {
    let outs = outs.map { $0 == 1 ? "1 out" : "\($0) outs" }
    let count = balls.flatMap { balls in strikes.map { "\(balls)-\($0)" } }
    let people = [batter, pitcher].compactMap { $0?.initials }.joined(separator: ", ")
    return [outs ?? "", count ?? "", bases.map(diamonds) ?? "", people]
  }

  /// Outs and bases.
  var scheduleCells: [String] { [cells[0], cells[2]] }

  func time(isOver: Bool) -> String? {
    guard let inning else { return nil }
    if isOver { return inning.number == 9 ? nil : "\(inning.number)" }
    return switch (inningState, inning.half) {
    case ("Middle", _): "mid \(inning.number)"
    case ("End", _): "end \(inning.number)"
    case (_, "bottom"): "▼\(inning.number)"
    default: "▲\(inning.number)"
    }
  }

  /// Draws the bases as seen from behind the plate, with third base on the left.
  private func diamonds(_ bases: Bases) -> String {
    [bases.third, bases.second, bases.first].map { $0 == nil ? "◇" : "◆" }.joined()
  }
}
