internal import LiveModel

/// How good the predictions were, for the template `daemon/predictions`.
struct PredictionsCard: Sendable {
  var records: [Record]

  struct Record: Sendable {
    var span: String
    var figures: [PlayerPage.Fact]
    var verdict: String
  }

  init(_ records: [PredictionRecord]) { self.records = records.map(Record.init) }
}

extension PredictionsCard.Record {
  init(_ record: PredictionRecord) {
    let dates = [record.from, record.through].compactMap { $0.map(Self.day) }
    span = ([record.games.counted("game")] + [dates.joined(separator: " to ")]).filter { !$0.isEmpty }
      .joined(separator: ", ")
    let sides = record.sides
    let rows = [
      (sides.logLoss, "log-loss, runs in five innings"), (sides.constant, "of a constant"),
      (record.winner.logLoss, "log-loss, winner"), (record.winner.constant, "of a constant"),
    ]
    figures = rows.compactMap { value, label in
      value.flatMap(Self.decimal).map { PlayerPage.Fact(label: label, text: $0) }
    }
    verdict = Self.verdict(sides)
  }

  private static func verdict(_ sides: PredictionRecord.Sides) -> String {
    guard let loss = sides.logLoss, let constant = sides.constant else { return "No game has an outcome yet." }
    guard sides.isClear else {
      return "Lower is better. These are too few games to tell the predictions from a constant."
    }
    return "Lower is better. The predictions of runs are \(loss < constant ? "better" : "worse") than a constant."
  }

  private static func day(_ text: String) -> String { CivilDate(iso: text)?.monthAndDay ?? text }

  /// Returns three decimals; nil for a number that is too large.
  private static func decimal(_ value: Double) -> String? {
    guard let number = Int(exactly: (value * 1000).rounded()), (0..<1_000_000).contains(number) else { return nil }
    return "\(number / 1000).\(padded(number % 1000, to: 3))"
  }
}
