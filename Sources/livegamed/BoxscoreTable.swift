/// A table of statistics: a column of names on the left, and numbers aligned to the right.
struct BoxscoreTable {
  private struct Row {
    var name: String
    var cells: [String]
  }

  private var rows: [Row]
  /// Minimum columns for the names, beyond which columns of numbers are left out at the right.
  private static let minimumNameWidth = 12

  private let shortTitle: String

  /// Creates a table without rows. The short title is shown where the long one has no room.
  init(_ title: String, short: String? = nil, _ heads: [String]) {
    rows = [Row(name: title.onOneLine, cells: heads)]
    shortTitle = (short ?? title).onOneLine
  }

  /// Adds a row with as many cells as there are heads. Texts are reduced to one line.
  mutating func add(_ name: String, _ cells: [String]) {
    rows.append(Row(name: name.onOneLine, cells: cells.map(\.onOneLine)))
  }

  /// Whether no row was added.
  var isEmpty: Bool { rows.count == 1 }

  /// Returns lines of at most `width` columns for `Terminal.say(drawn:)`: the heads first, dim; none without a row. A
  /// column without a text below its head is left out. Long names are cut. Where even short ones have no room, the last
  /// columns are left out.
  func lines(width: Int, hasColour: Bool) -> [String] {
    guard !isEmpty else { return [] }
    let rows = filledRows
    let widths = rows[0].cells.indices.map { column in rows.map { $0.cells[column].columns }.max() ?? 0 }
    let longest = rows.map(\.name.columns).max() ?? 0
    var shown = widths[...]
    while !shown.isEmpty, min(longest, Self.minimumNameWidth) + taken(shown) > width { shown.removeLast() }
    let room = max(1, min(longest, width - taken(shown)))
    return rows.enumerated().map { number, row in
      let cells = zip(row.cells, shown).map { "  " + $0.alignedRight(to: $1) }
      let name = number == 0 && row.name.columns > room ? shortTitle : row.name
      let line = (name.cut(to: room).padding(to: room) + cells.joined()).cut(to: width).trimmingEnd()
      return number == 0 ? TextTable.Colour.dim.paint(line, if: hasColour) : line
    }
  }

  /// The rows without columns that have a head only.
  private var filledRows: [Row] {
    let filled = rows[0].cells.indices.filter { column in rows.dropFirst().contains { !$0.cells[column].isEmpty } }
    return rows.map { row in Row(name: row.name, cells: filled.map { row.cells[$0] }) }
  }

  private func taken(_ widths: ArraySlice<Int>) -> Int { widths.reduce(0) { $0 + $1 + 2 } }
}
