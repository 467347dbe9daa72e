/// A whole `feed/live` body as it can be seen at a second.
struct FeedDocument {
  let game: SimulatedGame
  let time: Double
  let visible: [ScriptedPlay]
  /// The visible plays, written.
  let plays: [JSON]

  var json: JSON {
    [
      "copyright": "simulated", "gamePk": .number(game.gamePk),
      "metaData": ["wait": 10, "timeStamp": .string(CalendarText.timecode(revision))],
      "gameData": gameData,
      "liveData": ["plays": playLog, "linescore": linescore],
    ]
  }

  /// The newest second at which something changed.
  private var revision: Double { game.moments.last { $0 <= time } ?? game.firstPitch - 7200 }

  private var gameData: JSON {
    let sides = (game.script.away, game.script.home)
    return [
      "game": [
        "pk": .number(game.gamePk), "type": "R", "doubleHeader": "N", "gameNumber": 1,
        "season": .string(String(CalendarText.day(game.firstPitch).prefix(4))),
      ],
      "datetime": [
        "dateTime": .string(CalendarText.iso(game.firstPitch)),
        "originalDate": .string(CalendarText.day(game.firstPitch)),
        "officialDate": .string(CalendarText.day(game.firstPitch)),
      ],
      "status": SimulatedStatus.json(of: game, at: time),
      "teams": ["away": sides.0.club.json, "home": sides.1.club.json],
      "players": .object((sides.0.players + sides.1.players).map { ("ID\($0.id)", $0.json) }),
    ]
  }

  private var playLog: JSON {
    let log: JSON = ["allPlays": .array(plays)]
    return plays.last.map { log.adding([("currentPlay", $0)]) } ?? log
  }

  private var linescore: JSON {
    guard let last = visible.last else {
      return ["scheduledInnings": 9, "innings": [], "teams": ["away": [:], "home": [:]]]
    }
    let isOver = last.done <= time && last.outsAfter >= 3
    let score = last.score(at: time)
    return [
      "currentInning": .number(last.inning), "isTopInning": .bool(last.isTop), "scheduledInnings": 9,
      "inningState": .string(last.isTop ? (isOver ? "Middle" : "Top") : (isOver ? "End" : "Bottom")),
      "innings": .array(innings), "outs": .number(last.done <= time ? last.outsAfter : 0),
      "teams": ["away": ["runs": .number(score.away)], "home": ["runs": .number(score.home)]],
    ]
  }

  /// `runs` of a half is absent while it has not begun.
  private var innings: [JSON] {
    (1...max(1, visible.last?.inning ?? 1)).map { inning in
      func side(_ isTop: Bool) -> JSON {
        let half = visible.filter { $0.inning == inning && $0.isTop == isTop }
        guard let first = half.first, let last = half.last else { return [:] }
        let (before, after) = (first.scoreBefore, last.score(at: time))
        return ["runs": .number(isTop ? after.away - before.away : after.home - before.home)]
      }
      return ["num": .number(inning), "away": side(true), "home": side(false)]
    }
  }
}
