internal import FoundationEssentials

/// All games as programs are told of them. Each is encoded once a change, for thousands may ask at once.
struct GamesView: Equatable, Sendable {
  /// One game.
  struct Card: Equatable, Sendable {
    var gamePk: Int
    /// Both sides' abbreviations, where they are known.
    var teams: [String]
    /// The members of a JSON object, without its braces: the game in a list.
    var row: [UInt8]
    /// The same with all that is known.
    var summary: [UInt8]
  }

  /// Of the schedule's window: by start, those without one last, then by `gamePk`.
  var games: [Card] = []
  /// Those of which an answer has been seen: live ones first, then in the same order.
  var scoreboard: [Card] = []
  /// How many games there are of each status that occurs.
  var statuses: [String: Int] = [:]
  /// How many are being polled.
  var watched = 0
  /// Bytes of memory that the largest game takes which is being polled.
  var largest = 0
  /// What is in doubt about games, by their names.
  var troubles: [String: String] = [:]
}

extension GamesView.Card {
  init(_ summary: GameSummary) {
    let game = summary.game
    self.init(
      gamePk: game.id, teams: [game.away.abbreviation, game.home.abbreviation].compactMap(\.self),
      row: Self.members(of: summary.row), summary: Self.members(of: summary))
  }

  private static func members(of summary: GameSummary) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return (try? encoder.encode(summary)).map { [UInt8]($0.dropFirst().dropLast()) } ?? []
  }

  /// Whether one of the teams plays; without any, every game fits.
  func fits(_ teams: [String]) -> Bool { teams.isEmpty || teams.contains(where: self.teams.contains) }
}
