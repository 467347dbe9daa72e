internal import LiveCore
internal import LiveModel
internal import LivePlatform

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
    ]
    self.init(league: name.uppercased(), mark: mark, detail: parts.compactMap(\.self).joined(separator: " · "))
  }
}

/// Figures about the present work of the daemon, for the template `daemon/work`.
struct WorkCard: Sendable {
  var figures: [PlayerPage.Fact]

  init(_ status: DaemonStatus, pages: Int?, usage: ProcessUsage?) {
    let games = status.games ?? [:]
    let rows: [(String?, String)] = [
      (games.isEmpty ? nil : "\(games["live"] ?? 0)", "games live"),
      (status.watched.map(String.init), "games followed"),
      (status.clients.map(String.init), "programs listening"), (pages.map(String.init), "pages open"),
      (usage.map { "\($0.residentBytes / 1_000_000)\u{A0}MB" }, "memory"),
    ]
    figures = rows.compactMap { value, label in value.map { PlayerPage.Fact(label: label, text: $0) } }
  }
}

/// Plays of today that were corrected or taken back, for the template `daemon/corrections`.
struct CorrectionsCard: Sendable {
  /// The newest first.
  var corrections: [Row]

  struct Row: Sendable {
    var words: String
    var subject: String
    /// Address of the game below the prefix.
    var path: String
    var seen: PageMoment
  }

  /// Rows of the card.
  private static let most = 12

  init(_ events: [SequencedEvent], _ viewer: DaemonViewer) {
    var facts: Set<Fact> = []
    let newest = events.reversed().map(\.event).filter { viewer.mayShow($0) && facts.insert($0.data.fact).inserted }
    corrections = newest.prefix(Self.most).map { event in
      let isGone = event.data.change == .retracted
      return Row(
        words: viewer.preferences.hidesScores
          ? "A play was \(isGone ? "taken back" : "corrected")" : event.data.summary,
        subject: event.subject, path: "/\(event.data.league.rawValue)/games/\(event.data.game.id)?plays=corrected",
        seen: viewer.moment(event.data.observedAt))
    }
  }
}
