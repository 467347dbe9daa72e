/// How every game stands that the daemon follows: what the schedule says, and what the last answer showed.
///
/// Who brings a change encodes it, so that who looks takes what is ready and waits for no more than a copy of it.
/// Bound: the games of the schedule's last answer, and those that are being polled.
final class Scoreboard: Sendable {
  private struct Entry {
    var summary: GameSummary {
      didSet { if summary != oldValue { card = nil } }
    }
    /// Bytes of memory that the state of its watch takes.
    var bytes = 0
    /// What is in doubt about it.
    var trouble: String?
    /// Nil once something has changed.
    var card: GamesView.Card?
  }

  private let entries = Locked<[GameID: Entry]>([:])
  /// Changed by who holds the entries.
  private let shown = Locked(GamesView())

  /// Takes an answer of the schedule. What has left it and is not polled is forgotten.
  func follow(_ rows: [ScheduledGame]) {
    change { entries in
      var next = entries.filter { $1.summary.watched }
      for row in rows {
        var entry = entries[row.game] ?? Entry(summary: row.summary)
        entry.summary = row.summary(after: entry.summary)
        next[row.game] = entry
      }
      entries = next
    }
  }

  /// Polls of the game begin or end.
  func watch(_ game: GameID, isOn: Bool) { change { $0[game]?.summary.watched = isOn } }

  /// Nobody follows the game any more.
  func forget(_ game: GameID) { change { $0[game] = nil } }

  /// Takes what an accepted answer shows.
  func observe(_ summary: GameSummary, of game: GameID) {
    change { entries in
      var entry = entries[game] ?? Entry(summary: summary)
      // Only a watch brings answers: a game that the schedule does not list is watched from the first one on.
      let (isWatched, last) = (entries[game]?.summary.watched ?? true, entry.summary.last)
      entry.summary = summary
      (entry.summary.watched, entry.summary.last) = (isWatched, last)
      entries[game] = entry
    }
  }

  /// Takes the sentence of the game's newest event.
  func tell(_ sentence: String, of game: GameID) { change { $0[game]?.summary.last = sentence } }

  /// Takes what a watch's state takes, and what is in doubt about its game.
  func weigh(_ bytes: Int, trouble: String?, of game: GameID) {
    guard entries.withLock({ $0[game].map { $0.bytes != bytes || $0.trouble != trouble } ?? false }) else { return }
    change { entries in
      entries[game]?.bytes = bytes
      entries[game]?.trouble = trouble
    }
  }

  /// How old the last answer is of the live game that has waited longest for one; nil while none is live.
  func lag(at now: Timestamp) -> Duration? {
    entries.withLock { entries in
      entries.values.filter { $0.summary.watched && $0.summary.game.status == .live }
        .compactMap(\.summary.observedAt).min().map { max(now - $0, .zero) }
    }
  }

  /// As it stands now.
  var board: GamesView { shown.withLock { $0 } }

  private func change(_ body: (inout [GameID: Entry]) -> Void) {
    entries.withLock { entries in
      body(&entries)
      for (game, entry) in entries where entry.card == nil {
        entries[game]?.card = GamesView.Card(entry.summary)
      }
      let board = Self.board(Array(entries.values))
      shown.withLock { $0 = board }
    }
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
