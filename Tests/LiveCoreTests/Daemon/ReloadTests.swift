import Foundation
import Testing
import UnixSignals

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

@Suite struct ReloadTests {
  private let manager = RecordingManager()
  private let logged = RecordedLog()
  private let folder: ConfigFolder
  private let path: String
  private let storage: TemporaryLog
  private let settings: ActiveConfig
  private let reload: Reload
  private let board: ServiceStatus

  init() async throws {
    (folder, storage) = (try ConfigFolder(), try TemporaryLog())
    let builder = SinkBuilder(transport: ScriptedTransport(.status(200)), environment: [:])
    settings = try ActiveConfig(.default, builder: builder)
    board = ServiceStatus(
      manager,
      info: DaemonInfo(
        refusal: { [settings] in settings.refusal }, needsRestart: { [settings] in settings.needsRestart }),
      log: storage.log.health)
    path = "\(folder.path)/livegamed.yaml"
    reload = Reload(
      settings: settings, board: board, logger: logged.logger, hangUps: await UnixSignalsSequence(trapping: []),
      orders: ReloadOrders {}
    ) { [path] credentials throws(ConfigFaults) in
      try ConfigFiles.read(path: path, environment: ["CREDENTIALS_DIRECTORY": "/nowhere"], credentials: credentials)
    }
    await board.ready()
  }

  private func reload(with text: String) async throws {
    try folder.write(text, to: "livegamed.yaml")
    await reload.reload()
  }

  @Test func aReloadAppliesAndLogsTheChanges() async throws {
    try await reload(
      with: """
        follow: {teams: [AZ]}
        poll: {live_min: 5s, requests_per_second: 1}
        sinks: {hook: {type: webhook, url: "https://example.org/"}}
        """)
    #expect(settings.polls.current.bounds.liveMin == .seconds(5) && settings.polls.current.requestsPerSecond == 1)
    #expect(settings.polls.current.router.watches(away: "AZ", home: "LAD", in: .mlb))
    #expect(!settings.polls.current.router.watches(away: "BOS", home: "LAD", in: .mlb))
    #expect(settings.sinks.map(\.name) == ["hook"] && settings.deliveries.current.hasJournal)
    #expect(logged.lines == ["notice configuration reloaded changes=follow and poll changed, sink 'hook' added"])
    #expect(manager.messages.dropFirst().first == "reloading" && manager.messages.last == manager.messages.first)
  }

