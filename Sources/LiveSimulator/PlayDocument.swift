/// One element of `liveData.plays.allPlays` as it can be seen at a second.
struct PlayDocument {
  let play: ScriptedPlay
  let time: Double

  private var isComplete: Bool { play.done <= time }
  private var events: [ScriptedEvent] { play.events.filter { $0.time <= time } }

  var json: JSON {
    [
      "result": result, "about": about, "count": count, "matchup": matchup,
      "runners": .array(movements.map(runner)), "playEvents": .array(events.enumerated().map(event)),
      "atBatIndex": .number(play.index),
    ]
  }

  /// An unfinished plate appearance has no result but the score so far.
  private var result: JSON {
    let score = play.score(at: time)
    let known: JSON = ["type": "atBat", "awayScore": .number(score.away), "homeScore": .number(score.home)]
    guard isComplete else { return known }
    return known.adding([
      ("event", .string(play.result.event)), ("eventType", .string(play.result.rawValue)),
      ("description", .string(play.description)), ("rbi", .number(play.rbi)), ("isOut", .bool(play.result.isOut)),
    ])
  }

  private var about: JSON {
    let end = isComplete ? play.events.last?.time ?? play.done : events.last?.time ?? play.start
    let known: JSON = [
      "atBatIndex": .number(play.index), "halfInning": .string(play.isTop ? "top" : "bottom"),
      "isTopInning": .bool(play.isTop), "inning": .number(play.inning),
      "startTime": .string(CalendarText.iso(play.start)),
      "endTime": .string(CalendarText.iso(end)), "isComplete": .bool(isComplete),
    ]
    guard isComplete else { return known }
    let scores = movements.contains { $0.to == 4 && $0.eventType == play.result.rawValue }
    return known.adding([("isScoringPlay", .bool(scores)), ("hasOut", .bool(movements.contains { $0.to == nil }))])
  }

  private var count: JSON {
    let last = events.last
    return [
      "balls": .number(last?.balls ?? 0), "strikes": .number(last?.strikes ?? 0),
      "outs": .number(isComplete ? play.outsAfter : last?.outs ?? 0),
    ]
  }

  private var matchup: JSON {
    let pair: JSON = ["batter": play.batter.json, "pitcher": play.pitcher.json]
    guard isComplete else { return pair }
    let names = ["postOnFirst", "postOnSecond", "postOnThird"]
    return pair.adding(zip(names, play.basesAfter).compactMap { name, player in player.map { (name, $0.json) } })
  }

  private var movements: [ScriptedPlay.Movement] {
    isComplete ? play.movements : play.movements.filter { $0.event < events.count && events[$0.event].eventType != nil }
  }

  private func runner(_ movement: ScriptedPlay.Movement) -> JSON {
    let start: JSON = movement.from == 0 ? .null : .string("\(movement.from)B")
    let end: JSON = movement.to.map { .string($0 == 4 ? "score" : "\($0)B") } ?? .null
    return [
      "movement": [
        "originBase": start, "start": start, "end": end, "isOut": .bool(movement.to == nil),
        "outNumber": movement.outNumber.map(JSON.number) ?? .null,
      ],
      "details": [
        "eventType": .string(movement.eventType), "runner": movement.runner.json,
        "isScoringEvent": .bool(movement.to == 4), "playIndex": .number(movement.event),
      ],
      "credits": [],
    ]
  }

  private func event(_ index: Int, _ event: ScriptedEvent) -> JSON {
    let common: JSON = [
      "index": .number(index), "type": event.eventType == nil ? "pitch" : "action",
      "isPitch": .bool(event.eventType == nil),
      "startTime": .string(CalendarText.iso(event.time)), "endTime": .string(CalendarText.iso(event.time)),
      "count": ["balls": .number(event.balls), "strikes": .number(event.strikes), "outs": .number(event.outs)],
    ]
    guard let eventType = event.eventType, let score = event.score else {
      return common.adding([("details", ["description": .string(event.description)])])
    }
    let details: JSON = [
      "description": .string(event.description), "event": .string(event.description), "eventType": .string(eventType),
      "awayScore": .number(score.away), "homeScore": .number(score.home), "isScoringPlay": .bool(event.isScoring),
    ]
    let player = event.player.map { [("player", JSON.object([("id", .number($0.id))]))] } ?? []
    return common.adding([("details", details)] + player)
  }
}
