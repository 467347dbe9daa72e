/// The body of `/api/v1/schedule`: a game that was moved stands on both of its days.
struct ScheduleDocument {
  let games: [SimulatedGame]
  let time: Double

  /// The days from `2026-07-14` to another one, both included.
  func json(from first: String, to last: String) -> JSON {
    let days = Dictionary(grouping: games.flatMap(rows)) { $0.day }
    let dates = days.sorted { $0.key < $1.key }.filter { first <= $0.key && $0.key <= last }.map { day, rows -> JSON in
      ["date": .string(day), "games": .array(rows.map(\.row))]
    }
    return ["copyright": "simulated", "dates": .array(dates)]
  }

  private func rows(_ game: SimulatedGame) -> [(day: String, row: JSON)] {
    let status = game.day.status[time]
    guard let move = game.day.move, move.known <= time else {
      let start = game.day.start[time]
      let day = CalendarText.day(game.day.move?.from ?? game.fixture.start)
      return [(day, row(game, status, start, day))]
    }
    let isNew = time >= game.day.status.changes.last { $0.time <= move.to && $0.value.code == "S" }?.time ?? .infinity
    let old = CalendarText.day(move.from)
    let new = CalendarText.day(move.to)
    let oldRow = row(game, move.isResumed ? status : move.status, .init(time: move.from), old)
    let newRow = row(game, isNew || move.isResumed ? status : .scheduled, .init(time: move.to), new)
    return [
      (old, oldRow.adding(move.members(isNewDay: false))), (new, newRow.adding(move.members(isNewDay: true))),
    ]
  }

  private func row(_ game: SimulatedGame, _ status: SimulatedStatus, _ start: GameDay.Start, _ day: String) -> JSON {
    [
      "gamePk": .number(game.gamePk), "gameType": .string(game.fixture.type.rawValue),
      "gameDate": .string(CalendarText.iso(start.time)),
      "officialDate": .string(day), "status": status.json(isTBD: start.isTBD),
      "teams": [
        "away": ["team": game.script.away.club.json], "home": ["team": game.script.home.club.json],
      ],
      "gameNumber": .number(game.fixture.gameNumber), "doubleHeader": .string(game.fixture.doubleHeader.rawValue),
      "scheduledInnings": .number(game.day.scheduledInnings),
    ]
  }
}

extension GameDay.Move {
  /// The members by which each day's row, or the feed, names the other day.
  func members(isNewDay: Bool) -> [(String, JSON)] {
    let (name, other) =
      isNewDay ? (isResumed ? "resumedFrom" : "rescheduledFrom", from) : (isResumed ? "resume" : "reschedule", to)
    let day = JSON.string(CalendarText.day(other))
    let second = JSON.string(CalendarText.iso(other))
    return isNewDay ? [(name, second), (name + "Date", day)] : [(name + "Date", second), (name + "GameDate", day)]
  }
}
