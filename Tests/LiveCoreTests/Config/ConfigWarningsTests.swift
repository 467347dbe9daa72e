internal import Foundation
internal import Testing
internal import WireSchema

@testable import LiveCore
@testable import LiveModel

@Suite struct ConfigWarningsTests {
  private func warnings(_ text: String, sinks: String = "a: {type: exec, command: [/bin/true]}") throws -> [String] {
    let folder = try ConfigFolder()
    let path = try folder.write("sinks: {\(sinks)}\n\(text)\n", to: "livegamed.yaml")
    let config = try withExtendedLifetime(folder) { try ConfigFiles.read(path: path, environment: [:]) }
    return config.reading.warnings.map { $0.description.replacing("\(folder.path)/livegamed.yaml:", with: "") }
  }

  private static let never = "this route can never match: no event meets"

  @Test(arguments: [
    ("{tags: [homerun], sinks: [a]}", "there is no tag 'homerun'; did you mean 'home_run'? [config.unknown-tag]"),
    (
      "{all_tags: [hit, nohitter], sinks: [a]}",
      "there is no tag 'nohitter'; did you mean 'no_hitter'? [config.unknown-tag]"
    ),
    (
      "{not_tags: [zzzzzzzz], sinks: [a]}",
      "there is no tag 'zzzzzzzz'; 'man livegamed-events' lists the tags [config.unknown-tag]"
    ),
    (
      "{types: [livegame.play], tags: [lineup], sinks: [a]}",
      "\(never) 'types' and 'tags' together; 'lineup' is on livegame.lineup [config.dead-route]"
    ),
    (
      "{tags: [no_hitter_watch], innings: 1-5, sinks: [a]}",
      "\(never) 'tags' and 'innings' together; 'no_hitter_watch' is on livegame.watch from inning 6 on "
        + "[config.dead-route]"
    ),
    (
      "{batting: [BOS], tags: [final], sinks: [a]}",
      "\(never) 'batting' and 'tags' together; 'final' is on livegame.status, at which no side bats "
        + "[config.dead-route]"
    ),
    (
      "{types: [livegame.lineup], innings: 1+, sinks: [a]}",
      "\(never) 'types' and 'innings' together; livegame.lineup has no inning [config.dead-route]"
    ),
    (
      "{types: [livegame.source], score_margin: 1+, sinks: [a]}",
      "\(never) 'types' and 'score_margin' together; livegame.source has no score [config.dead-route]"
    ),
    (
      "{all_tags: [hit, final], sinks: [a]}",
      "\(never) its 'all_tags'; 'hit' is on livegame.play, 'final' is on livegame.status [config.dead-route]"
    ),
    (
      "{tags: [hit], not_tags: [hit, out], sinks: [a]}",
      "\(never) 'tags' and 'not_tags' together; 'hit' is also in 'not_tags' [config.dead-route]"
    ),
    (
      "{provisional: true, sinks: [a]}",
      "this route sends nothing: it is for provisional events, and none of its sinks takes them; add 'early: true' to "
        + "a sink, or remove 'provisional' [config.dead-route]"
    ),
    (
      "{batting: [BOS], tags: [scoring, final], sinks: [a]}",
      "the tag 'final' never matches here: no event meets 'batting' and 'tags' together; 'final' is on "
        + "livegame.status, at which no side bats: give it a route of its own [config.narrow-route]"
    ),
    (
      "{types: [livegame.play, livegame.lineup], innings: 7+, sinks: [a]}",
      "the type 'livegame.lineup' never matches here: no event meets 'types' and 'innings' together; "
        + "livegame.lineup has no inning: give it a route of its own [config.narrow-route]"
    ),
    (
      "{tags: [no_hitter_watch], innings: 7+, sinks: [a]}",
      "'innings: 7+' leaves out the beginning of 'no_hitter_watch', which is in inning 6; write 'innings: 6+', or leave "
        + "'innings' out [config.narrow-route]"
    ),
    (
      "{tags: [no_hitter], innings: 6+, sinks: [a]}",
      "'no_hitter' is only on the final, and 'innings: 6+' brings it no earlier; 'no_hitter_watch' says during the game "
        + "that it may come [config.narrow-route]"
    ),
  ])
  func aRouteIsWarnedOf(route: String, says: String) throws {
    let found = try warnings("routes:\n  - \(route)")
    #expect(found.map { String($0.drop { $0 != " " }.dropFirst()) } == [says])
    #expect(found.allSatisfy { $0.hasPrefix("3:") })
  }

