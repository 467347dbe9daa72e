/// Game of one schedule row.
struct ScheduledGame: Equatable, Sendable {
  var game: GameID
  var status: GameStatus
  /// Start from `gameDate`; nil while it is to be determined.
  var start: Timestamp?
  /// Official date, as `YYYY-MM-DD`.
  var date: String?
  /// Game number of the day: 1, or 2 for the second game of a doubleheader.
  var number: Int?
  var type: String?
  var clubs = Sides(away: GameSummary.Club(), home: GameSummary.Club())
  /// True if the schedule also lists the game under an earlier day, where it was postponed or suspended.
  var wasPutOff = false

  /// Abbreviations of the teams; nil if the row has none.
  var away: String? { clubs.away.abbreviation }
  var home: String? { clubs.home.abbreviation }

  /// Returns one row per game, in order of start. A postponed game has a row under its old day and one under its new
  /// day. A row that is not over wins, then the later one.
  static func unique(_ rows: [ScheduledGame]) -> [ScheduledGame] {
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
  var summary: GameSummary {
    GameSummary(
      league: game.league,
      game: GameSummary.Game(
        id: game.gamePk, date: date, number: number, type: type, status: status.phase, away: clubs.away,
        home: clubs.home),
      start: start, reason: status.reason)
  }

  /// Returns the summary after this row, from a `known` one. While a game is polled, its feed is newer than the
  /// schedule.
  func summary(after known: GameSummary) -> GameSummary {
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
struct ScheduleAnswer: Equatable, Sendable {
  var games: [ScheduledGame]
  /// Number of unreadable days, rows and members, and the first reason.
  var unreadable = 0
  var reason: String?
}

/// Schedule with rows, none of which can be read.
struct UnreadableSchedule: Error, CustomStringConvertible {
  var reason: String

  var description: String { "none of its rows can be read: \(reason)" }
}
