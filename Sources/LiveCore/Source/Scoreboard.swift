internal import LiveModel
internal import LivePlatform

/// Current state of all followed games, from the schedule and the last feed answers.
///
/// A game is encoded by its writer. The view of all games is made when it is read, because with many games it is read less
/// often than one of them changes.
///
/// Bound: the games of the last schedule answer, and those being polled.
final class Scoreboard: Sendable {
  private struct Entry {
    var summary: GameSummary {
      didSet {
        if summary != oldValue { card = nil }
        if summary.row != oldValue.row { row = nil }
      }
    }
    /// Memory used by the tracked state, in bytes.
    var bytes = 0
    /// Doubt about the game, as text for the operator.
    var trouble: String?
    /// Encoded summary; nil after a change.
    private(set) var card: GamesView.Card?
    /// Its short form, which few answers change; nil after a change.
    private(set) var row: [UInt8]?

    mutating func encode() {
      guard card == nil else { return }
      let next = GamesView.Card(summary, row: row)
      (card, row) = (next, next.row)
    }
  }

  private struct State {
    var entries: [GameID: Entry] = [:]
    /// The view of the entries; nil after a change.
    var view: GamesView?
  }

  private let state = Locked(State())
  private let changes = Watermark()

  /// Updates the games of a league from a new schedule. Removes games that it no longer lists and that are not polled.
  func follow(_ rows: [ScheduledGame], of league: LeagueID) {
    change { entries in
      var next = entries.filter { $0.league != league || $1.summary.watched }
      for row in rows {
        var entry = entries[row.game] ?? Entry(summary: row.summary)
        entry.summary = row.summary(after: entry.summary)
        entry.encode()
        next[row.game] = entry
      }
      entries = next
    }
  }

  /// Records the beginning or end of polling.
  func watch(_ game: GameID, isOn: Bool) { change(game) { $0?.summary.watched = isOn } }

  /// Removes a game that is no longer followed.
  func forget(_ game: GameID) { change(game) { $0 = nil } }

  /// Updates a game from an accepted answer.
  func observe(_ summary: GameSummary, of game: GameID) {
    change(game) { entry in
      var next = summary
      // Answers come only from a poller, so that a game without an entry is polled.
      next.watched = entry?.summary.watched ?? true
      next.last = entry.map(\.summary.last) ?? next.last
      entry = entry ?? Entry(summary: next)
      entry?.summary = next
    }
  }

  /// Stores the summary of the game's newest event.
  func tell(_ sentence: String, of game: GameID) { change(game) { $0?.summary.last = sentence } }

  /// Stores what an event says of its game. The score and the status are those of the last answer where this daemon polls
  /// the game itself.
  func tell(_ event: Event) {
    change(event.data.gameID) { entry in
      guard var summary = entry?.summary else { return }
      summary.last = event.data.summary
      if !summary.isPolled {
        summary.score = event.data.score ?? summary.score
        summary.game.status = event.data.game.status
      }
      entry?.summary = summary
    }
  }

  /// Stores the memory use of a game's state, and the doubt about the game.
  func weigh(_ bytes: Int, trouble: String?, of game: GameID) {
    guard state.withLock({ $0.entries[game].map { $0.bytes != bytes || $0.trouble != trouble } ?? false }) else {
      return
    }
    change(game) { entry in
      entry?.bytes = bytes
      entry?.trouble = trouble
    }
  }

  /// Returns the age of the oldest last answer among polled live games; nil while none is live.
  func lag(at now: Timestamp) -> Duration? {
    state.withLock { state in
      state.entries.values.filter { $0.summary.watched && $0.summary.game.status == .live }
        .compactMap(\.summary.observedAt).min().map { max(now - $0, .zero) }
    }
  }

  /// Current view.
  var board: GamesView {
    state.withLock { state in
      let view = state.view ?? Self.board(Array(state.entries.values))
      state.view = view
      return view
    }
  }

  /// All games in the order of `board`.
  var summaries: [GameSummary] {
    state.withLock { $0.entries.values.map(\.summary) }.sorted { $0.isBefore($1) }
  }

  /// Counts the changes.
  var version: Int { changes.value }

  private func change(_ game: GameID, _ body: (inout Entry?) -> Void) {
    change { entries in
      body(&entries[game])
      entries[game]?.encode()
    }
  }

  private func change(_ body: (inout [GameID: Entry]) -> Void) {
    state.withLock { state in
      body(&state.entries)
      state.view = nil
    }
    changes.raise { $0 + 1 }
  }

  private static func board(_ entries: [Entry]) -> GamesView {
    let games = entries.sorted { $0.summary.isBefore($1.summary) }
    let polled = games.filter(\.summary.isPolled)
    let live = polled.filter { $0.summary.game.status == .live }
    let others = polled.filter { $0.summary.game.status != .live }
    return GamesView(
      games: games.compactMap(\.card), scoreboard: (live + others).compactMap(\.card),
      statuses: Dictionary(grouping: games) { $0.summary.game.status.rawValue }.mapValues(\.count),
      watched: games.count(where: \.summary.watched),
      largest: games.filter(\.summary.watched).map(\.bytes).max() ?? 0,
      troubles: Dictionary(
        games.compactMap { entry in
          entry.trouble.map { ("\(entry.summary.league.rawValue)/\(entry.summary.game.id)", $0) }
        }
      ) { first, _ in first })
  }
}

extension GameSummary {
  fileprivate func isBefore(_ other: GameSummary) -> Bool {
    let (own, others) = (start?.milliseconds ?? .max, other.start?.milliseconds ?? .max)
    return own == others ? game.id < other.game.id : own < others
  }
}
