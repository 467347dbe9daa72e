/// What a `Query` is answered: a control line whose `op` is the query's.
enum QueryAnswer: Equatable, Sendable {
  /// To `games`: their rows.
  case games([GamesView.Card])
  /// To `game`: its summary.
  case game(GamesView.Card)
  /// To `scoreboard`: their summaries.
  case scoreboard([GamesView.Card])
  case status(StatusReport)

  var name: Query.Name {
    switch self {
    case .games: .games
    case .game: .game
    case .scoreboard: .scoreboard
    case .status: .status
    }
  }

  func addMembers(to line: inout ReplyLine) {
    switch self {
    case .games(let cards): line.add("games", objects: cards.map(\.row))
    case .game(let card): line.add(members: card.summary)
    case .scoreboard(let cards): line.add("games", objects: cards.map(\.summary))
    case .status(let report): report.addMembers(to: &line)
    }
  }
}
