import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// The conditions `batting` and `pitching` of a route.
@Suite struct BattingConditionTests {
  /// Returns the events of a game of TOR at AZ in which both sides score in every way, and one run is taken back.
  private func events() throws -> [Event] {
    var game = PlayedGame()
    game.play("home_run", batter: 1, runs: 1)
    let wild = PlayedGame.action("wild_pitch", index: 1, score: Score(away: 2, home: 0), isScoringPlay: true)
    game.play("strikeout", batter: 2, outs: 1, actions: [wild])
    game.play("field_error", batter: 3, outs: 1, runs: 1)
    let steal = PlayedGame.action("stolen_base_home", index: 1, score: Score(away: 4, home: 0), isScoringPlay: true)
    game.play("field_out", batter: 4, outs: 3, actions: [steal])
    game.play("single", .bottom, batter: 21, runs: 2)
    let before = game.snapshot
    game.play("double", .bottom, batter: 22, outs: 3, runs: 1)
    let all = game.snapshot
    game.play("home_run", .top, inning: 2, batter: 5, runs: 1)
    var snapshots = [before, all, game.snapshot]
    game.remove(game.snapshot.plays.count - 1)
    game.change { $0.linescore.awayRuns = 4 }
    for _ in 0..<6 {
      snapshots.append(game.snapshot)
      game.change { _ in }
    }
    return try Replayed.events(of: snapshots)
  }

  private func names(_ rule: Rule) throws -> [String] {
    try events().filter(Match(of: rule).admits).map { $0.id.replacing("mlb/900001/", with: "") }
  }

  @Test func theRunsOfOneClubAreExactlyThoseThatItScores() throws {
    let scoring = [LiveModel.Tag.scoring]
    #expect(
      try names(Rule(batting: ["TOR"], tags: scoring)) == [
        "1-top/pa/1/1@1", "1-top/wild_pitch/7/1@1", "1-top/pa/3/1@1", "1-top/runner/7/1@1", "2-top/pa/5/1@1",
        "2-top/pa/5/1@2",
      ])
    #expect(try names(Rule(batting: ["ARI"], tags: scoring)) == ["1-bottom/pa/21/1@1", "1-bottom/pa/22/1@1"])
    #expect(try names(Rule(batting: ["TOR"], tags: scoring)) == names(Rule(pitching: ["AZ"], tags: scoring)))
    #expect(try names(Rule(batting: ["BOS"])) == [])
  }

  @Test func aStatusOrALineupDoesNotMatch() {
    for type in [EventType.status, .lineup, .source] {
      var event = Baseball().sample
      event.type = type
      #expect(!Match(of: Rule(batting: ["TOR"])).admits(event) && !Match(of: Rule(pitching: ["AZ"])).admits(event))
    }
    var event = Baseball().sample
    #expect(Match(of: Rule(batting: ["TOR"])).admits(event) && Match(of: Rule(pitching: ["AZ"])).admits(event))
    event.data.inning = nil
    #expect(!Match(of: Rule(batting: ["TOR"])).admits(event))
  }

  @Test func aLeagueWithoutSidesAtBatNeverMatches() {
    let leagues = Leagues([QuarterDescription()])
    #expect(!Match(of: Rule(batting: ["EST", "WST"]), leagues).admits(QuarterDescription().sample))
  }

  @Test func theExplanationNamesTheSide() throws {
    var sketch = SampleEvent()
    (sketch.teams, sketch.inning) = (["TB@BOS"], 5)
    let router = Router(rules: [Rule(batting: ["BOS"], sinks: ["a"])], sinks: ["a"], follow: [])
    #expect(router.explain(try sketch.event()).routes[0].findings.map(\.has) == ["TB"])
    sketch.batting = "BOS"
    let step = router.explain(try sketch.event()).routes[0]
    #expect(step.findings == [.init(key: "batting", wants: "BOS", has: "BOS", fits: true)])
    sketch.inning = nil
    #expect(try sketch.event().data.team == "BOS")
    sketch.batting = nil
    #expect(router.explain(try sketch.event()).lines.contains("  - batting: wants BOS, has none"))
    sketch.batting = "NYY"
    #expect(throws: Fault.self) { try sketch.event() }
  }
}
