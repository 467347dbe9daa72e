internal import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct ConfigDemoTests {
  private let folder: ConfigFolder

  init() throws { folder = try ConfigFolder() }

  private func config() throws -> Config {
    let file = try folder.write(
      """
      follow: {teams: [OAK], players: ["Shohei Ohtani"]}
      state_directory: /var/lib/livegamed
      socket: {path: /run/livegamed/livegamed.sock, mode: "0600", group: games}
      metrics: {listen: "127.0.0.1:9464"}
      sinks:
        chat:
          type: discord
          url: "https://discord.com/api/webhooks/1/x"
          delay: 35s
          group: 20s
          quiet_hours: {from: "00:00", to: "23:59"}
          max_per_minute: 3
        phone: {type: ntfy, topic: abc}
        program: {type: exec, command: [/bin/true], delay: 1m}
      routes:
        - {batting: [NYY], sinks: [chat, program]}
        - {teams: [ATH], sinks: [phone]}
      """, to: "livegamed.yaml")
    return try ConfigFiles.read(path: file, environment: [:])
  }

  private func demo(to sink: String? = nil) throws -> Config {
    try config().forDemo(source: "http://127.0.0.1:8080", folder: "/tmp/demo", to: sink)
  }

  @Test func sharesNothingWithARunningDaemon() throws {
    let demo = try demo()
    #expect(demo.mlb.baseURL == "http://127.0.0.1:8080" && demo.stateDirectory == "/tmp/demo")
    #expect(demo.socket == Config.SocketSettings(path: "/tmp/demo/livegamed.sock"))
    #expect(demo.metrics.listen == nil && !demo.journal.events)
  }

  @Test func sendsAtOnceButNotTooMuch() throws {
    let sinks = try demo().sinks
    #expect(sinks.map(\.name) == ["chat", "phone", "program"])
    #expect(sinks.map(\.delay) == [.zero, .zero, .zero] && sinks.allSatisfy { $0.quietHours == nil })
    #expect(sinks.map(\.maxPerMinute) == [3, 20, nil] && sinks[0].group == .seconds(20))
  }

  @Test func oneSinkIsEnough() throws {
    let demo = try demo(to: "program")
    #expect(demo.sinks.map(\.name) == ["program"])
    #expect(demo.routes.map(\.sinks) == [["program"], []])
  }

  @Test func anUnknownSinkIsReported() throws {
    let fault = #expect(throws: Fault.self) { try demo(to: "chatt") }
    #expect(fault?.code == .sinkUnknown && fault?.hint == "did you mean 'chat'?")
  }

  @Test func theTeamsOfFollowAndRoutesPlay() throws { #expect(try config().namedTeams(of: "mlb") == ["ATH", "NYY"]) }

  @Test func eventsOfATestLeagueAreTagged() {
    let (league, now) = (TestLeague(base: ToyLeague()), Timestamp(seconds: 1))
    let words = ToyLeague.Words(words: ["one", "two"], isOver: false)
    let tracked = league.track(0, words, of: ToyLeague.game(1), observedAt: now, monotonic: now)
    let plain = ToyLeague().track(0, words, of: ToyLeague.game(1), observedAt: now, monotonic: now)
    #expect(tracked.events.map(\.data.tags) == plain.events.map { $0.data.tags + [.test] })
    #expect(tracked.events.count == 2 && tracked.state == plain.state)
  }
}
