/// Derives facts from the plays of a script by the rules of `shared/tools/replay/README.md`.
struct Witness {
  let scheduledInnings: Int
  private(set) var facts: [SimulatedFact] = []
  private var score = ScriptedPlay.Runs()
  private var last: ScriptedPlay?
  /// The home side's lead before the last plate appearance.
  private var leadBefore = 0
  /// 1 if the home side was the last to lead, -1 if the away side was.
  private var leader = 0
  /// Hits of the batting sides, away and home.
  private var hits = [0, 0]
  private var reached = [0, 0]
  private var wasLoaded = false
  private var hasEndedHalf = false

  init(scheduledInnings: Int) {
    self.scheduledInnings = scheduledInnings
  }

  mutating func see(_ play: ScriptedPlay) {
    if last == nil { add("game_start", play) }
    if last?.inning != play.inning || last?.isTop != play.isTop { startHalf(play) }
    leadBefore = score.lead
    for (index, event) in play.recorded.enumerated() { see(event, at: index, of: play) }
    last = play
    guard play.record == .whole else { return }
    seeResult(of: play)
    if play.outsAfter >= 3 { endHalf(play) }
  }

  /// Adds the facts of the end; `final` is the score of the linescore.
  mutating func finish(_ final: ScriptedPlay.Runs?) {
    guard let last else {
      if let final { facts.append(SimulatedFact(finalWithoutPlays: final)) }
      return
    }
    if !last.isTop, leadBefore <= 0, score.lead > 0, last.inning >= scheduledInnings {
      let isTold = hasEndedHalf ? facts.lastIndex { $0.kind == "half_end" } : nil
      facts.insert(SimulatedFact("walk_off", last, score), at: isTold ?? facts.count)
    }
    if !hasEndedHalf { endHalf(last) }
    score = final ?? score
    add("final", last)
  }

  private mutating func add(_ kind: String, _ play: ScriptedPlay, at event: Int? = nil) {
    facts.append(SimulatedFact(kind, play, score, eventIndex: event))
  }

  private mutating func startHalf(_ play: ScriptedPlay) {
    (wasLoaded, hasEndedHalf) = (false, false)
    if play.isTop, play.inning == scheduledInnings + 1 { add("extra_innings", play) }
    add("half_start", play)
  }

  private mutating func endHalf(_ play: ScriptedPlay) {
    hasEndedHalf = true
    add("half_end", play)
    let side = play.isTop ? 0 : 1
    guard play.inning >= 5, hits[side] == 0 else { return }
    add("no_hitter", play)
    if reached[side] == 0 { add("perfect_game", play) }
  }

  private mutating func see(_ event: ScriptedEvent, at index: Int, of play: ScriptedPlay) {
    if let eventType = event.eventType, let shown = event.score {
      step(to: shown, flagged: event.isScoring, in: play, at: index)
      if let kind = Self.kind(ofAction: eventType) { add(kind, play, at: index) }
    }
    if event.kind != .action, let review = event.review { add(review, play, at: index) }
  }

  private mutating func add(_ review: Review, _ play: ScriptedPlay, at index: Int?) {
    for one in review.all { add(one.type == "MJ" ? "abs_challenge" : "review", play, at: index) }
  }

  static func kind(ofAction eventType: String) -> String? {
    switch eventType {
    case "pitching_substitution", "pitcher_switch": "pitching_change"
    case "offensive_substitution", "defensive_substitution", "defensive_switch": "substitution"
    case "ejection", "injury", "mound_visit", "runner_placed": eventType
    case _ where eventType.hasPrefix("stolen_base"): "stolen_base"
    case _ where isCaughtStealing(eventType): "caught_stealing"
    default: nil
    }
  }

  private static func isCaughtStealing(_ eventType: String) -> Bool {
    eventType.hasPrefix("caught_stealing") || eventType.hasPrefix("pickoff_caught_stealing")
  }

  /// Adds the facts of a changed score, or of a play that is flagged as scoring.
  private mutating func step(to new: ScriptedPlay.Runs, flagged: Bool, in play: ScriptedPlay, at event: Int?) {
    let before = score
    guard new != before || flagged else { return }
    score = new
    add("scoring_play", play, at: event)
    guard new != before else { return }
    if new.lead == 0, before.lead != 0 { add("tie", play, at: event) }
    let sign = new.lead.signum()
    let own = play.isTop ? -1 : 1
    if sign == own, before.lead * own <= 0 { add("go_ahead", play, at: event) }
    if sign != 0, leader != 0, sign != leader { add("lead_change", play, at: event) }
    if sign != 0 { leader = sign }
  }

  private mutating func seeResult(of play: ScriptedPlay) {
    step(to: play.scoreAfter, flagged: play.isScoring, in: play, at: nil)
    add("play_end", play)
    let side = play.isTop ? 0 : 1
    let result = play.result
    if result.isHit { hits[side] += 1 }
    if play.movements.contains(where: { $0.runner == play.batter && $0.to != nil }) { reached[side] += 1 }
    if result == .homeRun { add("home_run", play) }
    for kind in Self.kinds(of: result, in: play) { add(kind, play) }
    for movement in play.movements {
      let isAction = play.events.indices.contains(movement.event) && play.events[movement.event].kind == .action
      for _ in movement.credits.filter(\.isError) { add("error", play, at: isAction ? movement.event : nil) }
    }
    if let review = play.review { add(review, play, at: nil) }
    let isLoaded = play.outsAfter < 3 && !play.basesAfter.contains(nil)
    if isLoaded, !wasLoaded { add("bases_loaded", play) }
    wasLoaded = isLoaded
  }

  private static func kinds(of result: Outcome, in play: ScriptedPlay) -> [String] {
    switch result {
    case .strikeout: ["strikeout"]
    case .strikeoutDoublePlay: ["strikeout", "double_play"]
    case .strikeoutTriplePlay: ["strikeout", "triple_play"]
    case .groundedIntoDoublePlay, .doublePlay, .sacFlyDoublePlay, .sacBuntDoublePlay: ["double_play"]
    case .groundedIntoTriplePlay, .triplePlay: ["triple_play"]
    case .caughtStealing, .caughtStealingThird, .caughtStealingHome, .pickoffCaughtStealing,
      .pickoffCaughtStealingThird:
      play.events.contains { $0.eventType.map(isCaughtStealing) ?? false } ? [] : ["caught_stealing"]
    default: []
    }
  }
}

extension ScriptedPlay.Credit {
  var isError: Bool { name.hasSuffix("error") }
}
