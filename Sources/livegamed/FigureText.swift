import LiveModel

/// Figures as lines of text, those relative to the league with a bar: `wRC+  131  ▕████████████│███▊`.
struct FigureText {
  /// Maximum columns.
  var width: Int

  /// The most cells from 0 to 100.
  private static let mostCells = 24
  /// The longest bar.
  private static let end = 200.0

  /// Returns lines for `Terminal.say(drawn:)`.
  func lines(of figures: [StatFigure]) -> [String] {
    let names = figures.map(\.name.onOneLine)
    let values = figures.map { number($0) }
    let room = (names.map(\.columns).max() ?? 0, values.map(\.columns).max() ?? 0)
    // Two spaces on either side of the number, the beginning of the bar, and the line at 100.
    let cells = min((width - room.0 - room.1 - 6) / 2, Self.mostCells)
    return figures.indices.map { index in
      let start =
        names[index].padding(to: room.0) + "  " + values[index].alignedRight(to: room.1)
      guard figures[index].isRelative, cells > 0 else { return start.cut(to: width) }
      return "\(start)  \(Self.bar(figures[index].value, cells: cells))".cut(to: width)
    }
  }

  /// Returns sentences about figures relative to the league; none without such figures.
  static func legend(_ figures: [StatFigure]) -> [String] {
    func names(_ isMember: (StatFigure) -> Bool) -> String {
      figures.filter { $0.isRelative && isMember($0) }.map(\.name.onOneLine).joined(separator: ", ")
    }
    guard figures.contains(where: \.isRelative) else { return [] }
    let (inverted, computed) = (names(\.isInverted), names(\.isComputed))
    return ["100 is the league."] + (inverted.isEmpty ? [] : ["Less is better: \(inverted)."])
      + (computed.isEmpty ? [] : ["Computed, without park factors: \(computed)."])
  }

  /// Returns a whole number for a relative figure, one decimal for another.
  private func number(_ figure: StatFigure) -> String {
    let scale: Double = figure.isRelative ? 1 : 10
    guard let rounded = Int(exactly: (figure.value * scale).rounded()), rounded.magnitude < 1_000_000 else {
      return "?"
    }
    guard !figure.isRelative else { return "\(rounded)" }
    return "\(rounded < 0 ? "-" : "")\(rounded.magnitude / 10).\(rounded.magnitude % 10)"
  }

  /// Draws a bar from 0, with a line at 100 after `cells` cells. A bar that is too long ends in `▶`.
  static func bar(_ value: Double, cells: Int) -> String {
    let isTooLong = value > end
    let eighths = Int((min(max(value, 0), end) / 100 * Double(cells) * 8).rounded())
    let (first, rest) = (min(eighths, cells * 8), max(eighths - cells * 8, 0))
    let start = blocks(first)
    let line = "▕" + start.padding(to: cells) + "│"
    return line + (isTooLong ? String(blocks(rest).dropLast()) + "▶" : blocks(rest))
  }

  private static func blocks(_ eighths: Int) -> String {
    String(repeating: "█", count: eighths / 8) + ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
  }
}
