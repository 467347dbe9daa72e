import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct SlackServiceTests {
  private let internet = SimulatedInternet()
  private var slack: SimulatedSlack { internet.slack }

  private func bot(_ channel: String = SimulatedSlack.channel) throws -> ServiceConversation {
    ServiceConversation(try internet.sink(.slack) { $0.own(SlackSettings.self) { $0.bot?.channel = channel } })
  }

  private func hook() throws -> ServiceConversation {
    let configured = try internet.sink(.slack) { settings in
      settings.url = Secret(SimulatedSlack.hook)
      settings.kind = SlackSettings()
    }
    return ServiceConversation(configured)
  }

  @Test func aMissingThreadIsNoLongerUsedAndReported() async throws {
    let bot = try bot()
    let root = try await bot.handle(of: "Play ball.")
    let ts = try #require(SlackHandle(root)).ts
    #expect(try await bot.post("A single.", in: root).name == "accepted")
    slack.deleteMessage(ts)
    guard case .accepted(let receipt) = try await bot.post("A double.", in: root) else {
      Issue.record("the message is lost")
      return
    }
    #expect(receipt.leftThread && receipt.handle != nil)
    #expect(slack.shown.map(\.thread) == [ts, nil])
    // The message that was accepted starts a thread like any other.
    let next = try #require(receipt.handle)
    slack.lockThread(try #require(SlackHandle(next)).ts)
    guard case .accepted(let last) = try await bot.post("A triple.", in: next) else {
      Issue.record("the message is lost")
      return
    }
    #expect(last.leftThread && slack.shown.count == 3)
  }

  @Test func aMessageInItsThreadIsNotReportedAsMoved() async throws {
    let bot = try bot()
    let root = try await bot.handle(of: "Play ball.")
    guard case .accepted(let receipt) = try await bot.post("A single.", in: root) else {
      Issue.record("the message is lost")
      return
    }
    #expect(!receipt.leftThread && slack.requests.count == 2)
  }

  /// A closed old channel says nothing about the channel that new messages go to.
  @Test(arguments: [SimulatedSlack.archive, SimulatedSlack.takeRights, SimulatedSlack.deleteChannel])
  func anEditInAClosedChannelDisablesNothing(_ close: @Sendable (SimulatedSlack) -> (String) -> Void) async throws {
    let handle = try await bot("#old").handle(of: "A single.")
    close(slack)("#old")
    let bot = try bot("#games")
    #expect(try await bot.change(handle, to: "A double.").name == "lostTarget")
    #expect(try await bot.post("A double.").name == "accepted")
    #expect(try await self.bot("#old").post("A double.").name == "deadEndpoint")
  }

  @Test func aRestoredRightIsUsed() async throws {
    let bot = try bot()
    slack.archive("#games")
    #expect(try await bot.post("A single.").name == "deadEndpoint")
    slack.unarchive("#games")
    #expect(try await bot.post("A single.").name == "accepted")
    slack.takeRights("#games")
    #expect(try await bot.post("A single.").name == "deadEndpoint")
    slack.giveRights("#games")
    #expect(try await bot.post("A single.").name == "accepted")
    slack.revokeToken()
    #expect(try await bot.post("A single.").name == "deadEndpoint")
  }

  @Test func aMessageThatCannotBeEditedIsPostedAgain() async throws {
    let bot = try bot()
    let (fixed, gone) = (try await bot.handle(of: "A single."), try await bot.handle(of: "A walk."))
    slack.closeEditWindow(try #require(SlackHandle(fixed)).ts)
    slack.deleteMessage(try #require(SlackHandle(gone)).ts)
    for handle in [fixed, gone] { #expect(try await bot.change(handle, to: "A double.").name == "lostTarget") }
  }

  /// A waiting message goes to the channel that is configured when it is sent.
  @Test func theChannelIsNotStored() async throws {
    let composed = try bot("#old").sink.compose(.news([SampleMessages.deliverable("A single.")], thread: nil))
    #expect(!String(decoding: composed.body, as: UTF8.self).contains("#old"))
    _ = await (try bot("#games").sink).send(composed, id: WebhookID(rawValue: "m"), at: SampleEvents.start)
    #expect(slack.shown.map(\.place) == ["#games"])
  }

  @Test func everyFormOfARateLimitIsKnown() async throws {
    for (limit, seconds) in [(SimulatedSlack.Limit.status(7), 7), (.inside200, 30)] {
      slack.limit(limit)
      let pause = try #require(try await bot().post("A single.").pause)
      #expect(pause.wait == .seconds(seconds) && pause.scope == .sink)
    }
    slack.limit(.word(9))
    let pause = try #require(try await hook().post("A single.").pause)
    #expect(pause.wait == .seconds(9) && pause.scope == .sink)
  }

  @Test func aWebhookPostsToItsChannel() async throws {
    #expect(try await hook().post("A single.").name == "accepted")
    #expect(slack.shown.map(\.place) == ["#games"])
    slack.archive("#games")
    #expect(try await hook().post("A single.").name == "deadEndpoint")
    slack.unarchive("#games")
    slack.deleteChannel("#games")
    #expect(try await hook().post("A single.").name == "deadEndpoint")
    slack.deleteWebhook()
    #expect(try await hook().post("A single.").name == "deadEndpoint")
  }

  @Test(arguments: [
    #"{"text":""}"#, #"{"text":"a","blocks":[{"type":"section","text":{"type":"mrkdwn","text":""}}]}"#,
    #"{"text":"a","blocks":[{"type":"header","text":{"type":"mrkdwn","text":"a"}}]}"#, #"{"text":"a","text":"b"}"#,
  ])
  func aMessageThatSlackRejectsIsABadMessage(_ body: String) async throws {
    let message = Message(body: Array(body.utf8))
    for sink in [try bot(), try hook()] {
      #expect(await sink.sink.send(message, id: WebhookID(rawValue: "m"), at: SampleEvents.start).name == "badMessage")
    }
  }
}
