import FoundationEssentials
import LiveCore

/// The scoreboard as lines of text, one per game.
///
/// `TOR  3  AZ  2  ▲5  1 out   2-1  ◇◆◇  G. Moreno, C. Bassitt  Daulton Varsho homers …`. The bases appear as seen from
/// behind the plate, with third base on the left.
struct BoardText {
  /// Maximum columns.
  var width: Int
  var hasColour: Bool

  /// Width when the output is no terminal.
  static let plainWidth = 160
  /// Minimum columns for the last play.
  private static let minimumPlayWidth = 24

  /// Returns lines for `Terminal.say(drawn:)`.
  func lines(of games: [BoardGame]) -> [String] {
    guard !games.isEmpty else { return ["no games yet"] }
    let rows = games.map { cells(of: $0) }
    var fixed = Array(rows[0].indices.dropLast())
    func taken(_ columns: [Int]) -> Int { columns.reduce(0) { $0 + widest($1, in: rows) + 2 } }
    // Drops the batter and the pitcher first.
    if taken(fixed) + Self.minimumPlayWidth > width { fixed.removeLast() }
    return zip(games, rows).map { game, cells in
      let columns = fixed.filter { widest($0, in: rows) > 0 }.map { cells[$0].padding(to: widest($0, in: rows)) }
      let line = (columns + [cells[cells.count - 1]]).joined(separator: "  ")
      return colour(of: game).paint(line.cut(to: width).trimmingEnd(), if: hasColour)
    }
  }

  private func widest(_ column: Int, in rows: [[String]]) -> Int { rows.map { $0[column].columns }.max() ?? 0 }

  /// Returns the cells: teams with runs, inning, outs, count, bases, batter and pitcher, last play.
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
    return stateText(of: game) + second
  }

  private func stateText(of game: BoardGame) -> String {
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
  /// Whether a half-inning is in progress.
  fileprivate var isInPlay: Bool { game.status == "live" && inningState != "Middle" && inningState != "End" }
}

extension BoardGame.Name {
  /// Initial and last name: `G. Moreno`.
  fileprivate var initials: String? {
    guard let name, !name.isEmpty else { return nil }
    let parts = name.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let first = parts[0].first else { return name }
    return "\(first). \(parts[1])"
  }
}

/// One game of the daemon's scoreboard. Unknown members are absent.
struct BoardGame: Decodable, Equatable {
  var game: Game
  /// Nil while the start is to be determined.
  var start: Timestamp?
  /// Reason of a delay, suspension, postponement or cancellation.
  var reason: String?
  var inning: Inning?
  /// `Top`, `Middle`, `Bottom` or `End`.
  var inningState: String?
  var outs: Int?
  var balls: Int?
  var strikes: Int?
  var score: Score?
  var bases: Bases?
  var batter: Name?
  var pitcher: Name?
  /// Summary of the newest event.
  var last: String?

  struct Game: Decodable, Equatable {
    var id: Int
    /// 2 for the second game of a doubleheader.
    var number: Int?
    var status: String?
    var away: Club?
    var home: Club?
  }

  struct Club: Decodable, Equatable {
    var id: Int?
    var abbreviation: String?
    var name: String?
  }

  struct Inning: Decodable, Equatable {
    var number: Int
    var half: String?
  }

  struct Score: Decodable, Equatable {
    var away: Int
    var home: Int
  }

  struct Bases: Decodable, Equatable {
    var first, second, third: Name?
  }

  struct Name: Decodable, Equatable {
    var id: Int?
    var name: String?
  }

  private enum CodingKeys: String, CodingKey {
    case game, start, reason, inning, outs, balls, strikes, score, bases, batter, pitcher, last
    case inningState = "inning_state"
  }

  /// Decodes the answer to `scoreboard`, in its order; nil when it is malformed.
  static func all(in line: WatchLine) -> [BoardGame]? { all(in: line.bytes) }

  static func all(in bytes: [UInt8]) -> [BoardGame]? {
    try? JSONDecoder().decode(Answer.self, from: Data(bytes)).games
  }

  private struct Answer: Decodable { var games: [BoardGame] }
}
