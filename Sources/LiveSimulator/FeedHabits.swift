/// Irregularities of a feed: it runs early, is wrong for a second, or changes old plays.
struct FeedHabits: Sendable {
  /// From this second on the times of the first plays are others.
  private(set) var rewritten = Double.infinity
  /// How many plays that are.
  private(set) var rewrittenCount = 0
  /// By `atBatIndex`: from when on the linescore has the runs of a play that is not complete.
  private var early: [Int: Double] = [:]
  /// By `atBatIndex`: an action that is wrong until a second.
  private var wrong: [Int: (event: Int, until: Double)] = [:]

  init(_ plays: [ScriptedPlay], dice: SplitMix64) {
    var dice = dice
    for play in plays {
      if play.runsOnCompletion > 0, dice.chance(0.6) { early[play.index] = play.lastSeen + dice.seconds(in: 1...8) }
      guard dice.chance(0.2), let event = play.events.firstIndex(where: { $0.eventType != nil }) else { continue }
      let next = event + 1 < play.events.count ? play.events[event + 1].time : play.done
      let time = play.events[event].time
      wrong[play.index] = (event, min(time + dice.seconds(in: 0.5...2), time + (next - time) / 2))
    }
    if dice.chance(0.25), plays.count > 30 {
      rewrittenCount = dice.number(in: 15...plays.count - 10)
      rewritten = plays[rewrittenCount].done + dice.seconds(in: 5...600)
    }
  }

  var moments: [Double] {
    early.values + wrong.values.map(\.until) + (rewrittenCount > 0 ? [rewritten] : [])
  }

  /// The score of the linescore, which may be ahead of the play log.
  func linescore(of play: ScriptedPlay, as index: Int, at time: Double) -> ScriptedPlay.Runs {
    guard let early = early[index], early <= time else { return play.score(at: time) }
    return play.scoreAfter
  }

  /// The play with its times measured anew.
  func rewritten(_ play: ScriptedPlay) -> ScriptedPlay {
    var play = play
    play.start -= 0.25
    for index in play.events.indices { play.events[index].time += 0.125 + Double(index) / 64 }
    return play
  }

  /// An unfinished plate appearance: its last action stands as the result, and may be wrong for now.
  func applied(to document: JSON, of play: ScriptedPlay, as index: Int, at time: Double) -> JSON {
    var document = document
    if let wrong = wrong[index], wrong.until > time, play.events.indices.contains(wrong.event),
      play.events[wrong.event].eventType != nil
    {
      document = document.changing("playEvents") { $0.mapping(at: wrong.event, Self.wronged) }
    }
    guard let last = play.events.last(where: { $0.time <= time }), let eventType = last.eventType else {
      return document
    }
    return document.changing("result") {
      $0.merging([
        ("event", .string(EventName.of(eventType))), ("eventType", .string(eventType)),
        ("description", .string(last.description)),
      ])
    }
  }

  private static func wronged(_ event: JSON) -> JSON {
    event.changing("details") {
      $0.merging([
        ("event", "Game Advisory"), ("eventType", "game_advisory"), ("description", "Official scorer: one moment."),
      ])
    }
  }
}
