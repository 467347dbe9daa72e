import Testing

@testable import LiveSimulator

/// A season has everything that can happen, most of it about as often as in real life.
@Suite struct VarietyTests {
  private static let season = Season(1...1000)

  /// Kinds that the feed has as actions, except walk-offs.
  private static let actions = [
    "stolen_base_2b", "stolen_base_3b", "stolen_base_home", "caught_stealing_2b", "caught_stealing_3b",
    "caught_stealing_home", "pickoff_1b", "pickoff_2b", "pickoff_3b", "pickoff_caught_stealing_2b",
    "pickoff_error_1b", "wild_pitch", "passed_ball", "balk", "forced_balk", "defensive_indiff", "other_advance",
    "other_out", "error", "pitching_substitution", "pitcher_switch", "offensive_substitution",
    "defensive_substitution", "defensive_switch", "umpire_substitution", "mound_visit", "batter_timeout", "injury",
    "ejection", "game_advisory", "runner_placed", "quantum_review_7",
  ]

  /// Kinds that `truth.py` can report.
  private static let kinds: Set<String> = [
    "game_start", "half_start", "half_end", "play_end", "scoring_play", "home_run", "strikeout", "tie", "go_ahead",
    "lead_change", "walk_off", "pitching_change", "substitution", "stolen_base", "caught_stealing", "error",
    "double_play", "triple_play", "review", "abs_challenge", "ejection", "injury", "mound_visit", "runner_placed",
    "no_hitter", "perfect_game", "bases_loaded", "extra_innings", "final",
  ]

  @Test func everyResultOfABatterOccurs() {
    let missing = Outcome.allCases.filter { $0.endsTurn && $0 != .rulingPending && Self.season.results[$0] == nil }
    #expect(missing.isEmpty)
  }

  @Test(arguments: actions) func everyActionOccurs(eventType: String) {
    #expect(Self.season.actions[eventType, default: 0] > 0)
  }

  @Test func everyKindOfFactOccursAndNoOther() {
    #expect(Set(Self.season.facts.keys) == Self.kinds)
  }

  @Test func everyPitchCallOccurs() {
    let calls = Set(Self.season.calls.keys.map(\.rawValue))
    #expect(
      calls == ["B", "*B", "P", "C", "S", "W", "F", "T", "L", "M", "H", "X", "D", "E", "VB", "VP"])
  }

  @Test func reviewsOfEverySortOccur() {
    #expect(Set(["MA", "MC", "MD", "ME", "MF", "MI", "MJ", "MP", "NH"]).isSubset(of: Self.season.reviews.keys))
  }

  /// Shares from the games of eleven real seasons, with a tolerance.
  @Test(arguments: [
    (Outcome.strikeout, 0.20...0.27), (.walk, 0.07...0.12), (.single, 0.11...0.16), (.double, 0.03...0.06),
    (.homeRun, 0.02...0.045), (.hitByPitch, 0.006...0.02), (.groundedIntoDoublePlay, 0.008...0.02),
    (.sacFly, 0.003...0.015), (.fieldError, 0.004...0.012),
  ])
  func commonResultsHaveTheirRealShare(outcome: Outcome, share: ClosedRange<Double>) {
    let seen = Double(Self.season.results[outcome, default: 0]) / Double(Self.season.plays)
    #expect(share.contains(seen), "\(seen)")
  }

  @Test func rareGamesOccur() {
    #expect((4...40).contains(Self.season.perfectGames))
    #expect((8...60).contains(Self.season.noHitters))
    #expect(Self.season.cycles > 3 && Self.season.immaculateInnings > 3)
    #expect((50...150).contains(Self.season.facts["walk_off", default: 0]))
    #expect(Self.season.longest >= 13)
    #expect((7.0...10.0).contains(Double(Self.season.runs) / 1000))
  }

  /// The third out by a runner, with its action and without.
  @Test func runnersEndPlateAppearancesInBothWays() {
    #expect(Self.season.endedByAction > 20 && Self.season.endedWithoutAction > 20)
  }
}

/// Counts over the games of some seeds.
struct Season {
  var results: [Outcome: Int] = [:]
  var actions: [String: Int] = [:]
  var calls: [PitchCall: Int] = [:]
  var reviews: [String: Int] = [:]
  var facts: [String: Int] = [:]
  var (plays, runs, longest, cycles, immaculateInnings, noHitters, perfectGames) = (0, 0, 0, 0, 0, 0, 0)
  var (endedByAction, endedWithoutAction) = (0, 0)

  init(_ seeds: ClosedRange<UInt64>) {
    for seed in seeds { count(ScriptedGames.script(seed)) }
  }

  private mutating func count(_ script: GameScript) {
    plays += script.plays.count
    runs += script.scoreAtEnd.away + script.scoreAtEnd.home
    longest = max(longest, script.plays.last?.inning ?? 0)
    for play in script.plays { count(play) }
    let reported = SimulatedGame.facts(of: script.plays, scheduledInnings: script.scheduledInnings)
    for fact in reported { facts[fact.kind, default: 0] += 1 }
    let isFull = { (fact: SimulatedFact) in fact.inning >= script.scheduledInnings }
    if reported.contains(where: { $0.kind == "no_hitter" && isFull($0) }) { noHitters += 1 }
    if reported.contains(where: { $0.kind == "perfect_game" && isFull($0) }) { perfectGames += 1 }
    let batters = Dictionary(grouping: script.plays, by: \.batter).values
    cycles += batters.count { Set($0.map(\.result).filter(\.isHit)).count == 4 }
    let halves = Dictionary(grouping: script.plays) { $0.inning * 2 + ($0.isTop ? 0 : 1) }.values
    immaculateInnings += halves.count { half in
      half.count == 3 && half.allSatisfy { $0.result == .strikeout && $0.events.count { $0.kind == .pitch } == 3 }
    }
  }

  private mutating func count(_ play: ScriptedPlay) {
    results[play.result, default: 0] += 1
    for review in play.review?.all ?? [] { reviews[review.type, default: 0] += 1 }
    for event in play.events {
      if let eventType = event.eventType { actions[eventType, default: 0] += 1 }
      if let call = event.call { calls[call, default: 0] += 1 }
      if let review = event.review { reviews[review.type, default: 0] += 1 }
    }
    guard !play.result.endsTurn else { return }
    if play.events.last?.eventType == play.result.rawValue { endedByAction += 1 } else { endedWithoutAction += 1 }
  }
}
