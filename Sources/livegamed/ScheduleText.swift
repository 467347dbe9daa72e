import LiveModel

/// The games of a date as lines of text, one per game:
/// `DET  12-11   6  BOS   9-13   8  Top 5th  1 out  ◇◆◇`.
///
/// A state that does not fit into its line continues below.
struct ScheduleText {
  /// Maximum columns.
  var width: Int
  var hasColour: Bool
  var zone: LocalZone

  /// Minimum columns for the state. With fewer, names are abbreviated.
  private static let minimumStateWidth = 24

  /// Returns lines for `Terminal.say(drawn:)`, the date first.
  func lines(
    of games: [ScheduleGame], on date: String, isLiveOnly: Bool = false, teams: [String] = []
  ) -> [String] {
    let title = CivilDate(iso: date).map { "\($0.weekday), \($0.monthAndDay), \($0.year)" } ?? date.onOneLine
    guard !games.isEmpty else {
      let whose = teams.isEmpty ? "" : " of \(teams.joined(separator: " or "))"
      return ["\(title): no game\(whose)\(isLiveOnly ? " in progress" : "")".cut(to: width)]
    }
    return [TextTable.Colour.dim.paint(title.cut(to: width), if: hasColour)] + rows(of: games)
  }

  private func rows(of games: [ScheduleGame]) -> [String] {
    let full = games.map { sides(of: $0, isShort: false) }
    let columns = widths(of: full) + Self.minimumStateWidth <= width ? full : games.map { sides(of: $0, isShort: true) }
    let room = max(width - widths(of: columns), 1)
    return zip(games, columns).flatMap { game, cells in
      let start = line(cells, columns)
      let state = state(of: game).broken(to: room)
      let indent = String(repeating: " ", count: start.columns)
      return state.enumerated().map { number, text in
        colour(of: game).paint(
          ((number == 0 ? start : indent) + text).cut(to: width).trimmingEnd(), if: hasColour)
      }
    }
  }

  /// Returns the cells of both sides: name, record, runs.
  private func sides(of game: ScheduleGame, isShort: Bool) -> [String] {
    let (board, records) = (game.board, game.records)
    return side(board.game.away, records?.away, board.score?.away, isShort)
      + side(board.game.home, records?.home, board.score?.home, isShort)
  }

  private func side(_ club: BoardGame.Club?, _ record: TeamRecord?, _ runs: Int?, _ isShort: Bool) -> [String] {
    let names = isShort ? [club?.abbreviation, club?.name] : [club?.name, club?.abbreviation]
    let name = names.lazy.compactMap(\.self).first ?? "?"
    return [name.onOneLine, record?.description ?? "", runs.map(String.init) ?? ""]
  }

  /// Cells with numbers are aligned to the right.
  private func line(_ cells: [String], _ rows: [[String]]) -> String {
    cells.indices.map { column in
      let (text, room) = (cells[column], widest(column, rows))
      guard room > 0 else { return "" }
      return (column % 3 == 0 ? text.padding(to: room) : text.alignedRight(to: room)) + "  "
    }.joined()
  }

  private func widths(of rows: [[String]]) -> Int {
    rows[0].indices.map { widest($0, rows) }.filter { $0 > 0 }.reduce(0) { $0 + $1 + 2 }
  }

  private func widest(_ column: Int, _ rows: [[String]]) -> Int { rows.map { $0[column].columns }.max() ?? 0 }

  private func colour(of game: ScheduleGame) -> TextTable.Colour {
    switch game.board.game.status {
    case "live": .bold
    case "delayed", "suspended": .yellow
    case "postponed", "cancelled": .dim
    default: .plain
    }
  }
}

/// The state in words.
extension ScheduleText {
  func state(of game: ScheduleGame) -> String {
    let board = game.board
    let reason = board.reason.map { ": \($0)" } ?? ""
    let state =
      switch board.game.status {
      case "scheduled", nil: board.start.map { zone.time(at: $0).toTheMinute } ?? "TBD"
      case "live": ([game.state] + play(of: board)).joined(separator: "  ")
      case "delayed": game.state + reason + place(of: board)
      case "suspended":
        game.state + reason + place(of: board) + continued(game, "resumes", "not yet known when it resumes")
      case "postponed": game.state + reason + continued(game, "now on", "no new date yet")
      case "cancelled": game.state + reason
      default: game.state
      }
    let isOver = board.game.status == "final"
    let end = isOver ? game.continuation.flatMap { CivilDate(iso: $0.date) }.map { "finished \($0.monthAndDay)" } : nil
    let number = game.isDoubleheader ? board.game.number.map { "game \($0)" } : nil
    let origin = game.movedFrom.flatMap { CivilDate(iso: $0) }.map { "from \($0.monthAndDay)" }
    let remarks = [isOver ? board.reason : nil, number, origin, end].compactMap(\.self).joined(separator: ", ")
    return (remarks.isEmpty ? state : "\(state) (\(remarks))").onOneLine
  }

  /// Returns the league's cells while play is in progress, and the odds.
  private func play(of game: BoardGame) -> [String] {
    let cells = game.league.map { $0.isPaused ? [] : $0.scheduleCells } ?? []
    return (cells + [game.odds ?? ""]).filter { !$0.isEmpty }
  }

  private func place(of game: BoardGame) -> String {
    game.league?.time(isOver: false).map { " (\($0))" } ?? ""
  }

  private func continued(_ game: ScheduleGame, _ words: String, _ unknown: String) -> String {
    guard let continuation = game.continuation else { return ", \(unknown)" }
    if let start = continuation.start { return ", \(words) \(zone.time(at: start).inTheYear)" }
    return ", \(words) \(CivilDate(iso: continuation.date)?.monthAndDay ?? continuation.date)"
  }
}