  @Test func aReloadLogsWarnings() async throws {
    try await reload(with: "routes: [{tags: [homerun], stop: true}]")
    #expect(
      logged.lines(.warning).count == 1
        && logged.lines(.warning).allSatisfy { $0.contains("configuration warning code=config.unknown-tag") })
  }

  @Test func aBadConfigurationChangesNothingAndIsLoggedAndInTheStatus() async throws {
    try await reload(with: "sinks: {hook: {type: webhook, url: \"https://example.org/\"}}")
    let editions = (settings.polls.generation, settings.deliveries.generation)
    try await reload(with: "follow: {teams: [BSO]}\nsinks: {}\nquiet: 1\n")
    #expect((settings.polls.generation, settings.deliveries.generation) == editions)
    #expect(settings.sinks.map(\.name) == ["hook"])
    #expect(logged.lines(.error).count == 2)
    #expect(logged.lines(.error).allSatisfy { $0.contains("the old one stays in force code=config.") })
    let status = try #require(manager.messages.last)
    #expect(
      status.hasSuffix("; the old configuration stays in force: \(path):1:18 [config.unknown-name] and 1 more"))
    try await reload(with: "")
    #expect(settings.sinks.isEmpty && manager.messages.last == manager.messages.first)
  }

  /// Some faults are found only when the sink is built.
  @Test func aSinkThatCannotBeBuiltChangesNothing() async throws {
    try await reload(
      with: """
        sinks: {hook: {type: webhook, url: "https://example.org/", quiet_hours: {from: "22:00", to: "06:00", \
        time_zone: Mars/Olympus}}}
        """)
    #expect(settings.sinks.isEmpty && logged.lines(.error).count == 1)
  }

  @Test(arguments: [
    ([], "nothing has changed"), (["follow"], "follow changed"),
    (["follow", "log", "routes"], "follow, log and routes changed"),
    (["poll", "sink 'a' added", "sink 'b' removed"], "poll changed, sink 'a' added, sink 'b' removed"),
    (["sink 'a' changed"], "sink 'a' changed"),
  ])
  func changesAreSaidInWords(changes: [String], words: String) {
    #expect(ReloadAnswer.words(of: changes) == words)
    let line = LogText("configuration reloaded", [LogKey.changes: "\(words)"]).inWords
    #expect(line == "configuration reloaded: \(words)")
  }

  @Test func changesThatNeedARestartAreNamed() async throws {
    for text in ["catch_up: all\nsocket: {path: /tmp/x.sock}\n", "catch_up: all\nfollow: {teams: [AZ]}\n", ""] {
      try await reload(with: text)
    }
    #expect(
      logged.lines == [
        "warning settings wait for a restart changes=catch_up, socket",
        "notice configuration reloaded changes=follow changed", "warning settings wait for a restart changes=catch_up",
        "notice configuration reloaded changes=follow changed",
      ])
  }

  @Test func theStatusNamesSettingsThatWaitForARestart() async throws {
    try await reload(with: "catch_up: all\nmetrics: {listen: \"127.0.0.1:9464\"}\n")
    #expect(settings.needsRestart == ["catch_up", "metrics"])
    #expect(manager.messages.last?.hasSuffix("; restart needed for a change of catch_up, metrics") == true)
    try await reload(with: "catch_up: all\nfollow: {teams: [BSO]}\n")
    #expect(settings.needsRestart == ["catch_up", "metrics"])
    try await reload(with: "")
    #expect(settings.needsRestart.isEmpty && manager.messages.last == manager.messages.first)
  }

  /// systemd passes credentials at the start only, so that a client passes those of later.
  @Test func aReloadTakesCredentialsFromItsClient() async throws {
    let folder = try ConfigFolder()
    try folder.write("https://example.org/first\n", to: "address")
    let text = "sinks: {hook: {type: webhook, url: \"${credential:address}\"}}"
    try self.folder.write(text, to: "livegamed.yaml")
    #expect(await reload.reload().errors.count == 1)
    let first = try Credentials.read(from: folder.path)
    #expect(await reload.reload(with: first).changes == ["sink 'hook' added"])
    #expect(await reload.reload().changes.isEmpty, "a SIGHUP keeps the credentials")
    try folder.write("https://example.org/second\n", to: "address")
    let second = try Credentials.read(from: folder.path)
    #expect(await reload.reload(with: second).changes == ["sink 'hook' changed"])
    #expect(!"\(second)".contains("example.org") && !logged.lines.contains { $0.contains("example.org") })
    let refused = await reload.reload(with: Credentials())
    #expect(refused.errors.count == 1 && refused.errors[0].contains("there is no credential 'address'"))
    #expect(await reload.reload() == ReloadAnswer(changes: [], needsRestart: [], warnings: []))
  }

  @Test func theAnswerSaysWhatTheDaemonDid() async throws {
    try folder.write("follow: {teams: [BSO]}\nquiet: 1\n", to: "livegamed.yaml")
    let refused = await reload.reload()
    #expect(!refused.isApplied && refused.errors.count == 2 && refused.errors[0].hasPrefix("\(path):1:18: "))
    try folder.write("catch_up: all\nroutes: [{tags: [homerun], stop: true}]\n", to: "livegamed.yaml")
    let applied = await reload.reload()
    #expect(applied.isApplied && applied.errors.isEmpty && applied.changes == ["routes"])
    #expect(applied.needsRestart == ["catch_up"] && applied.warnings.count == 1)
  }

  /// Otherwise each SIGHUP would cause a request for every game.
  @Test func unchangedSettingsAreNotApplied() async throws {
    let sinks = "sinks: {hook: {type: webhook, url: \"https://example.org/\"}}\n"
    try await reload(with: sinks)
    let editions = (settings.polls.generation, settings.deliveries.generation)
    try await reload(with: "# the same\n" + sinks)
    #expect((settings.polls.generation, settings.deliveries.generation) == editions)
    try await reload(with: sinks + "poll: {live_max: 9s}\n")
    #expect((settings.polls.generation, settings.deliveries.generation) == (editions.0 + 1, editions.1))
    #expect(settings.polls.current.followedSince == nil)
    try await reload(with: sinks + "follow: {teams: [AZ]}\n")
    #expect(settings.polls.current.followedSince != nil)
  }

  @Test func sinksAreComparedByAllTheirSettings() {
    var (old, new) = (Config.default, Config.default)
    old.sinks = ["a", "b", "c"].map { SinkSettings(name: $0, kind: .webhook, url: Secret("https://example.org/\($0)")) }
    new.sinks = Array(old.sinks.dropFirst()) + [SinkSettings(name: "d", kind: .webhook, url: Secret(""))]
    new.sinks[1].url = Secret("https://example.org/other")
    let change = ConfigChange(from: old, to: new, since: old)
    #expect(change.applied == ["sink 'a' removed", "sink 'c' changed", "sink 'd' added"])
    #expect(!"\(change)".contains("example.org"))
  }
}
