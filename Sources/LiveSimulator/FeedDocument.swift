/// A complete `feed/live` body as it is visible at a second.
struct FeedDocument {
  let game: SimulatedGame
  let time: Double
  let shown: ArraySlice<PlayLog.Shown>

  var json: JSON {
    [
      "copyright": "simulated", "gamePk": .number(game.gamePk),
      "metaData": [
        "wait": game.mistyping?.wait ?? 10, "timeStamp": .string(CalendarText.timecode(game.revision(at: time))),
      ],
      "gameData": gameData,
      "liveData": liveData,
    ]
  }

  private var liveData: JSON {
    let decisions = game.decisions[time]
    let known: JSON = [
      "plays": playLog, "linescore": linescore, "boxscore": game.lineups.boxscore(shown, decisions, at: time),
    ]
    return decisions.map { known.adding([("decisions", $0.json)]) } ?? known
  }

  private var gameData: JSON {
    [
      "game": .written(game.head.game), "datetime": datetime,
      "status": game.day.status[time].json(isTBD: game.day.start[time].isTBD),
      "teams": .written(game.head.teams), "players": .written(game.head.players),
      "probablePitchers": game.lineups.probablePitchers(at: time),
      "review": challenges, "absChallenges": pitchChallenges, "moundVisits": moundVisits,
    ]
  }

  /// `originalDate` is the first planned day.
  private var datetime: JSON {
    let start = game.day.start[time].time
    let planned = CalendarText.day(game.fixture.start)
    let known: JSON = [
      "dateTime": .string(CalendarText.iso(start)), "originalDate": .string(planned),
      "officialDate": .string(game.day.start[time].officialDate),
    ]
    guard let move = game.day.move, move.known <= time else { return known }
    return known.adding(move.members(isNewDay: !move.isResumed && game.day.start[time].time == move.to))
  }

  /// `gameData.review`: each side has one challenge, and another after a successful one.
  private var challenges: JSON {
    func side(_ club: Club) -> JSON {
      let own = game.log.challenges(of: club, ofPitches: false, until: time)
      return ["used": .number(own.right + own.wrong), "remaining": .number(max(0, 1 - own.wrong))]
    }
    return [
      "hasChallenges": true, "away": side(game.script.away.club), "home": side(game.script.home.club),
    ]
  }

  /// `gameData.absChallenges`: each side may fail twice.
  private var pitchChallenges: JSON {
    func side(_ club: Club) -> JSON {
      let own = game.log.challenges(of: club, ofPitches: true, until: time)
      return [
        "usedSuccessful": .number(own.right), "usedFailed": .number(own.wrong),
        "remaining": game.mistyping?.remaining ?? .number(max(0, 2 - own.wrong)),
      ]
    }
    return [
      "hasChallenges": true, "away": side(game.script.away.club), "home": side(game.script.home.club),
    ]
  }

  private var moundVisits: JSON {
    func side(_ isAway: Bool) -> JSON {
      let used = game.log.moundVisits(ofAway: isAway, until: time)
      return ["used": .number(used), "remaining": .number(max(0, 5 - used))]
    }
    return ["away": side(true), "home": side(false)]
  }

  private var playLog: JSON {
    let recorded = shown.filter { $0.play.record != .none }
    let log: JSON = ["allPlays": .array(recorded.map(\.document))]
    return recorded.last.map { log.adding([("currentPlay", $0.document)]) } ?? log
  }

  var linescore: JSON {
    guard let last = shown.last else {
      return [
        "scheduledInnings": .number(game.day.scheduledInnings), "innings": [],
        "teams": ["away": [:], "home": [:]],
      ]
    }
    let play = last.play
    let isOver = play.done <= time && play.outsAfter >= 3
    let halves = Half.all(shown)
    return [
      "currentInning": .number(play.inning), "isTopInning": .bool(play.isTop),
      "scheduledInnings": .number(game.day.scheduledInnings),
      "inningHalf": .string(play.isTop ? "Top" : "Bottom"),
      "inningState": .string(play.isTop ? (isOver ? "Middle" : "Top") : (isOver ? "End" : "Bottom")),
      "innings": .array(innings(halves)), "outs": .number(outs(of: play)),
      "teams": ["away": total(true, halves), "home": total(false, halves)],
    ]
  }

  private func outs(of play: ScriptedPlay) -> Int {
    if play.done <= time { return play.outsAfter }
    return play.events.last { $0.time <= time }?.outs ?? 0
  }

  /// Returns the runs of a side; nil before the first play.
  func runs(isAway: Bool) -> Int? {
    let award = game.day.award.flatMap { $0.time <= time ? $0.score : nil }
    return (award ?? shown.last?.score).map { isAway ? $0.away : $0.home }
  }

  private func total(_ isTop: Bool, _ halves: [Half]) -> JSON {
    [
      "runs": .number(runs(isAway: isTop) ?? 0),
      "hits": .number(halves.reduce(0) { $1.isTop == isTop ? $0 + $1.hits : $0 }),
    ]
  }

  /// The innings of the linescore. `runs` of a half is absent until it begins.
  private func innings(_ halves: [Half]) -> [JSON] {
    (1...max(1, halves.last?.inning ?? 1)).map { inning in
      func side(_ isTop: Bool) -> JSON {
        guard let half = halves.first(where: { $0.inning == inning && $0.isTop == isTop }) else { return [:] }
        return ["runs": .number(half.runs), "hits": .number(half.hits)]
      }
      return ["num": .number(inning), "away": side(true), "home": side(false)]
    }
  }

  /// The linescore's line for a half-inning.
  private struct Half {
    var inning: Int
    var isTop: Bool
    var before: Int
    var runs = 0
    var hits = 0

    static func all(_ shown: ArraySlice<PlayLog.Shown>) -> [Half] {
      var halves: [Half] = []
      for element in shown {
        let play = element.play
        if halves.last?.inning != play.inning || halves.last?.isTop != play.isTop {
          let before = play.isTop ? play.scoreBefore.away : play.scoreBefore.home
          halves.append(Half(inning: play.inning, isTop: play.isTop, before: before))
        }
        let place = halves.count - 1
        halves[place].runs = (play.isTop ? element.score.away : element.score.home) - halves[place].before
        if element.isHit { halves[place].hits += 1 }
      }
      return halves
    }
  }
}

/// The constant members of a game's feed: clubs, people, and the kind of game.
struct GameHead: Sendable {
  /// `gameData.game`.
  let game: [UInt8]
  /// `gameData.teams`.
  let teams: [UInt8]
  /// `gameData.players`.
  let players: [UInt8]

  init(_ fixture: Fixture, _ script: SimulatedGame.Script) {
    let document: JSON = [
      "pk": .number(fixture.gamePk), "type": .string(fixture.type.rawValue),
      "doubleHeader": .string(fixture.doubleHeader.rawValue), "gameNumber": .number(fixture.gameNumber),
      "season": .string(String(CalendarText.day(fixture.start).prefix(4))),
    ]
    game = document.bytes
    let clubs: JSON = ["away": script.away.club.json, "home": script.home.club.json]
    teams = clubs.bytes
    players = JSON.object((script.away.players + script.home.players).map { ("ID\($0.id)", $0.json) }).bytes
  }
}