  @Test(arguments: [
    "{tags: [scoring, final], teams: [BOS], sinks: [a]}", "{batting: [BOS], tags: [scoring], sinks: [a]}",
    "{tags: [no_hitter_watch], innings: 6+, sinks: [a]}", "{tags: [mound_visit], stop: true, sinks: [a]}",
    "{all_tags: [no_hitter_watch, ended], innings: 7+, sinks: [a]}", "{innings: 9+, score_margin: <=1, sinks: [a]}",
    "{types: [livegame.status], score_margin: 1, innings: 3, sinks: [a]}", "{provisional: false, sinks: [a]}",
    "{sinks: [a]}", "{tags: [no_hitter], innings: 10+, sinks: [a]}",
    "{tags: [no_hitter, no_hitter_watch], innings: 6+, sinks: [a]}", "{types: [play], tags: [Home-Run], sinks: [a]}",
  ])
  func aSensibleRouteIsNotWarnedOf(route: String) throws { #expect(try warnings("routes: [\(route)]") == []) }

  @Test func anErrorElsewhereDoesNotHideWhatIsWrongWithARoute() throws {
    let folder = try ConfigFolder()
    let path = try folder.write(
      """
      follow: {teams: [XYZQ]}
      sinks: {a: {type: exec}, b: {type: exec, command: [/bin/true]}}
      routes:
        - {tags: [homerun], sinks: [a]}
        - {tags: [homerun, "a&b"], sinks: [a]}
        - {teams: [NYY], provisional: true, sinks: [a]}

      """, to: "livegamed.yaml")
    let faults = try withExtendedLifetime(folder) {
      try #require(throws: ConfigFaults.self) { try ConfigFiles.read(path: path, environment: [:]) }
    }
    #expect(faults.faults.count == 3)
    // Of the second route, of 'follow' and of unused sinks nothing is known for sure.
    #expect(faults.warnings.map(\.message) == ["there is no tag 'homerun'"])
  }

  @Test func aSinkWithoutARouteIsNamedWithItsPlace() throws {
    let two = "a: {type: exec, command: [/bin/true]}, b: {type: exec, command: [/bin/true]}"
    #expect(
      try warnings("routes: [{sinks: [a]}]", sinks: two) == [
        "1:48: no route names the sink 'b', so it gets no event; name it in the 'sinks' of a route, or remove it "
          + "[config.unused-sink]"
      ])
    #expect(try warnings("", sinks: two) == [])
  }

