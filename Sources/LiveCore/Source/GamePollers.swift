/// Which games are watched, and what the schedule says of each.
///
/// Bound: the games of the schedule's window, and those that were taken up from the log.
final class GamePollers: Sendable {
  private let rows = Locked<[GameID: Reloadable<ScheduledGame?>]>([:])

  /// Begins a watch.
  ///
  /// - Returns: where its row stands; nil when the game is watched already.
  func begin(_ game: GameID, _ row: ScheduledGame?) -> Reloadable<ScheduledGame?>? {
    rows.withLock { rows in
      guard rows[game] == nil else { return nil }
      let listing = Reloadable(row)
      rows[game] = listing
      return listing
    }
  }

  func end(_ game: GameID) { rows.withLock { $0[game] = nil } }

  /// Takes an answer of the schedule, and tells each watch what has changed for it.
  func follow(_ games: [ScheduledGame]) {
    let listed = Dictionary(games.map { ($0.game, $0) }) { $1 }
    let known = rows.withLock { $0 }
    for (game, listing) in known where listing.current != listed[game] { listing.replace(with: listed[game]) }
  }
}
