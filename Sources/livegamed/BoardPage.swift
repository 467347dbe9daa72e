import LiveCore

/// A picture of the board: the games, and below them as many events as there is room for.
struct BoardPage {
  var games: [BoardGame]
  /// The newest last.
  var news: [WatchLine] = []
  var outage: String?

  private static let mostNews = 8

  /// At most `rows` lines of at most `width` columns.
  func lines(width: Int, rows: Int, hasColour: Bool) -> [String] {
    var lines = BoardText(width: width, hasColour: hasColour).lines(of: games)
    let hidden = lines.count - rows + 1
    if hidden > 1 { lines = lines.prefix(rows - 1) + ["… \(hidden) more games"] }
    if let outage {
      add([TextTable.Colour.yellow.paint(outage.onOneLine.cut(to: width), if: hasColour)], to: &lines, rows)
    }
    let format = EventLine(hasColour: hasColour, width: width)
    add(news.suffix(min(Self.mostNews, max(0, rows - lines.count - 1))).compactMap(format.text), to: &lines, rows)
    return Array(lines.prefix(rows))
  }

  private func add(_ more: [String], to lines: inout [String], _ rows: Int) {
    guard !more.isEmpty, lines.count + 1 < rows else { return }
    lines += [""] + more
  }
}
