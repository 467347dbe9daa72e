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

  /// Of a pitch, or of a throw to a base, which has no call.
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
