internal import FoundationEssentials
internal import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct SetupTextTests {
  private let folder: ConfigFolder
  private var main: String { "\(folder.path)/livegamed.yaml" }

  init() throws { folder = try ConfigFolder() }

  /// Good values for each key that a question asks for.
  private static let values: [String: [String: String]] = [
    "webhook": ["url": "https://example.org/hook", "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"],
    "discord": ["url": "https://discord.com/api/webhooks/1/abc-_"],
    "slack": ["url": "https://hooks.slack.com/services/T0/B0/x"],
    "ntfy": ["topic": "livegamed-abc", "url": "https://ntfy.sh", "token": "tk_abc"],
    "gotify": ["url": "https://gotify.example.org", "token": "A-b.c"],
    "telegram": ["token": "123456:ABC-def", "chat_id": "-1001234567890"],
    "matrix": ["url": "https://matrix.example.org", "token": "syt_abc", "room": "!abc:example.org"],
    "home_assistant": ["url": "http://homeassistant.local:8123/api/webhook/x"],
    "mqtt": ["url": "mqtt://homeassistant.local", "user": "livegamed", "password": "secret"],
    "exec": ["command": "/bin/echo it's \"quoted\" \\ #here: [x]"],
  ]

  private func answers(
    _ channel: SetupChannel, teams: [String] = ["BOS"], sink: String? = nil, values: [String: String]? = nil
  ) throws -> SetupAnswers {
    SetupAnswers(
      teams: teams, channel: channel, sink: sink ?? channel.setup.sinkName,
      values: try values ?? #require(Self.values[channel.type]), delay: "35s")
  }

  private func channel(_ type: String) throws -> SetupChannel { try #require(SetupChannel.named(type)) }

  private func check(_ context: SetupContext = SetupContext(.default), file: String? = nil) -> SetupCheck {
    SetupCheck(context: context, main: main, file: file ?? main, environment: [:])
  }

  @Test func everyKindOfSinkIsOfferedAndAsksForKeysThatItHas() {
    #expect(Set(SetupChannel.all.map(\.type)) == Set(SinkKinds.all.map { $0.name }))
    for kind in SinkKinds.all {
      #expect(kind.setup.questions.allSatisfy { kind.has($0.key) && !$0.help.isEmpty })
      let asked = kind.setup.questions.filter { $0.fallback == .none }.map(\.key)
      #expect(kind.requiredKeys.allSatisfy { asked.contains($0.name) })
    }
  }

  @Test(arguments: SetupChannel.all)
  func whatIsWrittenIsAGoodConfiguration(channel: SetupChannel) throws {
    let answers = try answers(channel)
    let expected = try check().config(of: answers)
    try folder.write(
      try SetupText(answers, in: SetupContext(.default)).yaml(hasCredentials: false), to: "livegamed.yaml")
    let config = try ConfigFiles.read(path: main, environment: [:])
    #expect(config == expected)
    #expect(config.follow.teams == ["BOS"] && config.sinks.map(\.name) == [channel.setup.sinkName])
    #expect(config.sinks.map(\.type) == [channel.type] && config.sinks.map(\.delay) == [.seconds(35)])
    #expect(config.routes.map(\.sinks) == [[channel.setup.sinkName]])
  }

  @Test(arguments: SetupChannel.all)
  func secretsCanBeCredentials(channel: SetupChannel) throws {
    let text = try SetupText(answers(channel), in: SetupContext(.default))
    let yaml = try text.yaml(hasCredentials: true)
    for (name, secret) in text.credentials {
      try folder.write(secret + "\n", to: name)
      #expect(!yaml.contains(secret))
    }
    let secrets = channel.setup.questions.filter(\.isSecret).count
    #expect(text.credentials.count == secrets)
    try folder.write(yaml, to: "livegamed.yaml")
    let config = try ConfigFiles.read(path: main, environment: ["CREDENTIALS_DIRECTORY": folder.path])
    #expect(try config == check().config(of: answers(channel)))
  }

  @Test func aReferenceToASecretIsWrittenAsItIs() throws {
    let answers = try answers(channel("discord"), values: ["url": "${credential:mine}"])
    let text = SetupText(answers, in: SetupContext(.default))
    #expect(text.credentials.isEmpty)
    #expect(try text.yaml(hasCredentials: true).contains("url: \"${credential:mine}\""))
  }

  @Test func aDefaultIsNotWritten() throws {
    let yaml = try SetupText(answers(channel("ntfy")), in: SetupContext(.default)).yaml(hasCredentials: false)
    #expect(!yaml.contains("ntfy.sh") && yaml.contains("topic: \"livegamed-abc\""))
  }

  @Test(arguments: [
    ("http://127.0.0.1:80/x", ["allow_http"]), ("https://127.0.0.1/x", ["allow_private"]),
    ("https://example.org/x", []),
  ])
  func addressesOfOnesOwnNetworkAreAllowed(url: String, expected: [String]) throws {
    let answers = try answers(channel("webhook"), values: ["url": url])
    #expect(answers.permissions == expected)
    #expect(throws: Never.self) { try check().config(of: answers) }
  }

  /// A line of a file that does not exist would help nobody.
  @Test func aWrongValueHasNoPlace() throws {
    let answers = try answers(channel("discord"), values: ["url": "hello"])
    let faults = #expect(throws: ConfigFaults.self) { try check().config(of: answers) }
    #expect(
      faults?.description
        == "'url' takes an https address with a host; write it as in 'https://example.org/hook' [config.bad-value]")
  }

  @Test func aWrongValueIsReportedAtOnceAndAMissingOneIsNot() throws {
    var answers = try answers(channel("telegram"), values: [:])
    #expect(check().faults(of: answers).isEmpty)
    answers.values["token"] = "secret words"
    let faults = check().faults(of: answers)
    #expect(faults.map(\.message) == ["'token' takes printable ASCII without spaces"])
    #expect(!faults.map(\.description).joined().contains("secret words"))
  }

  @Test(arguments: ["0s", "35s", "1m30s", "1h"]) func aGoodDelay(delay: String) {
    #expect(SetupCheck.fault(ofDelay: delay) == nil)
  }

  @Test(arguments: ["", "35", "2h", "35 s", "-1s"]) func aBadDelay(delay: String) {
    #expect(SetupCheck.fault(ofDelay: delay)?.code == .configBadValue)
  }

  /// Returns the configuration with a second sink beside this main file.
  private func added(_ teams: [String], to main: String) throws -> Config {
    try folder.write(main, to: "livegamed.yaml")
    let context = SetupContext(try ConfigFiles.read(path: self.main, environment: [:]))
    let file = "\(folder.path)/livegamed.d/my-phone.yaml"
    return try check(context, file: file).config(of: answers(channel("ntfy"), teams: teams))
  }

  private static let hook = "sinks:\n  old: {type: exec, command: [/bin/true]}\n"

  @Test func anEmptyConfigurationFollowsTheTeams() throws {
    let config = try added(["BOS", "NYY"], to: "# nothing yet\n")
    #expect(config.follow.teams == ["BOS", "NYY"] && config.routes.count == 1)
  }

  @Test func sinksWithoutRoutesKeepWhatTheyGot() throws {
    let config = try added(["BOS"], to: Self.hook)
    #expect(config.follow.teams.isEmpty)
    #expect(config.routes.map(\.sinks) == [["old"], ["my-phone"]] && config.routes[0].conditions.teams.isEmpty)
  }

  @Test func moreTeamsAreFollowedAndTheOthersStay() throws {
    let config = try added(["BOS"], to: "follow: {teams: [NYY]}\n" + Self.hook)
    #expect(config.follow.teams == ["NYY", "BOS"])
    #expect(config.routes.map(\.sinks) == [["old"], ["my-phone"]] && config.routes[0].conditions.teams == ["NYY"])
  }

  @Test func everyTeamCannotBeAddedToSome() throws {
    let fault = #expect(throws: Fault.self) { try added([], to: "follow: {teams: [NYY]}\n" + Self.hook) }
    #expect(fault?.code == .setupFollow)
  }

  /// With such a second sink, every message would come twice.
  @Test(arguments: SetupChannel.all)
  func aSinkThatSendsToTheSameReceiverIsFound(channel: SetupChannel) throws {
    let old = try SetupText(answers(channel, sink: "old"), in: SetupContext(.default)).yaml(hasCredentials: false)
    try folder.write(old, to: "livegamed.d/old.yaml")
    try folder.write("", to: "livegamed.yaml")
    let context = SetupContext(try ConfigFiles.read(path: main, environment: [:]))
    let added = check(context, file: "\(folder.path)/livegamed.d/new.yaml")
    let twin = SetupCheck.twin(of: "new", in: try added.config(of: answers(channel, teams: ["NYY"], sink: "new")))
    let lines = old.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("old:") }) + 1
    #expect(twin?.name == "old")
    #expect(twin?.place == .file("\(folder.path)/livegamed.d/old.yaml", line: line, column: 3))
    var values = try #require(Self.values[channel.type])
    let question = try #require(
      channel.setup.questions.last { $0.key != "secret" && ($0.key != "token" || channel.type != "ntfy") })
    values[question.key] = channel.type == "exec" ? "/bin/true" : (values[question.key] ?? "") + "1"
    let other = try added.config(of: answers(channel, sink: "new", values: values))
    #expect(SetupCheck.twin(of: "new", in: other) == nil)
  }

  /// A second team for the same address is a route, and no second sink.
  @Test(arguments: SetupChannel.all)
  func aTeamIsAddedToTheSinkThatIsThere(channel: SetupChannel) throws {
    let old = try SetupText(answers(channel, sink: "old"), in: SetupContext(.default)).yaml(hasCredentials: false)
    try folder.write(old, to: "livegamed.yaml")
    let context = SetupContext(try ConfigFiles.read(path: main, environment: [:]))
    #expect(context.sends(["BOS"], of: channel, to: "old"))
    #expect(!context.sends(["BOS", "NYY"], of: channel, to: "old") && !context.sends([], of: channel, to: "old"))
    var answers = try answers(channel, teams: ["NYY"], sink: "old")
    answers.isNewSink = false
    let file = "\(folder.path)/livegamed.d/new.yaml"
    let text = SetupText(answers, in: context)
    #expect(text.credentials.isEmpty)
    #expect(try !text.yaml(hasCredentials: true).contains("sinks:\n"))
    let config = try check(context, file: file).config(of: answers)
    #expect(config.sinks.map(\.name) == ["old"] && config.follow.teams == ["BOS", "NYY"])
    #expect(
      config.routes.map(\.conditions.teams) == [["BOS"], ["NYY"]] && config.routes.allSatisfy { $0.sinks == ["old"] })
    let both = SetupContext(config)
    #expect(both.sends(["NYY"], of: channel, to: "old") && !both.sends(["SEA"], of: channel, to: "old"))
  }

  @Test func aRouteWithOtherConditionsDoesNotSendTheTeam() throws {
    let channel = try channel("ntfy")
    for (route, sends) in [
      ("{tags: [home_run], sinks: [old]}", false), ("{tags: [final, scoring, hit], sinks: [old]}", true),
      ("{teams: [BOS], innings: 7-9, sinks: [old]}", false), ("{sinks: [other]}", false), ("{sinks: [old]}", true),
    ] {
      try folder.write(
        Self.hook + "  other: {type: exec, command: [/bin/false]}\nroutes: [\(route)]\n", to: "livegamed.yaml")
      let context = SetupContext(try ConfigFiles.read(path: main, environment: [:]))
      #expect(context.sends(["BOS"], of: channel, to: "old") == sends, "\(route)")
    }
  }

  @Test(arguments: ["a.yaml", "zz.yaml"])
  func theTeamsOfFilesWithAnyNameAreFollowedToo(name: String) throws {
    try folder.write("follow: {teams: [NYY]}\n" + Self.hook, to: "livegamed.d/\(name)")
    #expect(try Set(added(["BOS"], to: "").follow.teams) == ["BOS", "NYY"])
    #expect(try added(["NYY"], to: "").follow.teams == ["NYY"])
  }

  @Test func aLaterFileThatHidesTheChoiceOfEveryTeamIsReported() throws {
    try folder.write("follow: {teams: [NYY]}\n", to: "livegamed.d/zz.yaml")
    let fault = #expect(throws: Fault.self) { try added([], to: "") }
    #expect(fault?.code == .setupLater)
  }
}

extension SetupChannel: CustomTestStringConvertible {
  package var testDescription: String { type }
}
