internal import FoundationEssentials
internal import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct ConfigFilesTests {
  private let folder: ConfigFolder
  private var main: String { "\(folder.path)/livegamed.yaml" }

  init() throws { folder = try ConfigFolder() }

  private func read() throws(ConfigFaults) -> Config { try ConfigFiles.read(path: main, environment: [:]) }

  /// Returns the faults of the files, without the path of their folder.
  private func complaints() throws -> [String] {
    let faults = try #require(throws: ConfigFaults.self) { try read() }
    return faults.faults.map { $0.description.replacing("\(folder.path)/", with: "") }
  }

  @Test func dropInsOverrideTheMainFileInTheOrderOfTheirNames() throws {
    try folder.write("poll: {live_min: 3s, live_max: 20s}\ncatch_up: none\n", to: "livegamed.yaml")
    try folder.write("poll: {live_max: 40s}\n", to: "livegamed.d/20-late.yaml")
    try folder.write("poll: {live_max: 30s, idle_max: 1m}\n", to: "livegamed.d/10-early.yaml")
    let config = try read()
    #expect(config.poll.bounds.liveMin == .seconds(3))
    #expect(config.poll.bounds.liveMax == .seconds(40))
    #expect(config.poll.bounds.idleMax == .seconds(60))
    #expect(config.catchUp == .none)
  }

  @Test func mergesSinksByNameAndAppendsRoutes() throws {
    try folder.write(
      """
      sinks:
        b: {type: webhook, url: "http://example.org/b", timeout: 5s}
      routes: [{sinks: [b, a]}]
      """, to: "livegamed.yaml")
    try folder.write(
      """
      sinks:
        b: {allow_http: true}
        a: {type: webhook, url: "https://example.org/a"}
      routes: [{tags: [final], sinks: [a]}]
      """, to: "livegamed.d/more.yaml")
    let config = try read()
    #expect(config.sinks.map(\.name) == ["a", "b"])
    #expect(config.sinks[1].allowHTTP)
    #expect(config.sinks[1].timeout == .seconds(5))
    #expect(config.routes == [Rule(sinks: ["b", "a"]), Rule(tags: [.final], sinks: ["a"])])
  }

  @Test func whatFilesFollowAddsUp() throws {
    try folder.write("follow: {teams: [BOS], players: [Ana Ruiz]}\n", to: "livegamed.yaml")
    try folder.write("follow: {teams: [NYY, BOS], players: [660271]}\n", to: "livegamed.d/10.yaml")
    let follow = try read().follow
    #expect(follow.teams == ["BOS", "NYY"] && follow.players == [.name("Ana Ruiz"), .id(660_271)])
  }

  @Test func anEmptyListTakesAwayWhatEarlierFilesFollow() throws {
    try folder.write("follow: {teams: [BOS], players: [Ana Ruiz]}\n", to: "livegamed.yaml")
    try folder.write("follow: {teams: [], players: []}\n", to: "livegamed.d/10.yaml")
    try folder.write("follow: {teams: [AZ]}\n", to: "livegamed.d/20.yaml")
    #expect(try read().follow == Config.Follow(teams: ["AZ"]))
  }

  @Test func aKeyWithoutAValueTakesNothingAway() throws {
    try folder.write("follow: {teams: [BOS]}\n", to: "livegamed.yaml")
    try folder.write("follow:\n  teams:\n  #- NYY\n", to: "livegamed.d/10.yaml")
    #expect(try read().follow.teams == ["BOS"])
  }

  @Test func ignoresFilesThatAreNoDropIns() throws {
    try folder.write("", to: "livegamed.yaml")
    try folder.write("nonsense: 1", to: "livegamed.d/10-off.yaml.disabled")
    try folder.write("nonsense: 1", to: "livegamed.d/.hidden.yaml")
    #expect(try read() == Config.default)
  }

  @Test func reportsTheFaultsOfAllFilesInOrder() throws {
    try folder.write("catch_up: nothing\nfolow: {}\n", to: "livegamed.yaml")
    try folder.write("poll: {live_mim: 1s}\n", to: "livegamed.d/20.yaml")
    try folder.write("poll: [\n", to: "livegamed.d/10.yaml")
    let places = try complaints().map { String($0.prefix { $0 != " " }) }
    #expect(
      places == ["livegamed.yaml:1:11:", "livegamed.yaml:2:1:", "livegamed.d/10.yaml:2:1:", "livegamed.d/20.yaml:1:8:"])
  }

  @Test func doesNotReportMissingSinksIfAFileIsUnreadable() throws {
    try folder.write("routes: [{sinks: [hook]}]\n", to: "livegamed.yaml")
    try folder.write("sinks: {hook: {\n", to: "livegamed.d/sinks.yaml")
    let messages = try complaints()
    #expect(messages.count == 1)
    #expect(messages.allSatisfy { $0.hasPrefix("livegamed.d/sinks.yaml:") })
  }

  @Test func refusesAFileInThePlaceOfTheFolder() throws {
    try folder.write("", to: "livegamed.yaml")
    try folder.write("follow: {teams: [AZ]}\n", to: "livegamed.d")
    let messages = try complaints()
    #expect(messages.count == 1 && messages[0].hasPrefix("livegamed.d: this folder cannot be listed"), "\(messages)")
  }

  @Test func reportsAMissingFile() throws {
    #expect(try complaints() == ["livegamed.yaml: this file does not exist [config.unreadable]"])
  }

  @Test func refusesAFolder() throws {
    try folder.write("", to: "livegamed.yaml/inside")
    #expect(try complaints() == ["livegamed.yaml: this file is not a regular file [config.unreadable]"])
  }

  @Test func refusesAFileLargerThanOneMebibyte() throws {
    try folder.write(String(repeating: "# filler\n", count: 120_000), to: "livegamed.yaml")
    #expect(
      try complaints() == [
        "livegamed.yaml: this file is larger than 1048576 bytes; check that it is the right file [config.too-large]"
      ])
  }

  @Test func followsSymbolicLinks() throws {
    let real = try folder.write("catch_up: all\n", to: "elsewhere/real.yaml")
    try FileManager.default.createSymbolicLink(atPath: main, withDestinationPath: real)
    #expect(try read().catchUp == .all)
  }

  @Test(arguments: ["\n", "\r\n", ""])
  func trimsTheNewlineAtTheEndOfASecretFile(ending: String) throws {
    let secret = try folder.write("https://example.org/token" + ending, to: "hook.url")
    try folder.write("sinks: {hook: {type: webhook, url: \"${file:\(secret)}\"}}\n", to: "livegamed.yaml")
    #expect(try read().sinks.map(\.url) == [Secret("https://example.org/token")])
  }

  @Test func reportsAnEmptySecretFile() throws {
    let secret = try folder.write("\n", to: "hook.url")
    try folder.write("sinks: {hook: {type: webhook, url: \"${file:\(secret)}\"}}\n", to: "livegamed.yaml")
    #expect(try complaints() == ["livegamed.yaml:1:36: the secret is empty [config.secret]"])
  }

  @Test func withoutSystemdACredentialIsReadFromTheFolderOfTheService() throws {
    let reference = try SecretReference("${credential:hook}")
    let fault = try #require(throws: Fault.self) { try reference.resolve(in: [:], or: folder.path) }
    #expect(fault.message == "the secret's file '\(folder.path)/hook' does not exist")
    try folder.write("https://example.org/\n", to: "hook")
    #expect(try reference.resolve(in: [:], or: folder.path) == Secret("https://example.org/"))
  }

  @Test func findsACredentialByItsNameAndByThatInTheUnit() throws {
    try folder.write("https://example.org/a\n", to: "credentials/livegamed_a")
    try folder.write("https://example.org/b\n", to: "credentials/b")
    try folder.write("https://example.org/not-b\n", to: "credentials/livegamed_b")
    let environment = ["CREDENTIALS_DIRECTORY": "\(folder.path)/credentials"]
    for name in ["a", "b"] {
      let secret = try SecretReference("${credential:\(name)}").resolve(in: environment)
      #expect(secret == Secret("https://example.org/\(name)"))
    }
  }

  /// A reload accepts what a restart would: the files of the folder as they are now, and credentials that the unit names.
  @Test func givenCredentialsReplaceThoseOfTheFolderOnly() throws {
    for name in ["livegamed_removed", "livegamed_changed", "encrypted"] {
      try folder.write("https://example.org/start\n", to: "start/\(name)")
    }
    for name in ["changed", "encrypted", "new"] { try folder.write("https://example.org/now\n", to: "store/\(name)") }
    let environment = ["CREDENTIALS_DIRECTORY": "\(folder.path)/start"]
    let given = try Credentials.read(from: "\(folder.path)/store")
    for (name, time) in [("changed", "now"), ("new", "now"), ("encrypted", "start")] {
      let secret = try SecretReference("${credential:\(name)}").resolve(in: environment, credentials: given)
      #expect(secret == Secret("https://example.org/\(time)"), "\(name)")
    }
    for credentials in [given, Credentials()] {
      let fault = try #require(throws: Fault.self) {
        try SecretReference("${credential:removed}").resolve(in: environment, credentials: credentials, or: "/store")
      }
      #expect(fault.message == "there is no credential 'removed' in '/store'")
    }
    // Without systemd a start reads the folder itself, also what links in it name.
    for (name, time) in [("new", "now"), ("livegamed_removed", "start")] {
      let secret = try SecretReference("${credential:\(name)}").resolve(
        in: [:], credentials: given, or: "\(folder.path)/start")
      #expect(secret == Secret("https://example.org/\(time)"), "\(name)")
    }
  }
}
