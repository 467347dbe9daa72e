internal import LiveCore
internal import LiveModel

/// The state of the leagues' sources, and doubts about games, for the template `daemon/sources`.
struct SourcesCard: Sendable {
  var sources: [Row]
  var troubles: [Trouble]

  struct Row: Sendable {
    var league: String
    var mark: ReceiversCard.Mark
    var detail: String
  }

  /// A doubt about a game.
  struct Trouble: Sendable {
    /// `SD at SF`.
    var matchup: String
    /// The address below the prefix; nil for a game that is not listed.
    var path: String?
    var doubt: String
  }

  init(_ status: DaemonStatus, _ games: [GameSummary], _ viewer: DaemonViewer) {
    sources = (status.source ?? [:]).sorted { $0.key < $1.key }.map { Row($0.key, $0.value, viewer) }
    troubles = (status.gameTroubles ?? [:]).sorted { $0.key < $1.key }.map { name, doubt in
      let game = games.first { "\($0.league.rawValue)/\($0.game.id)" == name }
      return Trouble(
        matchup: game.map { [$0.game.away, $0.game.home].map { $0.abbreviation ?? "?" }.joined(separator: " at ") }
          ?? name,
        path: game.map { "/\($0.league.rawValue)/games/\($0.game.id)" }, doubt: doubt)
    }
  }
}

extension SourcesCard.Row {
  init(_ name: String, _ state: SourceState, _ viewer: DaemonViewer) {
    let mark: ReceiversCard.Mark =
      switch state.state {
      case .ok: ReceiversCard.Mark("answers", "good")
      case .failing: ReceiversCard.Mark("fails", "hot")
      default: ReceiversCard.Mark(state.state.rawValue)
      }
    let parts = [
      state.since.map { "since \(viewer.text(of: $0))" }, state.error,
      state.gamesFailing.map { "\($0.counted("game")) failing" },
      state.gamesWaiting.map { "\($0.counted("game")) waiting for requests" },
      state.push.map { "push socket: \($0.text)" },
    ]
    self.init(league: name.uppercased(), mark: mark, detail: parts.compactMap(\.self).joined(separator: " · "))
  }
}
