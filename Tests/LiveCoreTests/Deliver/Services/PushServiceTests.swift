import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// Services for push notifications: ntfy and Gotify.
@Suite struct PushServiceTests {
  private let internet = SimulatedInternet()
  private var ntfy: SimulatedNtfy { internet.ntfy }

  private func ntfySink(_ change: (inout NtfySettings) -> Void = { _ in }) throws -> ServiceConversation {
    ServiceConversation(try internet.sink(.ntfy) { $0.own(NtfySettings.self, change) })
  }

  @Test func anOldServerShowsAnEditAsANewNotification() async throws {
    let sink = try ntfySink()
    let handle = try await sink.handle(of: "A single.")
    ntfy.forgetSequences()
    #expect(try await sink.change(handle, to: "A double.") == .accepted(Receipt()))
    #expect(ntfy.shown.count == 2 && ntfy.shown.allSatisfy { $0.edits == 0 })
  }

  @Test func anEditOfADeletedMessageIsANewNotification() async throws {
    let sink = try ntfySink()
    let handle = try await sink.handle(of: "A single.")
    ntfy.deleteMessage(handle.rawValue)
    #expect(try await sink.change(handle, to: "A double.") == .accepted(Receipt(handle: handle)))
    #expect(ntfy.shown.count == 1)
  }

  @Test func aSinkWithoutWriteAccessIsDisabled() async throws {
    ntfy.takeRights()
    #expect(try await ntfySink().post("A single.").name == "deadEndpoint")
    let allowed = try ntfySink { $0.token = Secret(SimulatedNtfy.token) }
    #expect(try await allowed.post("A single.").name == "accepted")
    ntfy.revokeToken()
    #expect(try await allowed.post("A single.").name == "deadEndpoint")
    ntfy.giveRights()
    #expect(try await ntfySink().post("A single.").name == "accepted")
    for topic in ["docs", "a b", ""] {
      let sink = try ntfySink { $0.topic = Secret(topic) }
      #expect(try await sink.post("A single.").name == "deadEndpoint")
    }
  }

  @Test(arguments: [
    (SimulatedNtfy.Limit.requests, Duration.seconds(10)), (.bandwidth, RetryAfter.longest),
    (.messages, RetryAfter.longest), (.logIns, .seconds(300)),
  ])
  func aRateLimitHoldsForAllSinksOfTheServer(_ limit: SimulatedNtfy.Limit, _ wait: Duration) async throws {
    ntfy.limit(limit)
    let pause = try #require(try await ntfySink().post("A single.").pause)
    #expect(pause.wait == wait && pause.scope == .host)
  }

  @Test(arguments: [
    #"{"message":"\#(String(repeating: "x", count: 4097))"}"#, #"{"priority":6}"#, #"{"sequence_id":"a b"}"#,
    #"{"message":"a","message":"b"}"#,
  ])
  func aMessageThatNtfyRejectsIsABadMessage(_ body: String) async throws {
    let message = Message(body: Array(body.utf8))
    #expect(
      await (try ntfySink().sink).send(message, id: WebhookID(rawValue: "m"), at: SampleEvents.start).name
        == "badMessage")
  }

  @Test func gotifyRequiresTokenAndMessage() async throws {
    let sink = ServiceConversation(try internet.sink(.gotify))
    #expect(try await sink.post("A single.").name == "accepted")
    internet.gotify.revokeToken()
    #expect(try await sink.post("A single.").name == "deadEndpoint")
    internet.gotify.giveToken()
    for body in [#"{"title":"a"}"#, "{"] {
      let message = Message(body: Array(body.utf8))
      #expect(await sink.sink.send(message, id: WebhookID(rawValue: "m"), at: SampleEvents.start).name == "badMessage")
    }
    #expect(internet.gotify.shown.map(\.place) == [SimulatedGotify.application])
  }
}
