/// One element of `liveData.plays.allPlays` as it is visible at a second.
struct PlayDocument {
  let play: ScriptedPlay
  private let isComplete: Bool
  /// The visible events.
  private let events: ArraySlice<ScriptedEvent>
  private let score: ScriptedPlay.Runs

  init(play: ScriptedPlay, time: Double) {
    self.play = play
    isComplete = play.done <= time && play.record == .whole
    events = isComplete ? play.events[...] : play.recorded.prefix { $0.time <= time }
    score = isComplete ? play.scoreAfter : events.last { $0.score != nil }?.score ?? play.scoreBefore
  }

  var json: JSON {
    var members: [(String, JSON)] = [
      ("result", result), ("about", about), ("count", count), ("matchup", matchup),
      ("pitchIndex", indices { $0.kind == .pitch }), ("actionIndex", indices { $0.kind == .action }),
      ("runnerIndex", .array(movements.indices.map(JSON.number))), ("runners", .array(movements.map(runner))),
      ("playEvents", .array(events.enumerated().map { EventDocument(event: $1, index: $0).json })),
      ("playEndTime", .string(endTime)), ("atBatIndex", .number(play.atBatIndex)),
    ]
    if isComplete, let review = play.review { members.append(("reviewDetails", review.json)) }
    return .object(members)
  }

  private func indices(_ isWanted: (ScriptedEvent) -> Bool) -> JSON {
    .array(events.indices.filter { isWanted(events[$0]) }.map(JSON.number))
  }

  /// An unfinished plate appearance has no result but the score so far.
  private var result: JSON {
    let known: [(String, JSON)] = [
      ("type", "atBat"), ("awayScore", .number(score.away)), ("homeScore", .number(score.home)),
    ]
    guard isComplete else { return .object(known) }
    return .object(
      [
        ("type", "atBat"), ("event", .string(play.event ?? play.result.event)),
        ("eventType", .string(play.result.rawValue)), ("description", .string(play.description)),
        ("rbi", .number(play.rbi)),
      ] + known.dropFirst() + [("isOut", .bool(play.result.isOut && hasOut))])
  }

  private var hasOut: Bool { movements.contains { $0.to == nil } }

  private var endTime: String {
    CalendarText.iso(isComplete ? play.events.last?.time ?? play.done : events.last?.time ?? play.start)
  }

  private var about: JSON {
    let known: [(String, JSON)] = [
      ("atBatIndex", .number(play.atBatIndex)), ("halfInning", .string(play.isTop ? "top" : "bottom")),
      ("isTopInning", .bool(play.isTop)), ("inning", .number(play.inning)),
      ("startTime", .string(CalendarText.iso(play.start))), ("endTime", .string(endTime)),
      ("isComplete", .bool(isComplete)),
    ]
    guard isComplete else { return .object(known) }
    return .object(
      known + [
        ("isScoringPlay", .bool(play.isScoring)), ("hasReview", .bool(play.review != nil)), ("hasOut", .bool(hasOut)),
        ("captivatingIndex", .number(play.isScoring ? 60 : 0)),
      ])
  }

  private var count: JSON {
    let last = events.last
    return [
      "balls": .number(last?.balls ?? 0), "strikes": .number(last?.strikes ?? 0),
      "outs": .number(isComplete ? play.outsAfter : last?.outs ?? 0),
    ]
  }

  private var matchup: JSON {
    let pair: [(String, JSON)] = [
      ("batter", (leaver(.pinchHitter) ?? play.batter).json), ("pitcher", (leaver(.pitcher) ?? play.pitcher).json),
    ]
    guard isComplete else { return .object(pair) }
    let names = ["postOnFirst", "postOnSecond", "postOnThird"]
    return .object(pair + zip(names, play.basesAfter).compactMap { name, player in player.map { (name, $0.json) } })
  }

  /// Returns the batter or pitcher whose replacement the feed does not show yet.
  private func leaver(_ position: Position) -> Player? {
    play.recorded[events.endIndex...].first { $0.isSubstitution && $0.position == position && $0.replaced != nil }?
      .replaced
  }

  private var movements: [ScriptedPlay.Movement] {
    guard !isComplete else { return play.movements }
    return play.movements.filter { $0.event < events.endIndex && events[$0.event].eventType != nil }
  }

