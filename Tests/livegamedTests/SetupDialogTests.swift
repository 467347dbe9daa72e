import Foundation
import LiveModel
import LivePlatform
import Testing

@testable import LiveCore
@testable import livegamed

/// The questions of `livegamed setup`, answered by a script.
@Suite struct SetupDialogTests {
  /// A terminal whose user types these lines, then ends the input.
  private final class Script: SetupTerminal {
    private let typed: Locked<[String]>
    private let lines = Locked<[String]>([])
    private let hidden = Locked<[String]>([])

    init(_ typed: [String]) { self.typed = Locked(typed) }

    convenience init(_ typed: String...) { self.init(typed) }

    var shown: String { lines.withLock { $0.joined(separator: "\n") } }
    /// The prompts whose answers are not shown.
    var hiddenPrompts: [String] { hidden.withLock { $0 } }

    func say(_ line: String) async throws { lines.withLock { $0.append(line) } }

    func ask(_ prompt: String, isHidden: Bool) async throws -> String? {
      lines.withLock { $0.append(prompt) }
      if isHidden { hidden.withLock { $0.append(prompt) } }
      return typed.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
  }

  private func dialog(_ script: Script) -> SetupDialog {
    let check = SetupCheck(context: SetupContext(.default), main: "/none", file: "/none", environment: [:])
    return SetupDialog(terminal: script) { check.faults(of: $0) }
  }

  private func values(of type: String, _ script: Script) async throws -> [String: String] {
    let channel = try #require(SetupChannel.named(type))
    var answers = SetupAnswers(teams: [], channel: channel, sink: "x", delay: "0s")
    try await dialog(script).values(of: &answers)
    return answers.values
  }

  @Test(arguments: [
    (["yes"], true), (["N"], false), ([""], true), (["sure", "ja", "y"], true), (["yn", "no"], false),
  ])
  func yesOrNoIsAskedForAgain(typed: [String], expected: Bool) async throws {
    let script = Script(typed)
    #expect(try await dialog(script).confirms("Send?", standard: true) == expected)
    #expect(script.shown.contains("Type y or n.") == (typed.count > 1))
  }

  @Test func valuesAreCorrectedAndKept() async throws {
    let channel = try #require(SetupChannel.named("webhook"))
    var answers = SetupAnswers(teams: [], channel: channel, sink: "x", delay: "0s")
    let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    answers.values = ["url": "https://example.org/a", "secret": secret]
    let script = Script("gopher://x", "https://example.org/b", "")
    try await dialog(script).correct(&answers)
    #expect(answers.values == ["url": "https://example.org/b", "secret": secret])
    #expect(script.shown.contains("[as before]: ") && script.hiddenPrompts.count == 1)
    await #expect(throws: SetupIsCancelled.self) { try await dialog(Script()).correct(&answers) }
  }

  @Test(arguments: [("red sox, nyy", ["BOS", "NYY"]), ("all", []), ("BOS,bos", ["BOS"])])
  func readsTeams(text: String, teams: [String]) async throws {
    #expect(try await dialog(Script(text)).teams() == teams)
  }

  @Test func asksAgainForATeamThatDoesNotExist() async throws {
    let script = Script("", "Bosten", "new york", "NYM")
    #expect(try await dialog(script).teams() == ["NYM"])
    #expect(script.shown.contains("'new york' could be several teams; type one of"))
    #expect(script.shown.contains("no team is called 'Bosten'; did you mean 'BOS' (Boston Red Sox)?"))
    #expect(script.shown.contains("type one of 'NYM' (New York Mets) or 'NYY' (New York Yankees)"))
  }

  @Test func asksAgainForTeamsThatCannotBeChosen() async throws {
    let script = Script("all", "BOS")
    let teams = try await dialog(script).teams { teams throws(Fault) in
      if teams.isEmpty { throw Fault(.setupFollow, "not every team", hint: "choose teams") }
    }
    #expect(teams == ["BOS"] && script.shown.contains("not every team; choose teams"))
  }

  @Test func aChannelIsANumberOrAName() async throws {
    let last = String(SetupChannel.all.count)
    for (typed, type) in [("1", SetupChannel.all[0].type), (last, "exec"), ("Home Assistant", "home_assistant")] {
      #expect(try await dialog(Script("0", "99", "?", typed)).channel().type == type)
    }
  }

  @Test func asksOnlyForWhatTheKindNeeds() async throws {
    let values = try await values(of: "telegram", Script("123:abc", "@channel"))
    #expect(values == ["token": "123:abc", "chat_id": "@channel"])
  }

  @Test func aSecretIsNotShown() async throws {
    let script = Script("https://gotify.example.org", "token")
    _ = try await values(of: "gotify", script)
    #expect(script.hiddenPrompts == ["Token of an application (not shown): "])
  }

  @Test func anEmptyAnswerTakesTheDefault() async throws {
    let script = Script("", "", "")
    let values = try await values(of: "ntfy", script)
    let topic = try #require(values["topic"])
    #expect(values == ["topic": topic, "url": "https://ntfy.sh"])
    #expect(topic.wholeMatch(of: /livegamed-[a-z2-9]{16}/) != nil && script.shown.contains("Topic: \(topic)"))
  }

  @Test func aSigningSecretIsMade() async throws {
    let values = try await values(of: "webhook", Script("https://example.org/x", ""))
    let secret = Secret(try #require(values["secret"]))
    #expect(throws: Never.self) { try Signature.Key(secret) }
  }

  @Test func asksAgainForAWrongValue() async throws {
    let script = Script("", "ftp://x", "https://example.org/x")
    #expect(try await values(of: "home_assistant", script) == ["url": "https://example.org/x"])
    #expect(script.shown.contains("'url' takes an https address"))
  }

  @Test func theDelayForPeopleIsThatOfMostStreams() async throws {
    #expect(try await dialog(Script("")).delay(isForPeople: true) == "35s")
    #expect(try await dialog(Script("")).delay(isForPeople: false) == "0s")
    #expect(try await dialog(Script("soon", "2h", "1m")).delay(isForPeople: true) == "1m")
  }

  @Test func theEndOfTheInputCancels() async throws {
    await #expect(throws: SetupIsCancelled.self) { try await dialog(Script()).teams() }
    await #expect(throws: SetupIsCancelled.self) { try await values(of: "telegram", Script("123:abc")) }
  }

  @Test func everyKindOfSinkHasAnOption() {
    #expect(Set(SetupChannelOptions.types) == Set(SetupChannel.all.map(\.type)))
  }
}
