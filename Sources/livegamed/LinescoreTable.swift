import LiveModel

/// The runs of both sides by inning, and their runs, hits, errors and runners left on base.
///
/// A game with more innings than a line can hold is folded into blocks of equal length; the totals are in the last.
struct LinescoreTable {
  private let linescore: BaseballSheet.Linescore
  private let names: (away: String, home: String)
  private let isOver: Bool

  /// Creates a table. `isOver` puts an `x` for a half that the home side did not need.
  init(_ linescore: BaseballSheet.Linescore, away: String, home: String, isOver: Bool) {
    (self.linescore, names, self.isOver) = (linescore, (away.onOneLine, home.onOneLine), isOver)
  }

  private struct Column {
    var head: String
    var away: String
    var home: String

    var width: Int { max(head.columns, away.columns, home.columns) + 1 }
  }

  /// Returns lines of at most `width` columns for `Terminal.say(drawn:)`; none without innings.
  func lines(width: Int, hasColour: Bool) -> [String] {
    let innings = innings
    guard !innings.isEmpty else { return [] }
    let (totals, room) = (totals, max(names.away.columns, names.home.columns) + 1)
    let widest = innings.map(\.width).max() ?? 3
    let free = width - room - totals.reduce(1) { $0 + $1.width }
    let most = max(1, free / widest)
    let blocks = (innings.count + most - 1) / most
    let length = (innings.count + blocks - 1) / blocks
    return (0..<blocks).flatMap { block -> [String] in
      let part = Array(innings.dropFirst(block * length).prefix(length))
      guard !part.isEmpty else { return [] }
      let last = (block + 1) * length >= innings.count
      let lines = rows(part, last ? totals : [], room).map { $0.cut(to: width).trimmingEnd() }
      return (block == 0 ? [] : [""]) + [TextTable.Colour.dim.paint(lines[0], if: hasColour)] + lines.dropFirst()
    }
  }

  private func rows(_ innings: [Column], _ totals: [Column], _ room: Int) -> [String] {
    func row(_ name: String, _ cell: (Column) -> String) -> String {
      func text(_ columns: [Column]) -> String {
        columns.map { cell($0).alignedRight(to: $0.width) }.joined()
      }
      return name.padding(to: room) + text(innings) + (totals.isEmpty ? "" : " " + text(totals))
    }
    return [row("", \.head), row(names.away, \.away), row(names.home, \.home)]
  }

  /// The innings that were played, and those that are scheduled. All of them have the same width.
  private var innings: [Column] {
    let played = linescore.innings.sorted { $0.number < $1.number }
    guard let last = played.last?.number else { return [] }
    let columns = played.map { inning in
      let isNotNeeded = isOver && inning.number == last && inning.home?.runs == nil && inning.away?.runs != nil
      return Column(
        head: String(inning.number), away: inning.away?.runs.map(String.init) ?? "",
        home: inning.home?.runs.map(String.init) ?? (isNotNeeded ? "x" : ""))
    }
    let scheduled = min(linescore.scheduledInnings ?? 9, 9)
    let open =
      isOver || last >= scheduled ? [] : ((last + 1)...scheduled).map { Column(head: String($0), away: "", home: "") }
    let all = columns + open
    let width = max(2, all.map { max($0.head.columns, $0.away.columns, $0.home.columns) }.max() ?? 2)
    return all.map { Column(head: $0.head.alignedRight(to: width), away: $0.away, home: $0.home) }
  }

  private var totals: [Column] {
    let (away, home) = (linescore.totals?.away, linescore.totals?.home)
    func column(_ head: String, _ value: (BaseballSheet.Linescore.Line) -> Int?) -> Column {
      Column(
        head: head.alignedRight(to: 2), away: away.flatMap(value).map(String.init) ?? "",
        home: home.flatMap(value).map(String.init) ?? "")
    }
    return [column("R", \.runs), column("H", \.hits), column("E", \.errors), column("LOB", \.leftOnBase)]
  }
}
