import Testing

@testable import LiveCore

@Suite struct TelegramServiceTests {
  private let internet = SimulatedInternet()
  private var telegram: SimulatedTelegram { internet.telegram }

  private func sink(chat: Int = SimulatedTelegram.chat, topic: Int? = nil) throws -> ServiceConversation {
    let configured = try internet.sink(.telegram) { settings in
      settings.own(TelegramSettings.self) { ($0.chat, $0.threadID) = ("\(chat)", topic.map { "\($0)" }) }
    }
    return ServiceConversation(configured)
  }

  @Test(arguments: [TelegramWorld.Kind.group, .channel]) func rightsCanBeRevokedAndRestored(
    _ kind: TelegramWorld.Kind
  ) async throws {
    telegram.addChat(-5, kind)
    let sink = try sink(chat: -5)
    let handle = try await sink.handle(of: "A single.")
    telegram.takeRights(-5)
    #expect(try await sink.post("A walk.").name == "tryAgain")
    #expect(try await sink.change(handle, to: "A double.").name == (kind == .channel ? "lostTarget" : "accepted"))
    telegram.giveRights(-5)
    #expect(try await sink.post("A walk.").name == "accepted")
  }

  @Test func aClosedTopicIsRetriedAndADeletedOneIsNot() async throws {
    telegram.addTopic(42)
    let sink = try sink(topic: 42)
    #expect(try await sink.post("A single.").name == "accepted")
    telegram.closeTopic(42)
    #expect(try await sink.post("A double.").name == "tryAgain")
    telegram.openTopic(42)
    #expect(try await sink.post("A double.").name == "accepted")
    #expect(telegram.shown.map(\.thread) == ["42", "42"])
    telegram.deleteTopic(42)
    #expect(try await sink.post("A triple.").name == "deadEndpoint")
    #expect(telegram.shown.isEmpty)
  }

  @Test func aMigratedGroupReportsItsNewChat() async throws {
    let sink = try sink()
    let handle = try await sink.handle(of: "A single.")
    telegram.migrate(to: -1_009)
    let answer = try await sink.post("A double.")
    #expect(answer.name == "deadEndpoint")
    #expect(answer.reason?.text == "the group has become another chat: set 'chat_id' to -1009")
    #expect(try await sink.change(handle, to: "A double.").name == "lostTarget")
    // The waiting message goes to the new chat unchanged.
    let composed = try sink.sink.compose(SampleMessages.news("A double."))
    #expect(
      await (try self.sink(chat: -1_009).sink).send(composed, id: WebhookID(rawValue: "m"), at: SampleEvents.start).name
        == "accepted")
    #expect(telegram.shown.map(\.place) == ["\(SimulatedTelegram.chat)", "-1009"])
  }

  @Test func aMissingChatMemberOrTokenDisablesTheSink() async throws {
    let sink = try sink()
    let handle = try await sink.handle(of: "A single.")
    telegram.kick()
    #expect(try await sink.post("A double.").name == "deadEndpoint")
    #expect(try await sink.change(handle, to: "A double.").name == "lostTarget")
    telegram.deleteChat()
    #expect(try await sink.post("A double.").name == "deadEndpoint")
    #expect(try await sink.change(handle, to: "A double.").name == "lostTarget")
    telegram.revokeToken()
    #expect(try await sink.change(handle, to: "A double.").name == "deadEndpoint")
  }

  @Test func aMessageThatCannotBeEditedIsPostedAgain() async throws {
    let sink = try sink()
    let (fixed, gone) = (try await sink.handle(of: "A single."), try await sink.handle(of: "A walk."))
    telegram.closeEditWindow(try #require(Int(fixed.rawValue)))
    telegram.deleteMessage(try #require(Int(gone.rawValue)))
    for handle in [fixed, gone] { #expect(try await sink.change(handle, to: "A double.").name == "lostTarget") }
  }

  @Test func anEditWithoutAChangeIsAccepted() async throws {
    let sink = try sink()
    let handle = try await sink.handle(of: "A single.")
    #expect(try await sink.change(handle, to: "A single.") == .accepted(Receipt(handle: handle)))
    #expect(telegram.shown.map(\.edits) == [0])
  }

  @Test func everyFormOfARateLimitIsKnown() async throws {
    for limit in [SimulatedTelegram.Limit.parameters(5), .header(5)] {
      telegram.limit(limit)
      let pause = try #require(try await sink().post("A single.").pause)
      #expect(pause.wait == .seconds(5) && pause.scope == .sink)
    }
    telegram.limit(.words(5))
    #expect(try await sink().post("A single.").name == "tryAgain")
  }

  @Test(arguments: ["<b>a", "a</b>", "<x>a</x>", "", " ", String(repeating: "x", count: 4097)])
  func aMessageThatTelegramRejectsIsABadMessage(_ text: String) async throws {
    let body = #"{"text":"\#(text)","parse_mode":"HTML"}"#
    let message = Message(body: Array(body.utf8))
    #expect(
      await (try sink().sink).send(message, id: WebhookID(rawValue: "m"), at: SampleEvents.start).name == "badMessage")
  }

  @Test func markupDoesNotCountTowardsTheLimit() async throws {
    let text = "<b>\(String(repeating: "&amp;", count: 4096))</b>"
    let message = Message(body: Array(#"{"text":"\#(text)","parse_mode":"HTML"}"#.utf8))
    #expect(
      await (try sink().sink).send(message, id: WebhookID(rawValue: "m"), at: SampleEvents.start).name == "accepted")
    #expect(telegram.shown[0].text == String(repeating: "&", count: 4096))
  }
}
