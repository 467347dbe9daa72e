/// One row of a schedule.
struct ScheduledGame: Equatable, Sendable {
  var game: GameID
  var status: GameStatus
  /// `gameDate`; nil while it is to be announced.
  var start: Timestamp?
  /// Abbreviations; nil where the answer has none.
  var away: String?
  var home: String?
  /// It stands under another day too, where it is not played any more.
  var wasPutOff = false

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
