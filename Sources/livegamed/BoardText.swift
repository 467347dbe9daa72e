/// A scoreboard as lines of text, a game each.
///
/// `TOR  3  AZ  2  ▲5  1 out   2-1  ◇◆◇  G. Moreno, C. Bassitt  Daulton Varsho homers …`: the bases stand as one sees
/// them from behind the plate, third base on the left.
struct BoardText {
  /// Columns at most.
  var width: Int
  var hasColour: Bool

  /// Where nobody says how wide the output is.
  static let plainWidth = 160
  /// The least width for the last play.
  private static let leastWords = 24

  /// For `Terminal.say(drawn:)`.
  func lines(of games: [BoardGame]) -> [String] {
    guard !games.isEmpty else { return ["no games yet"] }
    let rows = games.map { cells(of: $0) }
    var fixed = Array(rows[0].indices.dropLast())
    func taken(_ columns: [Int]) -> Int { columns.reduce(0) { $0 + widest($1, in: rows) + 2 } }
    // The batter and the pitcher are the first to go.
    if taken(fixed) + Self.leastWords > width { fixed.removeLast() }
    return zip(games, rows).map { game, cells in
      let columns = fixed.filter { widest($0, in: rows) > 0 }.map { cells[$0].padding(to: widest($0, in: rows)) }
      let line = (columns + [cells[cells.count - 1]]).joined(separator: "  ")
      return colour(of: game).paint(line.cut(to: width).trimmingEnd(), if: hasColour)
    }
  }

  private func widest(_ column: Int, in rows: [[String]]) -> Int { rows.map { $0[column].columns }.max() ?? 0 }

  /// Teams with runs, inning, outs, count, bases, batter and pitcher, the last play.
  private func cells(of game: BoardGame) -> [String] {
    let play = game.isInPlay
    let outs = game.outs.map { $0 == 1 ? "1 out" : "\($0) outs" }
    let count = game.balls.flatMap { balls in game.strikes.map { "\(balls)-\($0)" } }
    let cells = [
      side(game.game.away, game.score?.away), side(game.game.home, game.score?.home), state(of: game),
      play ? outs ?? "" : "", play ? count ?? "" : "", play ? game.bases.map(diamonds) ?? "" : "",
      play ? [game.batter, game.pitcher].compactMap { $0?.initials }.joined(separator: ", ") : "",
      game.last ?? "",
    ]
    return cells.map(\.onOneLine)
  }

  private func side(_ club: BoardGame.Club?, _ runs: Int?) -> String {
    let name = (club?.abbreviation ?? club?.name ?? "?").onOneLine
    let runs = runs.map(String.init) ?? ""
    return name.padding(to: 3) + " " + String(repeating: " ", count: max(0, 2 - runs.count)) + runs
  }

  private func state(of game: BoardGame) -> String {
    let second = (game.game.number ?? 1) > 1 ? " (game \(game.game.number ?? 1))" : ""
    return words(of: game) + second
  }

  private func words(of game: BoardGame) -> String {
    let reason = game.reason.map { ": \($0)" } ?? ""
    switch (game.game.status, game.inning) {
    case ("live", let inning?): return half(inning, game.inningState)
    case ("final", let inning?) where inning.number != 9: return "final/\(inning.number)\(reason)"
    case ("scheduled", _), (nil, _): return game.start.map { $0.toTheMinute } ?? "to be determined"
    case (let status?, _): return status + reason
    }
  }

  private func half(_ inning: BoardGame.Inning, _ state: String?) -> String {
    switch (state, inning.half) {
    case ("Middle", _): "mid \(inning.number)"
    case ("End", _): "end \(inning.number)"
    case (_, "bottom"): "▼\(inning.number)"
    default: "▲\(inning.number)"
    }
  }

  private func diamonds(_ bases: BoardGame.Bases) -> String {
    [bases.third, bases.second, bases.first].map { $0 == nil ? "◇" : "◆" }.joined()
  }

  private func colour(of game: BoardGame) -> TextTable.Colour {
    switch game.game.status {
    case "live", "warmup": .plain
    case "delayed", "suspended": .yellow
    default: .dim
    }
  }
}

extension BoardGame {
  /// Whether a batter is at bat.
  fileprivate var isInPlay: Bool { game.status == "live" && inningState != "Middle" && inningState != "End" }
}

extension BoardGame.Name {
  /// `G. Moreno`.
  fileprivate var initials: String? {
    guard let name, !name.isEmpty else { return nil }
    let parts = name.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let first = parts[0].first else { return name }
    return "\(first). \(parts[1])"
  }
}
