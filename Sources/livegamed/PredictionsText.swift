import LiveModel

/// The record of the predictions for people.
struct PredictionsText {
  let record: PredictionRecord
  let hasColour: Bool

  /// Lines for `Terminal.say(drawn:)`.
  var lines: [String] {
    let dates = [record.from, record.through].compactMap(\.self).joined(separator: " to ")
    let head = "\(record.games.counted("game")), \(dates): log-loss, lower is better".onOneLine
    return [head, ""] + losses + ["", verdict, ""] + runs + [""] + winners + note
  }

  /// Returns the one line of the status.
  static func line(of record: PredictionRecord) -> String {
    let loss = record.sides.logLoss.map {
      "log-loss \(decimal($0)) against \(decimal(record.sides.constant)) of a constant"
    }
    return [record.games.counted("game"), loss, record.sides.isClear ? nil : "too few to tell"].compactMap(\.self)
      .joined(separator: ", ")
  }

  private var losses: [String] {
    var table = TextTable("", "PREDICTED", "CONSTANT", "LEAGUE MEAN")
    let (sides, winner) = (record.sides, record.winner)
    table.add([
      "runs of a side in five innings", Self.decimal(sides.logLoss), Self.decimal(sides.constant),
      Self.decimal(sides.leagueMean),
    ])
    if winner.count > 0 {
      table.add(["winner", Self.decimal(winner.logLoss), Self.decimal(winner.constant), ""])
    }
    return table.lines(hasColour: hasColour)
  }

  private var verdict: String {
    guard let loss = record.sides.logLoss, let constant = record.sides.constant else { return "" }
    if !record.sides.isClear { return "These are too few games to tell the predictions from a constant." }
    return loss < constant
      ? "The predictions of runs are better than a constant." : "The predictions of runs are worse than a constant."
  }

  private var runs: [String] {
    var table = TextTable("RUNS EXPECTED", "SIDES", "SCORED")
    for bin in record.sides.bins {
      table.add([Self.decimal(bin.expected), "\(bin.count)", Self.decimal(bin.actual)])
    }
    return table.lines(hasColour: hasColour)
  }

  private var winners: [String] {
    var table = TextTable("HOME TEAM'S CHANCE", "GAMES", "WON")
    for bin in record.winner.bins { table.add([Self.percent(bin.expected), "\(bin.count)", Self.percent(bin.actual)]) }
    let lines = table.lines(hasColour: hasColour)
    return lines.isEmpty ? [] : lines + [""]
  }

  private var note: [String] {
    guard let share = record.sides.withinOne, let one = record.sides.withinOneOfOne else { return [] }
    return [
      "Within one run of the actual number: \(Self.percent(share)) of the sides; always saying 1: \(Self.percent(one)).",
      "That share says nothing about the predictions: most teams score few runs in five innings.",
    ]
  }

  private static func decimal(_ value: Double?) -> String {
    guard let value, value.magnitude < 1e6 else { return "" }
    let scale = 1000
    let number = Int((value * Double(scale)).rounded())
    let rest = String(number.magnitude % scale.magnitude)
    let zeros = String(repeating: "0", count: max(0, 3 - rest.count))
    return "\(number < 0 ? "-" : "")\(number.magnitude / scale.magnitude).\(zeros)\(rest)"
  }

  private static func percent(_ share: Double) -> String { "\(Int((min(max(share, 0), 1) * 100).rounded())) %" }
}
