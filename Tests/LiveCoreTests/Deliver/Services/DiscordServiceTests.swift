import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite struct DiscordServiceTests {
  private let clock = Locked(SampleEvents.start)
  private let internet: SimulatedInternet
  private let discord: SimulatedDiscord

  init() {
    internet = SimulatedInternet { [clock] in clock.withLock { $0 } }
    discord = internet.discord
  }

  private func sink(thread: String? = nil) throws -> ServiceConversation {
    ServiceConversation(try internet.sink(.discord) { $0.kind = DiscordSettings(threadID: thread) })
  }

  @Test func aPostOpensAnArchivedThreadAndAnEditDoesNot() async throws {
    discord.addThread("77")
    let sink = try sink(thread: "77")
    let handle = try await sink.handle(of: "A single.")
    discord.archive("77")
    #expect(try await sink.change(handle, to: "A double.").name == "lostTarget")
    #expect(discord.isArchived("77"))
    #expect(try await sink.post("A double.").name == "accepted")
    #expect(!discord.isArchived("77") && discord.shown.map(\.thread) == ["77", "77"])
    discord.lock("77")
    #expect(try await sink.post("A triple.").name == "tryAgain")
    discord.unlock("77")
    #expect(try await sink.change(handle, to: "A double.").name == "accepted")
    discord.deleteThread("77")
    #expect(try await sink.change(handle, to: "A triple.").name == "lostTarget")
    #expect(try await sink.post("A triple.").name == "deadEndpoint")
  }

  @Test func aForumRequiresAThread() async throws {
    discord.becomeForum()
    #expect(try await sink().post("A single.").reason?.text.contains("set 'thread_id'") == true)
    discord.addThread("77")
    #expect(try await sink(thread: "77").post("A single.").name == "accepted")
  }

  @Test func missingRightsWebhooksAndMessagesAreClassified() async throws {
    let sink = try sink()
    let handle = try await sink.handle(of: "A single.")
    discord.takeRights()
    #expect(try await sink.post("A double.").name == "deadEndpoint")
    #expect(try await sink.change(handle, to: "A double.").name == "lostTarget")
    discord.giveRights()
    discord.deleteMessage(handle.rawValue)
    #expect(try await sink.change(handle, to: "A double.").name == "lostTarget")
    discord.deleteWebhook()
    #expect(try await sink.change(handle, to: "A double.").name == "deadEndpoint")
    let other = try internet.sink(.discord) { $0.url = Secret(SimulatedDiscord.url + "x") }
    #expect(try await ServiceConversation(other).post("A single.").name == "deadEndpoint")
  }

  @Test func editsOfAnOldMessageAreLimited() async throws {
    let sink = try sink()
    let handle = try await sink.handle(of: "A single.")
    discord.allowOldEdits(1)
    #expect(try await sink.change(handle, to: "A double.").name == "accepted")
    clock.withLock { $0 = SampleEvents.start + .seconds(3601) }
    #expect(try await sink.change(handle, to: "A triple.").name == "accepted")
    #expect(try await sink.change(handle, to: "A single.").name == "lostTarget")
    let fresh = try await sink.handle(of: "A single.")
    #expect(try await sink.change(fresh, to: "A double.").name == "accepted")
    #expect(discord.shown.map(\.edits) == [2, 1])
  }

  private static let limits: [(limit: SimulatedDiscord.Limit, seconds: Int, scope: Answer.Scope)] = [
    (.header(3), 3, .sink), (.body(2), 2, .sink), (.global(1), 1, .host), (.cloudflare(900), 900, .host),
    (.slowMode(5), 5, .sink),
  ]

  @Test(arguments: limits)
  func everyFormOfARateLimitIsKnown(
    _ limit: SimulatedDiscord.Limit, _ seconds: Int, _ scope: Answer.Scope
  ) async throws {
    discord.limit(limit)
    let pause = try #require(try await sink().post("A single.").pause)
    #expect(pause.wait == .seconds(seconds) && pause.scope == scope)
    #expect(try await sink().post("A single.").name == "accepted")
  }

  @Test func theLimitOfAnOldMessageHoldsForItAlone() async throws {
    let sink = try sink()
    let handle = try await sink.handle(of: "A single.")
    discord.limit(.oldMessage(20))
    let pause = try #require(try await sink.change(handle, to: "A double.").pause)
    #expect(pause.wait == .seconds(20) && pause.scope == .message)
    discord.limit(.oldMessage(nil))
    #expect(try await sink.change(handle, to: "A double.").name == "lostTarget")
  }

  @Test(arguments: [
    #"{"embeds":[]}"#, #"{"embeds":[{}]}"#, #"{"content":""}"#, "{", #"{"content":"a","content":"b"}"#,
  ])
  func aMessageThatDiscordRejectsIsABadMessage(_ body: String) async throws {
    let message = Message(body: Array(body.utf8))
    #expect(
      await (try sink().sink).send(message, id: WebhookID(rawValue: "m"), at: SampleEvents.start).name == "badMessage")
  }

  @Test(arguments: [(256, true), (257, false)]) func aTitleHasALimit(_ count: Int, _ isTaken: Bool) async throws {
    let body = #"{"embeds":[{"title":"\#(String(repeating: "x", count: count))"}]}"#
    let message = Message(body: Array(body.utf8))
    let answer = await (try sink().sink).send(message, id: WebhookID(rawValue: "m"), at: SampleEvents.start)
    #expect(answer.name == (isTaken ? "accepted" : "badMessage"))
  }

  @Test(arguments: [(10, 600, true), (11, 10, false), (10, 601, false)])
  func allEmbedsTogetherHaveALimit(_ count: Int, _ length: Int, _ isTaken: Bool) async throws {
    let embed = #"{"description":"\#(String(repeating: "x", count: length))"}"#
    let body = "{\"embeds\":[\(Array(repeating: embed, count: count).joined(separator: ","))]}"
    let message = Message(body: Array(body.utf8))
    let answer = await (try sink().sink).send(message, id: WebhookID(rawValue: "m"), at: SampleEvents.start)
    #expect(answer.name == (isTaken ? "accepted" : "badMessage"))
  }
}
