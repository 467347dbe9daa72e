internal import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// Requests of programs over a real socket, to a daemon with three games.
@Suite(.timeLimit(.minutes(1))) struct RequestHandlerTests {
  private func ask(
    _ request: String, _ view: DaemonInfo = BoardSample.view(), events: Int = 0,
    then body: @Sendable @escaping (OutboxFixture) async throws -> Void = { _ in }
  ) async throws -> String {
    var options = OutboxFixture.options
    options.view = view
    options.view.sinks = { OutboxFixture.sinks }
    let answer = Locked("")
    try await SocketFixture.with(options, events: events) { fixture in
      try await body(OutboxFixture(log: fixture.log))
      let client = try await fixture.client()
      try client.send(Array("\(request)\n".utf8))
      let text = try #require(try await client.next()).text
      let line = text.replacing(fixture.log.id.rawValue, with: "LOG")
      answer.withLock { $0 = line }
    }
    return answer.withLock { $0 }
  }

  private static let tor =
    #""game":{"away":{"abbreviation":"TOR","id":1,"name":"TOR"},"date":"2024-07-12","#
    + #""home":{"abbreviation":"AZ","id":2,"name":"AZ"},"id":2,"number":1,"status":"live","type":"R"}"#

  @Test func gamesReturnsRows() async throws {
    #expect(
      try await ask(#"{"op":"games","teams":["AZ"],"id":5}"#)
        == #"{"op":"games","games":[{\#(Self.tor),"league":"mlb","start":"2024-07-13T02:40:02.000Z","watched":true}],"#
        + #""id":5}"#)
  }

  @Test func gameReturnsAllThatIsKnown() async throws {
    #expect(
      try await ask(#"{"op":"game","game":2,"id":"g"}"#)
        == #"{"op":"game","balls":2,"bases":{"first":null,"second":{"id":7,"name":"Seven"},"third":null},"#
        + #""batter":{"id":8,"name":"Eight"},"feedAt":"2024-07-13T02:40:00.000Z",\#(Self.tor),"#
        + #""inning":{"half":"top","number":5},"inning_state":"Top","last":"Seven doubles.","league":"mlb","#
        + #""observedAt":"2024-07-13T02:40:00.000Z","outs":1,"pitcher":{"id":9,"name":"Nine"},"#
        + #""score":{"away":3,"home":2},"start":"2024-07-13T02:40:02.000Z","strikes":0,"watched":true,"id":"g"}"#)
  }

  @Test(arguments: [
    (#"{"op":"games"}"#, ["\"id\":1,\"number\"", "\"id\":2,\"number\"", "\"id\":3,\"number\""]),
    (#"{"op":"games","teams":["BOS"]}"#, ["\"id\":1,\"number\"", "\"id\":3,\"number\""]),
    (#"{"op":"games","teams":["SEA"]}"#, []),
    (#"{"op":"scoreboard"}"#, ["\"id\":2,\"number\"", "\"id\":1,\"number\""]),
    (#"{"op":"scoreboard","teams":["NYY","SEA"]}"#, ["\"id\":1,\"number\""]),
    (#"{"op":"scoreboard","teams":["TB"]}"#, []),
  ])
  func listsMatchingGamesInOrder(request: String, games: [String]) async throws {
    let line = try await ask(request)
    let places = games.map { line.firstRange(of: $0)?.lowerBound }
    #expect(places.compactMap(\.self).count == games.count)
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
    #expect(line.split(separator: #""number":1"#, omittingEmptySubsequences: false).count == games.count + 1)
  }

  @Test func aGameThatIsNotFollowedIsUnknown() async throws {
    let line = try await ask(#"{"op":"game","game":4}"#)
    #expect(line.hasPrefix(#"{"op":"error","code":"unknown_game","message":"there is no game 4 "#))
  }

  @Test func statusIsOneLine() async throws {
    #expect(
      try await ask(#"{"op":"status"}"#, events: 3)
        == #"{"op":"status","version":"\#(Version.current)","log":"LOG","since":"2024-07-13T02:40:00.000Z","#
        + #""oldest":1,"newest":3,"clients":1,"games":{"final":1,"live":1,"scheduled":1},"watched":1,"#
        + #""source":{"mlb":{"since":"2024-07-13T02:40:00.000Z","state":"ok"}},"#
        + #""sinks":[{"dead":0,"name":"den","pending":0,"state":"ok","type":"discord","waiting":0},"#
        + #"{"dead":0,"name":"hook","pending":0,"state":"ok","type":"webhook","waiting":0}],"healthy":true}"#)
  }

  @Test func aFailingSourceOrADisabledSinkIsNotHealthy() async throws {
    let failing = SourceState(state: .failing, since: BoardSample.start, error: "answered 503")
    let line = try await ask(#"{"op":"status"}"#, BoardSample.view(failing))
    #expect(line.contains(#""error":"answered 503""#))
    #expect(line.hasSuffix(#""healthy":false,"problems":["source 'mlb' fails: answered 503"]}"#))
    let starting = SourceState(state: .starting, since: BoardSample.start)
    #expect(try await ask(#"{"op":"status"}"#, BoardSample.view(starting)).hasSuffix(#""healthy":true}"#))
    let disabled = try await ask(#"{"op":"status"}"#) { outbox in
      let state = DisabledSink(address: "here", reason: "status 410", since: SampleEvents.start)
      try await Outbox(log: outbox.log, sink: "hook").disable(state)
    }
    #expect(disabled.hasSuffix(#""healthy":false,"problems":["sink 'hook' is disabled: status 410"]}"#))
  }

  @Test func theStatusReportsAFailingLog() async throws {
    let line = try await ask(#"{"op":"status"}"#) { $0.log.health.failed(Fault(.logUnusable, "full")) }
    #expect(line.contains(#""log_error":"full [log.unusable]""#))
    #expect(line.contains(#""log_error_since":""#) && line.contains(#""healthy":false"#))
  }

  @Test func theStatusReportsLostLogLinesAndStaysHealthy() async throws {
    var view = BoardSample.view()
    view.ownLog = { OwnLogStanding(dropped: 17, blockedSince: BoardSample.start) }
    let line = try await ask(#"{"op":"status"}"#, view)
    #expect(line.contains(#""own_log":{"blocked_since":"2024-07-13T02:40:00.000Z","dropped":17}"#))
    #expect(line.hasSuffix(#""healthy":true}"#))
    view.ownLog = { OwnLogStanding(dropped: 1) }
    #expect(try await ask(#"{"op":"status"}"#, view).contains(#""own_log":{"dropped":1}"#))
  }

  @Test func aRefusedConfigurationIsNotHealthy() async throws {
    var view = BoardSample.view()
    view.refusal = { "livegamed.yaml:2:1 [config.unknown-key]" }
    let line = try await ask(#"{"op":"status"}"#, view)
    #expect(line.contains(#""config_error":"livegamed.yaml:2:1 [config.unknown-key]""#))
    let problem = "the old configuration stays in force: livegamed.yaml:2:1 [config.unknown-key]"
    #expect(line.hasSuffix(#""healthy":false,"problems":["\#(problem)"]}"#))
  }

  @Test func settingsThatWaitForARestartAreNoProblem() async throws {
    var view = BoardSample.view()
    view.needsRestart = { ["socket", "metrics"] }
    view.warnings = { 2 }
    let line = try await ask(#"{"op":"status"}"#, view)
    #expect(line.contains(#""needs_restart":["socket","metrics"]"#) && line.hasSuffix(#""healthy":true}"#))
    #expect(line.contains(#""config_warnings":2"#))
  }

  @Test func aTeamIsFoundByAllItsNamesAndAnUnknownOneIsExplained() async throws {
    let known = try await ask(#"{"op":"games","teams":["BOS","ARI"]}"#)
    #expect(!known.contains("warnings"))
    for op in ["games", "scoreboard"] {
      let unknown = try await ask(#"{"op":"\#(op)","teams":["Red Soks"]}"#)
      #expect(unknown == #"{"op":"\#(op)","games":[],"warnings":["there is no team 'Red Soks'; did you mean 'BOS'?"]}"#)
    }
  }

  /// Advice on players waits for the log, and the subscription begins where it would have begun without it.
  @Test func aSubscriptionWithAPlayerOfNoGameIsAnsweredWithAWarning() async throws {
    try await SocketFixture.with { fixture in
      try await fixture.store.append(1...3) { number in
        var event = NumberedEvents.event(number)
        event.data.players = [
          Participant(Person(id: number, name: ["Aaron Judge", "José Ramírez", "J"][number - 1]), as: .fielder)
        ]
        return event
      }
      let players = ["judge", "jose ramirez", "Babe Ruth", "592450"].compactMap { PlayerName($0) }
      let warnings = [
        "no game in the log has had 'judge'; did you mean 'Aaron Judge'?",
        "no game in the log has had 'Babe Ruth'; \(PlayerName.exactAdvice)",
      ]
      let filter = EventFilter(Conditions(players: players))
      let client = try await fixture.client(after: .oldest, filter: filter)
      #expect(try await client.next()?.sequence == 2)
      #expect(try await client.next()?.warnings == warnings)
      let now = try await fixture.client(after: .now, filter: filter)
      let synced = try #require(try await now.next())
      #expect(synced.op == "synced" && synced.sequence == 3 && synced.warnings == warnings)
      try now.send(Array(#"{"op":"log","after":0,"filter":{"players":["judge","Babe Ruth"]}}"#.utf8) + [10])
      let page = try #require(try await now.next())
      #expect(page.warnings == warnings)
    }
  }

  @Test func aSubscriptionWithUnknownNamesIsAnsweredWithWarnings() async throws {
    try await SocketFixture.with(SocketFixture.options, events: 1) { fixture in
      let filter = EventFilter(teams: ["Red Soks", "BOS"], types: ["plya"], tags: ["homerun", "scoring"])
      let client = try await fixture.client(after: .oldest, filter: filter)
      let warned = try #require(try await client.next())
      #expect(warned.op == "synced" && warned.sequence == 1)
      #expect(
        warned.warnings == [
          "there is no team 'Red Soks'; did you mean 'BOS'?", "there is no type 'plya'; did you mean 'livegame.play'?",
          "there is no tag 'homerun'; did you mean 'home_run'?",
        ])
      try client.subscribe(Subscription(after: .oldest, filter: EventFilter(tags: ["final"])))
      #expect(try await client.next()?.text == #"{"op":"synced","sequence":1}"#)
      let many = EventFilter(tags: (0..<20).map { "nothing-\($0)" })
      try client.subscribe(Subscription(after: .oldest, filter: many))
      let last = try #require(try await client.next()).warnings
      #expect(last.count == 9 && last.last == "12 more names are not known")
    }
  }

  @Test func aSnapshotPrecedesTheEventsAndHasItsSequence() async throws {
    var options = SocketFixture.options
    options.view = BoardSample.view()
    try await SocketFixture.with(options, events: 3) { fixture in
      let client = try await fixture.client()
      try client.subscribe(Subscription(after: .sequence(1), snapshot: true))
      #expect(try await client.read(5) == ["snapshot 3", "snapshot 3", "2", "3", "synced 3"])
      let boston = Subscription(after: .sequence(9), filter: EventFilter(teams: ["BOS"]), snapshot: true)
      try client.subscribe(boston)
      #expect(try await client.read(3) == ["gap future 3", "snapshot 3", "synced 3"])
      try client.send(Array("{\"op\":\"tick\",\"payload\":\"x\",\"id\":7}\n{\"op\":\"hello\",\"protocol\":4}\n".utf8))
      #expect(try await client.next()?.text == #"{"op":"tick","sequence":3,"payload":"x","id":7}"#)
      #expect(try await client.next()?.text.hasPrefix(#"{"op":"hello","protocol":1,"version":"#) == true)
    }
  }
}
