/// One row of a schedule.
struct ScheduledGame: Equatable, Sendable {
  var game: GameID
  var status: GameStatus
  /// `gameDate`; nil while it is to be announced.
  var start: Timestamp?
  /// The official date.
  var date: String?
  /// 1, or 2 for the second game of a doubleheader.
  var number: Int?
  var type: String?
  var clubs = Sides(away: GameSummary.Club(), home: GameSummary.Club())
  /// It stands under another day too, where it is not played any more.
  var wasPutOff = false

  /// Abbreviations; nil where the answer has none.
  var away: String? { clubs.away.abbreviation }
  var home: String? { clubs.home.abbreviation }

  /// One row a game. A game that was put off stands under its old day and its new one: the row that can still be
  /// played wins, then the later one.
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
  /// What the schedule says of it.
  var summary: GameSummary {
    GameSummary(
      league: game.league,
      game: GameSummary.Game(
        id: game.gamePk, date: date, number: number, type: type, status: status.phase, away: clubs.away,
        home: clubs.home),
      start: start, reason: status.reason)
  }

  /// What is known after it. While a game is polled, its own feed is newer than the schedule.
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

/// The rows of a schedule that could be read.
struct ScheduleAnswer: Equatable, Sendable {
  var games: [ScheduledGame]
  /// How many rows could not, and the first reason.
  var unreadable = 0
  var reason: String?
}

/// A schedule that has rows, of which none can be read.
struct UnreadableSchedule: Error, CustomStringConvertible {
  var reason: String

  var description: String { "none of its rows can be read: \(reason)" }
}
