/// Game of one schedule row.
package struct ScheduledGame: Equatable, Sendable {
  package var game: GameID
  package var status: GameStatus
  /// Start from `gameDate`; nil while it is to be determined.
  package var start: Timestamp?
  /// Official date, as `YYYY-MM-DD`.
  package var date: String?
  /// Game number of the day: 1, or 2 for the second game of a doubleheader.
  package var number: Int?
  package var type: String?
  package var clubs = Sides(away: GameSummary.Club(), home: GameSummary.Club())
  /// True if the schedule also lists the game under an earlier day, where it was postponed or suspended.
  package var wasPutOff = false

  package init(
    game: GameID, status: GameStatus, start: Timestamp? = nil, date: String? = nil, number: Int? = nil,
    type: String? = nil, clubs: Sides<GameSummary.Club> = Sides(away: GameSummary.Club(), home: GameSummary.Club()),
    wasPutOff: Bool = false
  ) {
    self.game = game
    self.status = status
    self.start = start
    self.date = date
    self.number = number
    self.type = type
    self.clubs = clubs
    self.wasPutOff = wasPutOff
  }

  /// Abbreviations of the teams; nil if the row has none.
  package var away: String? { clubs.away.abbreviation }
  package var home: String? { clubs.home.abbreviation }

  /// Returns one row per game, in order of start. A postponed game has a row under its old day and one under its new
  /// day. A row that is not over wins, then the later one.
  package static func unique(_ rows: [ScheduledGame]) -> [ScheduledGame] {
    var best: [GameID: ScheduledGame] = [:]
    for row in rows {
      guard let known = best[row.game] else {
        best[row.game] = row
        continue
      }
      var better = row.rank > known.rank ? row : known
      better.wasPutOff = known.wasPutOff || row.status.isOver != known.status.isOver
      best[row.game] = better
    }
    return best.values.sorted { $0.rank.start == $1.rank.start ? $0.game.gamePk < $1.game.gamePk : $0.rank < $1.rank }
  }

  private struct Rank: Comparable {
    var isOpen: Bool
    var start: Int64

    static func < (left: Rank, right: Rank) -> Bool {
      left.isOpen == right.isOpen ? left.start < right.start : right.isOpen
    }
  }

  private var rank: Rank { Rank(isOpen: !status.isOver, start: start?.milliseconds ?? .max) }
}

extension ScheduledGame {
  /// Summary of the row.
  package var summary: GameSummary {
    GameSummary(
      league: game.league,
      game: GameSummary.Game(
        id: game.gamePk, date: date, number: number, type: type, status: status.phase, away: clubs.away,
        home: clubs.home),
      start: start, reason: status.reason)
  }

  /// Returns the summary after this row, from a `known` one. While a game is polled, its feed is newer than the
  /// schedule.
  package func summary(after known: GameSummary) -> GameSummary {
    guard known.isPolled else {
      var next = summary
      next.watched = known.watched
      return next
    }
    if known.watched { return known }
    var next = status.isUnderway ? known : summary
    (next.game, next.start, next.reason) = (summary.game.filled(from: known.game), start, status.reason)
    (next.last, next.feedAt, next.observedAt) = (known.last, known.feedAt, known.observedAt)
    return next
  }
}

/// Readable rows of a schedule.
package struct ScheduleAnswer: Equatable, Sendable {
  package var games: [ScheduledGame]
  /// Number of unreadable days, rows and members, and the first reason.
  package var unreadable = 0
  package var reason: String?

  package init(games: [ScheduledGame], unreadable: Int = 0, reason: String? = nil) {
    (self.games, self.unreadable, self.reason) = (games, unreadable, reason)
  }
}

/// Schedule with rows, none of which can be read.
package struct UnreadableSchedule: Error, CustomStringConvertible {
  package var reason: String

  package init(reason: String) {
    self.reason = reason
  }

  package var description: String { "none of its rows can be read: \(reason)" }
}
