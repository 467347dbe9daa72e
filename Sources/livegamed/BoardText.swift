import FoundationEssentials
import LiveCore
import LiveModel

/// The scoreboard as lines of text, one per game:
/// `TOR  3  AZ  2  ▲5  1 out   2-1  ◇◆◇  G. Moreno, C. Bassitt  Daulton Varsho homers …`.
struct BoardText {
  /// Maximum columns.
  var width: Int
  var hasColour: Bool
  var zone: LocalZone
  /// Line in place of the games if there are none, such as when the next one begins.
  var note: String?

  /// Width when the output is no terminal.
  static let plainWidth = 160
  /// Minimum columns for the last play.
  private static let minimumPlayWidth = 24

  /// Returns lines for `Terminal.say(drawn:)`.
  func lines(of games: [BoardGame]) -> [String] {
    guard !games.isEmpty else { return [(note ?? "no games yet").cut(to: width)] }
    let scores = games.compactMap(\.score).flatMap { [$0.away, $0.home] }.map { String($0).count }
    let rows = games.map { cells(of: $0, scores: max(2, scores.max() ?? 2)) }
    var fixed = Array(rows[0].indices.dropLast())
    func taken(_ columns: [Int]) -> Int { columns.reduce(0) { $0 + widest($1, in: rows) + 2 } }
    // Drops the people first.
    if taken(fixed) + Self.minimumPlayWidth > width { fixed.removeLast() }
    return zip(games, rows).map { game, cells in
      let columns = fixed.filter { widest($0, in: rows) > 0 }.map { cells[$0].padding(to: widest($0, in: rows)) }
      let line = (columns + [cells[cells.count - 1]]).joined(separator: "  ")
      return colour(of: game).paint(line.cut(to: width).trimmingEnd(), if: hasColour)
    }
  }

  private func widest(_ column: Int, in rows: [[String]]) -> Int { rows.map { $0[column].columns }.max() ?? 0 }

  /// Returns the cells: teams with scores of at most `width` digits, time of play, the league's own with the odds before
  /// the people, last play.
  private func cells(of game: BoardGame, scores width: Int) -> [String] {
    let own = game.isInPlay ? game.league?.cells ?? [] : []
    let padding = Array(repeating: "", count: max(0, BoardGame.leagueCells - own.count))
    var league = own.prefix(BoardGame.leagueCells) + padding
    league.insert(game.odds ?? "", at: league.endIndex - 1)
    let cells =
      [
        side(game.game.away, game.score?.away, width), side(game.game.home, game.score?.home, width), state(of: game),
      ]
      + league + [(game.last ?? "").showing(game.start, in: zone)]
    return cells.map(\.onOneLine)
  }

  private func side(_ club: BoardGame.Club?, _ score: Int?, _ width: Int) -> String {
    let name = (club?.abbreviation ?? club?.name ?? "?").onOneLine
    return name.padding(to: 3) + " " + (score.map(String.init) ?? "").alignedRight(to: width)
  }

  private func state(of game: BoardGame) -> String {
    let second = (game.game.number ?? 1) > 1 ? " (game \(game.game.number ?? 1))" : ""
    return stateText(of: game) + second
  }

  private func stateText(of game: BoardGame) -> String {
    let reason = game.reason.map { ": \($0)" } ?? ""
    switch (game.game.status, game.league?.time(isOver: game.game.status == "final")) {
    case ("live", let time?): return time
    case ("final", let time?): return "final/\(time)\(reason)"
    case ("scheduled", _), (nil, _): return game.start.map { zone.time(at: $0).toTheMinute } ?? "to be determined"
    case (let status?, _): return status + reason
    }
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
  /// Whether play is in progress.
  fileprivate var isInPlay: Bool { game.status == "live" && league?.isPaused != true }
}

/// The part of a line that only one league shows.
protocol LeagueBoard: Decodable, Sendable {
  /// Whether play is paused, as between two half-innings.
  var isPaused: Bool { get }

  /// Cells about play in progress, at most `BoardGame.leagueCells`, the people last.
  var cells: [String] { get }

  /// Cells about play in progress for a line of the games of a date, which has the time of play already.
  var scheduleCells: [String] { get }

  /// Returns the time of play, such as `▲5`; after the end, that of a game of unusual length, such as `11`.
  func time(isOver: Bool) -> String?
}

/// One game of the daemon's scoreboard. Unknown members are absent.
struct BoardGame: Decodable {
  var game: Game
  /// Nil while the start is to be determined.
  var start: Timestamp?
  /// Reason of a delay, suspension, postponement or cancellation.
  var reason: String?
  var score: Score?
  /// Summary of the newest event.
  var last: String?
  /// The home team's chance to win, from 0 to 1, and the leverage; nil unless the game is in progress.
  var winExpectancy, leverage: Double?
  /// The league's own part; nil for a league of another version.
  var league: (any LeagueBoard)?

  /// The table of leagues: each adds one line.
  private static let leagues: [String: any LeagueBoard.Type] = ["mlb": BaseballBoard.self, "nba": BasketballBoard.self]

  /// Number of a league's cells in a line.
  static let leagueCells = 4

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

  struct Score: Decodable, Equatable {
    var away: Int
    var home: Int
  }

  private enum CodingKeys: String, CodingKey { case game, start, reason, score, last, league, winExpectancy, leverage }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    game = try container.decode(Game.self, forKey: .game)
    start = try container.decodeIfPresent(Timestamp.self, forKey: .start)
    reason = try container.decodeIfPresent(String.self, forKey: .reason)
    score = try container.decodeIfPresent(Score.self, forKey: .score)
    last = try container.decodeIfPresent(String.self, forKey: .last)
    winExpectancy = try container.decodeIfPresent(Double.self, forKey: .winExpectancy)
    leverage = try container.decodeIfPresent(Double.self, forKey: .leverage)
    let name = try container.decodeIfPresent(String.self, forKey: .league)
    league = try name.flatMap { Self.leagues[$0] }?.init(from: decoder)
  }

  /// Decodes the answer to `scoreboard`, in its order; nil when it is malformed.
  static func all(in line: WatchLine) -> [BoardGame]? { all(in: line.bytes) }

  static func all(in bytes: [UInt8]) -> [BoardGame]? {
    try? JSONDecoder().decode(Answer.self, from: Data(bytes)).games
  }

  /// The chance of the likelier winner, and the leverage: `AZ 62%, LI 2.3`. Nil unless the game is in progress.
  var odds: String? {
    guard let winExpectancy else { return nil }
    let club = winExpectancy < 0.5 ? game.away : game.home
    // A chance of 100 % would say that the game is won.
    let percent = min(Int((max(winExpectancy, 1 - winExpectancy) * 100).rounded()), 99)
    let stake = leverage.map { ", LI \(($0 * 10).rounded() / 10)" } ?? ""
    return "\(club?.abbreviation ?? club?.name ?? "?") \(percent)%\(stake)".onOneLine
  }

  private struct Answer: Decodable { var games: [BoardGame] }
}
