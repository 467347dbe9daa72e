@testable import LiveMLB
@testable import LiveModel

/// The messages of MLB's push socket about a recorded game: one for each revision, in the form of the captured ones.
/// Names that no capture shows, such as those of stolen bases, are the feed's own event types.
struct PushScript {
  struct Message {
    /// Time when its revision can be read.
    var time: Int64
    var stamp: Timestamp
    var gameEvents: [String] = []
    var logicalEvents: [String] = []
    var gamePk: Int

    var text: [UInt8] {
      func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ",") }
      return Array(
        """
        {"timeStamp":"\(stamp.timecode)","gamePk":"\(gamePk)","updateId":"dca87d70-0d4c-4d0a-9e0a-5d1f6a3f5d11",\
        "wait":10,"logicalEvents":[\(list(logicalEvents))],"gameEvents":[\(list(gameEvents))],\
        "changeEvent":{"type":"new_entry"},"isDelay":true}
        """.utf8)
    }
  }

  private(set) var messages: [Message] = []
  private let plays: [FeedFile.Object]

  init(_ feed: FeedFile, _ timeline: Timeline) {
    plays = feed.plays
    var runners = ""
    for (before, after) in zip(timeline.revisions, timeline.revisions.dropFirst()) {
      var message = Message(time: after.time, stamp: after.stamp, gamePk: feed.final.gamePk)
      describe(before.position, after.position, in: &message)
      if after.position.plays > before.position.plays {
        let moved = runnersEvent(after: after.position.plays - 1)
        if moved != runners { message.logicalEvents.append(moved) }
        runners = moved
      }
      if after.position.plays == plays.count {
        message.gameEvents.append("game_finished")
        message.logicalEvents.append("gameStateChangeToGameOver")
      }
      messages.append(message)
    }
  }

  /// Adds the names of all that a revision adds.
  private func describe(_ before: Timeline.Position, _ after: Timeline.Position, in message: inout Message) {
    for index in before.plays..<min(after.plays + 1, plays.count) {
      let events = plays[index].list("playEvents")
      let isComplete = index < after.plays
      let wasOpen = index == before.plays && before.events != nil
      let known = index == before.plays ? before.events ?? 0 : 0
      let shown = isComplete ? events.count : after.events ?? 0
      for event in events[known..<max(known, shown)] { Self.name(event, in: &message) }
      if isComplete {
        if plays[index].object("count").number("outs") ?? 0 >= 3 { message.logicalEvents.append("midInning") }
        message.gameEvents.append(Self.type(plays[index].object("result")))
      } else if after.events != nil, !wasOpen {
        if shown == 0 { message.gameEvents.append("at_bat_start") }
        message.logicalEvents += ["countChange", "count00", "newBatter"]
      }
    }
  }

  private static func name(_ event: FeedFile.Object, in message: inout Message) {
    let (details, count) = (event.object("details"), event.object("count"))
    let call = details.object("call").text("code")
    switch event.text("type") {
    case "action":
      message.gameEvents.append(type(details))
      if type(details) == "pitching_substitution" { message.logicalEvents.append("pitcherChange") }
    case "pitch", "no_pitch":
      message.gameEvents.append(calls[call] ?? (details.flag("isBall") ? "ball" : "called_strike"))
      message.logicalEvents += [
        "countChange", "count\(count.number("balls") ?? 0)\(count.number("strikes") ?? 0)",
      ]
    // A throw to a base or a step off the rubber has no name.
    default: break
    }
  }

  private static func type(_ object: FeedFile.Object) -> String {
    let type = object.text("eventType")
    return type.isEmpty ? "game_advisory" : type
  }

  private static let calls = [
    "B": "ball", "*B": "blocked_ball", "C": "called_strike", "S": "swinging_strike", "F": "foul",
    "X": "hit_into_play", "D": "hit_into_play_no_out", "E": "hit_into_play_score", "T": "foul_tip",
    "W": "swinging_strike_blocked", "H": "hit_by_pitch", "L": "foul_bunt", "M": "missed_bunt", "P": "pitchout",
    "I": "intent_ball", "V": "automatic_ball", "VB": "automatic_ball", "VP": "automatic_ball", "VC": "automatic_ball",
    "A": "automatic_strike", "AC": "automatic_strike", "AB": "automatic_strike",
  ]

  /// Returns the event about the runners after a play.
  private func runnersEvent(after play: Int) -> String {
    guard plays[play].object("count").number("outs") ?? 0 < 3 else { return "basesEmpty" }
    let matchup = plays[play].object("matchup")
    let bases = ["First", "Second", "Third"].filter { matchup["postOn\($0)"] != nil }
    switch bases.count {
    case 0: return "basesEmpty"
    case 1: return "runnerOn\(bases[0])"
    case 2: return "runnersOn\(bases[0])And\(bases[1])"
    default: return "basesLoaded"
    }
  }
}

extension Timestamp {
  /// The feed's own form: `20240713_031142`.
  fileprivate var timecode: String {
    let digits = description.filter(\.isNumber).prefix(14)
    return "\(digits.prefix(8))_\(digits.suffix(6))"
  }
}
