internal import LiveCore
internal import LiveMLB
internal import LiveModel

/// The facts of the last minutes, game by game, for pages that show many games. Only events that are new are read from
/// the log.
///
/// Bound: the events of twice the longest delay, and one older event of each game, at most `most` together.
actor RecentFacts {
  private let source: any PageSource
  private var games: [GameID: [SequencedEvent]] = [:]
  /// The newest sequence that was read; nil before the first read.
  private var cursor: Int?

  /// The number of events that are read at the beginning, and of those that are kept.
  private static let most = 3000
  private static let pageSize = 500
  /// A correction may come a delay after its play, and holds for another delay.
  private static let window = Duration.seconds(2 * Preferences.longestDelay)

  init(source: any PageSource) { self.source = source }

  /// Returns the scoreboard as a viewer may see it now, and notes about its games.
  func view(_ games: [ScoreboardGame], delay: Duration, at now: Timestamp) async throws -> [ViewedScore] {
    try await read(at: now)
    return games.map { game in
      let id = GameID(league: game.summary.league, gamePk: game.summary.game.id)
      return ViewedScore(game, after: self.games[id] ?? [], delay: delay, at: now)
    }
  }

  private func read(at now: Timestamp) async throws {
    let newest = source.newest
    if cursor.map({ $0 > newest }) ?? false { (games, cursor) = ([:], nil) }
    var place = cursor ?? max(0, newest - Self.most)
    while place < newest {
      let extract = try await source.events(after: place, limit: Self.pageSize)
      // Another request may have read the same events in the meantime.
      for entry in extract.events where entry.sequence > cursor ?? 0 {
        games[entry.event.data.gameID, default: []].append(entry)
      }
      place = max(extract.events.last?.sequence ?? newest, place + 1)
      cursor = max(cursor ?? 0, place)
    }
    trim(before: now - Self.window)
  }

  private func trim(before limit: Timestamp) {
    for (game, events) in games {
      let old = events.prefix { $0.event.data.observedAt < limit }.count
      if old > 1 { games[game] = Array(events.dropFirst(old - 1)) }
    }
    let count = games.values.reduce(0) { $0 + $1.count }
    guard count > Self.most else { return }
    // More games than an evening has: those that are quiet for the longest time go.
    let quiet = games.sorted { ($0.value.last?.sequence ?? 0) < ($1.value.last?.sequence ?? 0) }
    for (game, _) in quiet.prefix(games.count / 2) { games[game] = nil }
  }
}