  @Test func aTeamThatIsNotFollowedPlaysOnlyAgainstFollowedOnes() throws {
    let routes = "routes: [{teams: [NYY], sinks: [a]}]"
    #expect(
      try warnings("follow: {teams: [BOS, ARI]}\n\(routes)") == [
        "3:18: 'follow' has no NYY: only games against BOS or ARI can match; add the team to 'follow.teams' "
          + "[config.narrow-route]"
      ])
    for key in ["batting", "pitching"] {
      #expect(
        try warnings("follow: {teams: [BOS]}\nroutes: [{\(key): [NYY], tags: [scoring], sinks: [a]}]") == [
          "3:\(key.count + 13): 'follow' has no NYY: only games against BOS can match; add the team to 'follow.teams' "
            + "[config.narrow-route]"
        ])
    }
    #expect(try warnings("follow: {teams: [NYY]}\n\(routes)") == [])
    #expect(try warnings("follow: {teams: [BOS], players: [660271]}\n\(routes)") == [])
    #expect(try warnings("follow: {teams: [AZ]}\nroutes: [{teams: [ARI], sinks: [a]}]") == [])
  }

  @Test func aSingleTeamThatIsNotFollowedIsNamedWithItsPlace() throws {
    let advice = "only games against BOS can match; add the team to 'follow.teams' [config.narrow-route]"
    for (key, more) in [("teams", ""), ("batting", ", tags: [scoring]"), ("pitching", ", tags: [scoring]")] {
      let routes = "routes: [{\(key): [BOS, Yankees, TB]\(more), sinks: [a]}]"
      #expect(
        try warnings("follow: {teams: [BOS]}\n\(routes)") == [
          "3:\(key.count + 19): 'follow' has no NYY: \(advice)", "3:\(key.count + 28): 'follow' has no TB: \(advice)",
        ])
    }
    #expect(try warnings("follow: {teams: [BOS, NYY]}\nroutes: [{teams: [NYY, BOS], sinks: [a]}]") == [])
  }

  private static let unreached = "this route is never reached: the route at"

  @Test(arguments: [
    ("{sinks: [a], stop: true}", "{tags: [hit], sinks: [a]}"), ("{stop: true}", "{sinks: [a]}"),
    ("{tags: [hit, out], sinks: [a], stop: true}", "{tags: [out], innings: 7+, sinks: [a]}"),
    ("{innings: 5+, stop: true}", "{innings: 7-9, sinks: [a]}"),
    ("{all_tags: [hit], stop: true}", "{all_tags: [hit, scoring], sinks: [a]}"),
    ("{not_tags: [hit], stop: true}", "{not_tags: [hit, out], sinks: [a]}"),
    ("{provisional: false, stop: true}", "{provisional: false, sinks: [a]}"),
    ("{teams: [BOS], players: [1, 2], stop: true}", "{teams: [BOS], players: [2], sinks: [a]}"),
  ])
  func aRouteBelowAStopThatTakesItsEventsIsNeverReached(first: String, second: String) throws {
    let found = try warnings("routes:\n  - \(first)\n  - \(second)")
    #expect(
      found.count == 1 && found.allSatisfy { $0.hasPrefix("4:5: \(Self.unreached) 3:5 has 'stop' ") })
    let free = first.replacing("sinks: [a], stop: true", with: "sinks: [a]").replacing("stop: true", with: "sinks: [a]")
    #expect(try warnings("routes:\n  - \(free)\n  - \(second)") == [])
  }

  @Test(arguments: [
    ("{tags: [hit], sinks: [a], stop: true}", "{sinks: [a]}"),
    ("{tags: [hit], stop: true}", "{tags: [hit, out], sinks: [a]}"),
    ("{innings: 5+, stop: true}", "{innings: 4+, sinks: [a]}"),
    ("{innings: 5+, stop: true}", "{tags: [hit], sinks: [a]}"),
    ("{all_tags: [hit, scoring], stop: true}", "{all_tags: [hit], sinks: [a]}"),
    ("{not_tags: [hit, out], stop: true}", "{not_tags: [hit], sinks: [a]}"),
    ("{provisional: false, stop: true}", "{sinks: [a]}"),
    ("{teams: [BOS], stop: true}", "{batting: [BOS], sinks: [a]}"),
    ("{sinks: [a]}", "{tags: [hit], sinks: [a]}"),
  ])
  func aRouteBelowAStopThatLeavesSomeEventsIsNotWarnedOf(first: String, second: String) throws {
    #expect(try warnings("routes:\n  - \(first)\n  - \(second)") == [])
  }

  @Test func thereAreNotTooManyWarnings() throws {
    let tags = (0..<900).map { "homerun\($0)" }.joined(separator: ", ")
    #expect(try warnings("routes: [{tags: [\(tags)], sinks: [a]}]").count == ConfigWarnings.most)
  }

  /// A warning about an example of the pages would teach people to ignore warnings.
  @Test func theExamplesOfThePagesHaveNoWarnings() throws {
    let pages = ["README.md", HouseRule.program, HouseRule.configuration, "docs/recipes.md"]
    let blocks = try pages.flatMap { page in
      MarkdownPage(try String(contentsOf: URL(filePath: "\(WireFormat.root)/\(page)"), encoding: .utf8)).blocks
    }
    var count = 0
    for block in blocks where block.contains("routes:") && block.contains("sinks:") {
      let folder = try ConfigFolder()
      let plain = block.replacing(/"\$\{credential:[a-z-]+-secret\}"/, with: ConfigFixture.signingSecret("c"))
        .replacing(/"\$\{credential:ntfy[a-z-]*\}"/, with: "games")
        .replacing(/"\$\{credential:[a-z-]+\}"/, with: "https://example.org/hook")
      let path = try folder.write(plain, to: "livegamed.yaml")
      guard let config = try? ConfigFiles.read(path: path, environment: [:]) else { continue }
      count += 1
      #expect(config.reading.warnings.map(\.description) == [], "\(block)")
    }
    #expect(count > 3)
  }
}
