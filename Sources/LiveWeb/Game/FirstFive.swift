internal import LiveMLB
internal import LiveModel

/// The predicted runs of both sides in the first five innings, for the template `game/five`.
struct FirstFive: Sendable {
  var made: PageMoment
  var charts: [Chart]
  /// Whether the result is known.
  var isSettled: Bool

  /// The distribution of one side.
  struct Chart: Sendable {
    var side: String
    var bar: String
    /// `2.1`.
    var mean: String
    /// The chances in words, for screen readers.
    var words: String
    var columns: [Column]
  }

  struct Column: Sendable {
    var x: String
    var y: String
    var height: String
    var center: String
    var valueY: String
    /// In per cent.
    var value: String
    /// `7+`.
    var label: String
    /// Whether it was this number of runs.
    var isActual: Bool
  }

  /// The number of columns. The last one is that of as many runs or more.
  private static let columns = 8

  /// Nil without a prediction.
  init?(_ game: ViewedGame) {
    let facts = game.facts.filter { $0.newest.type == .prediction && !$0.newest.data.retracted }
    guard let fact = facts.last(where: { $0.newest.data.tags.contains(.predicted) }),
      let prediction = fact.newest.own.prediction
    else { return nil }
    made = game.viewer.moment(fact.newest.data.observedAt)
    let hides = game.viewer.preferences.hidesScores
    let outcome = hides ? nil : facts.last { $0.newest.data.tags.contains(.settled) }?.newest.own.prediction
    isSettled = outcome?.away.runs != nil
    let chances = [prediction.away, prediction.home].map { Self.grouped($0.chances) }
    let largest = chances.joined().max() ?? 1
    charts = [Side.away, .home].map { side in
      let forecast = side == .away ? prediction.away : prediction.home
      return Chart(
        side: game.name(side), bar: game.bar(side), mean: String(forecast.mean.rounded(toSteps: 10)),
        Self.grouped(forecast.chances), largest: max(largest, 0.01),
        actual: side == .away ? outcome?.away.runs : outcome?.home.runs)
    }
  }

  /// Returns the chances of 0 to 6 runs, and of 7 or more.
  private static func grouped(_ chances: [Double]) -> [Double] {
    Array(chances.prefix(columns - 1)) + [chances.dropFirst(columns - 1).reduce(0, +)]
  }
}

extension FirstFive.Chart {
  /// The height of the tallest column, and the place of its foot.
  private static let tallest = 60.0
  private static let foot = 88.0

  fileprivate init(
    side: String, bar: String, mean: String, _ chances: [Double], largest: Double, actual: Int?
  ) {
    (self.side, self.bar, self.mean) = (side, bar, mean)
    let last = chances.count - 1
    let was = actual.map { min($0, last) }
    columns = chances.enumerated().map { index, chance in
      let height = (Self.tallest * chance / largest).rounded(toSteps: 10)
      return FirstFive.Column(
        x: String(2 + 30 * index), y: String((Self.foot - height).rounded(toSteps: 10)), height: String(height),
        center: String(15 + 30 * index), valueY: String((Self.foot - height - 6).rounded(toSteps: 10)),
        value: String(Int((chance * 100).rounded())), label: index == last ? "\(last)+" : String(index),
        isActual: index == was)
    }
    let list = columns.map { "\($0.label.replacing("+", with: " or more")): \($0.value) %" }.joined(separator: ", ")
    words =
      "\(side), chance of each number of runs in the first five innings: \(list)."
      + (actual.map { " It was \($0)." } ?? "")
  }
}