  private func runner(_ movement: ScriptedPlay.Movement) -> JSON {
    let runs = movement.to == 4
    return [
      "movement": [
        "originBase": base(movement.origin ?? movement.from), "start": base(movement.from),
        "end": movement.to.map { $0 == 4 ? "score" : base($0) } ?? .null,
        "outBase": movement.outBase.map(base) ?? .null, "isOut": .bool(movement.to == nil),
        "outNumber": movement.outNumber.map(JSON.number) ?? .null,
      ],
      "details": [
        "event": .string(
          movement.eventType == play.result.rawValue
            ? play.event ?? play.result.event : EventName.of(movement.eventType)),
        "eventType": .string(movement.eventType), "movementReason": movement.reason.map(JSON.string) ?? .null,
        "runner": movement.runner.json, "responsiblePitcher": runs ? play.pitcher.reference : .null,
        "isScoringEvent": .bool(runs), "rbi": .bool(movement.isRBI), "earned": .bool(runs && movement.isEarned),
        "teamUnearned": false, "playIndex": .number(movement.event),
      ],
      "credits": .array(movement.credits.map(credit)),
    ]
  }

  /// The batter's place, 0, is null; 4 is home.
  private func base(_ number: Int) -> JSON { number == 0 ? .null : .string("\(number)B") }

  private func credit(_ credit: ScriptedPlay.Credit) -> JSON {
    ["player": credit.player.reference, "position": credit.position.json, "credit": .string(credit.name)]
  }
}

extension ScriptedPlay {
  /// Whether the result scores a run; a run on an action does not count.
  var isScoring: Bool { scoreAfter != scoreBeforeResult }
}

/// One element of `playEvents`.
struct EventDocument {
  let event: ScriptedEvent
  let index: Int

  var json: JSON {
    let isPitch = event.kind == .pitch
    let time = JSON.string(CalendarText.iso(event.time))
    var members: [(String, JSON)] = [
      ("details", event.score.map(action) ?? pitch),
      (
        "count",
        ["balls": .number(event.balls), "strikes": .number(event.strikes), "outs": .number(event.outs)]
      ),
      ("index", .number(index)), ("startTime", time), ("endTime", time), ("isPitch", .bool(isPitch)),
      ("type", .string(event.kind.rawValue)),
    ]
    if let player = event.player { members.append(("player", player.reference)) }
    if let injury = event.injury { members.append(("injuryType", .string(injury))) }
    return .object(members + (event.kind == .action ? substitution : identity))
  }

  /// Members that only a pitch or a throw has.
  private var identity: [(String, JSON)] {
    var members: [(String, JSON)] = []
    if let playId = event.playId { members.append(("playId", .string(playId))) }
    if let number = event.pitchNumber { members.append(("pitchNumber", .number(number))) }
    if let review = event.review { members.append(("reviewDetails", review.json)) }
    return members
  }

  private var substitution: [(String, JSON)] {
    guard event.isSubstitution, let position = event.position else { return [] }
    var members: [(String, JSON)] = [("isSubstitution", true), ("position", position.json)]
    if let order = event.battingOrder { members.append(("battingOrder", .string(order))) }
    if let replaced = event.replaced { members.append(("replacedPlayer", replaced.reference)) }
    return members
  }

  private func action(_ score: ScriptedPlay.Runs) -> JSON {
    let eventType = event.eventType ?? "game_advisory"
    return [
      "description": .string(event.description), "event": .string(EventName.of(eventType)),
      "eventType": .string(eventType), "awayScore": .number(score.away), "homeScore": .number(score.home),
      "isScoringPlay": .bool(event.isScoring), "isOut": .bool(event.isOut), "hasReview": false,
    ]
  }

  /// Members of a pitch, or of a throw to a base, which has no call.
  private var pitch: JSON {
    var members: [(String, JSON)] = []
    if let call = event.call {
      members = [
        ("call", ["code": .string(call.rawValue), "description": .string(call.text)]),
        ("code", .string(call.rawValue)), ("isInPlay", .bool(call.isInPlay)), ("isStrike", .bool(call.isStrike)),
        ("isBall", .bool(call.isBall)),
      ]
    }
    return .object(
      [("description", .string(event.description))] + members + [
        ("isOut", .bool(event.isOut)), ("hasReview", .bool(event.review != nil)),
      ])
  }
}
