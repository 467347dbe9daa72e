import Foundation
import LivePlatform
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LiveWeb

/// The page about the daemon.
@Suite struct DaemonPageTests {
  private let source = SimulatedSource()
  private var visitor: PageVisitor { PageVisitor(section: DaemonSection(source: source) { 2 }, time: Self.now) }
  private static let now = SimulatedSource.firstPitch + 3600
  private static let earlier = Timestamp(seconds: Int64(now) - 600)

  private static func sink(
    _ name: String, _ type: String, _ state: SinkState, _ change: (inout SinkListing.Entry) -> Void = { _ in }
  ) -> SinkListing.Entry {
    var sink = SinkListing.Entry(name: name, type: type, state: state, waiting: 0, dead: 0, lastDelivered: earlier)
    change(&sink)
    return sink
  }

  private func answer(_ sinks: [SinkListing.Entry], _ change: (inout DaemonStatus) -> Void = { _ in }) throws {
    var status = try JSONDecoder().decode(
      DaemonStatus.self, from: Data(#"{"version":"0.4.0","log":"9f2c61aa","since":"2026-07-13T06:00:00.000Z"}"#.utf8))
    (status.clients, status.games, status.watched) = (7, ["live": 3, "final": 1], 3)
    status.source = ["mlb": SourceState(state: .ok, since: Self.earlier)]
    status.sinks = sinks
    change(&status)
    source.answer { $0.status = status }
  }

  private static let switchedOff = sink("old", "slack", .disabled) {
    ($0.disabled, $0.disabledSince) = ("status 410", Timestamp(seconds: Int64(now) - 86_400))
  }

  @Test func theFirstSentenceSaysWhatIsWrong() async throws {
    try answer([Self.sink("den", "discord", .ok), Self.switchedOff])
    let html = try await visitor.html("daemon")
    #expect(MarkupCheck.flaws(in: html) == [])
    #expect(html.contains("<strong>Games are followed; one receiver is switched off</strong>"))
    #expect(html.contains("“old” is disabled since Jul 14, 12:05 AM UTC: status 410."))
    #expect(html.contains("<code>sudo livegamed sink enable old</code>") && html.contains(#"class="well bad""#))
    #expect(html.contains("livegamed 0.4.0 · log 9f2c61aa"))
    #expect(html.contains("<dd>2</dd><dt>pages open</dt>") && html.contains("<dd>3</dd><dt>games live</dt>"))
  }

  @Test func aDaemonWithoutProblemsIsWell() async throws {
    try answer([Self.sink("den", "discord", .ok)])
    let html = try await visitor.html("daemon")
    #expect(html.contains("<strong>Games are followed; every receiver is up to date</strong>"))
    #expect(!html.contains(#"class="well bad""#) && html.contains(#"<span class="tag good">Up to date</span>"#))
    #expect(html.contains("Discord") && html.contains("<td>–</td>"))
    #expect(html.contains("No message waits, and none was given up."))
  }

  @Test func everyKindOfTroubleIsInTheSentence() throws {
    func verdict(_ sinks: [SinkListing.Entry], _ change: (inout DaemonStatus) -> Void = { _ in }) throws -> StateCard {
      var status = try JSONDecoder().decode(DaemonStatus.self, from: Data("{}".utf8))
      (status.source, status.sinks) = (["mlb": SourceState(state: .ok)], sinks)
      change(&status)
      return StateCard(
        status, DaemonViewer(now: Timestamp(seconds: Int64(Self.now)), zone: .utc, preferences: Preferences()))
    }
    let failing = Self.sink("hook", "webhook", .failing) {
      ($0.failingSince, $0.error, $0.advice) = (Self.earlier, "status 401", "check its token")
    }
    let fails = try verdict([failing])
    #expect(fails.isBad && fails.verdict == "Games are followed; one receiver fails")
    #expect(
      fails.advice.first?.text
        == "“hook” is failing since 11:55 PM UTC: status 401 (check its token). This tries it now:")
    let paused = try verdict([Self.sink("den", "discord", .paused) { $0.pausedSince = Self.earlier }])
    #expect(!paused.isBad && paused.verdict == "Games are followed; one receiver is paused")
    #expect(paused.advice.first?.command == "sudo livegamed sink resume den")
    let source = try verdict([]) { $0.source = ["mlb": SourceState(state: .failing, error: "status 503")] }
    #expect(source.isBad && source.verdict == "MLB does not answer")
    #expect(source.advice.map(\.text) == ["MLB: status 503."])
    let refused = try verdict([]) { $0.configError = "livegamed.yaml:3:1: unknown key" }
    #expect(refused.verdict == "Games are followed; the new configuration was refused")
    #expect(try verdict([]).verdict == "Games are followed")
  }

  @Test func theOutboxShowsTheCommands() async throws {
    try answer([Self.sink("hook", "webhook", .waiting) { ($0.waiting, $0.pending) = (3, 2) }])
    let entry = { (number: Int, state: OutboxListing.Entry.State) in
      OutboxListing.Entry(
        number: number, sink: "hook", lane: "mlb/1", state: state, subject: "CLE@SEA", summary: "Canzone homers (2).",
        facts: 1, attempts: 2, due: Self.earlier, error: "status 503", changed: Self.earlier)
    }
    source.answer {
      $0.outbox = OutboxListing(entries: [entry(17, .dead), entry(18, .waiting)], more: false, pending: ["hook": 2])
    }
    let html = try await visitor.html("daemon")
    #expect(MarkupCheck.flaws(in: html) == [])
    #expect(html.contains("Outbox <small>1 waits, 1 given up</small>"))
    #expect(html.contains("<code>sudo livegamed outbox retry 17</code> or <code>sudo livegamed outbox drop 17</code>"))
    #expect(html.contains("hook · CLE@SEA · status 503") && html.contains("2 attempts failed"))
    #expect(html.contains("hook: 2 plays not sent yet, waiting for a delay or an earlier message"))
    var visitor = visitor
    visitor.preferences.hidesScores = true
    #expect(try await !visitor.html("daemon").contains("Canzone"))
  }

  @Test func aLogThatCannotBeReadIsTheState() async throws {
    try answer([]) { ($0.logError, $0.logErrorSince) = ("the disk is full", Self.earlier) }
    source.answer { $0.logFault = Fault(.daemonStarting, "disk I/O error") }
    let html = try await visitor.html("daemon")
    #expect(html.contains("The log cannot be read or written") && html.contains("The outbox cannot be read."))
    #expect(MarkupCheck.flaws(in: html) == [])
  }

  @Test func correctionsOfTodayAreListedOnce() async throws {
    try answer([])
    try source.play(to: Self.now)
    let play = try #require(source.events.last { $0.event.type == .play && $0.event.data.change == .new })
    let at = Timestamp(seconds: Int64(Self.now) - 20)
    source.revise(play.event.data.fact, as: .corrected, at: at) { $0.summary = "Corrected: one." }
    source.revise(play.event.data.fact, as: .corrected, at: at) { $0.summary = "Corrected: two." }
    let html = try await visitor.html("daemon")
    #expect(html.contains("Corrected: two.") && html.split(separator: "Corrected: one.").count == 1)
    #expect(html.contains("/mlb/games/\(play.event.data.game.id)?plays=corrected"))
    var delayed = visitor
    delayed.preferences.delay = 30
    #expect(try await !delayed.html("daemon").contains("Corrected: two."))
    var hidden = visitor
    hidden.preferences.hidesScores = true
    let secret = try await hidden.html("daemon")
    #expect(!secret.contains("Corrected: two.") && secret.contains("A play was corrected"))
    #expect(MarkupCheck.flaws(in: secret) == [])
  }

  @Test func aStreamHasEachCard() async throws {
    try answer([Self.sink("den", "discord", .ok)])
    try source.play(to: Self.now)
    let section = DaemonSection(source: source)
    let view = LiveView(.daemon, Preferences())
    let scene = try #require(try await section.scene(of: view, after: 1, at: Timestamp(seconds: Int64(Self.now))))
    #expect(scene.cursor == source.newest && scene.facts.isEmpty && scene.nextChange == .seconds(2))
    let templates = try PageTemplates()
    let page = try await visitor.html("daemon")
    for part in scene.parts {
      let html = templates.render(part.content, in: PageTemplates.Surroundings(prefix: ""))
      #expect(html.hasPrefix("<section class=\"card\" id=\"\(part.id)\"") && page.contains("id=\"\(part.id)\""))
      #expect(MarkupCheck.flaws(in: html) == [])
    }
    let other = LiveView(.scores(LeagueID(rawValue: "mlb"), date: nil, .all), Preferences())
    #expect(try await section.scene(of: other, after: nil, at: .init(seconds: 0)) == nil)
  }

  @Test func beforeTheDaemonRunsThereIsAFault() async throws {
    await #expect(throws: Fault.self) { try await visitor.page("daemon") }
  }
}
