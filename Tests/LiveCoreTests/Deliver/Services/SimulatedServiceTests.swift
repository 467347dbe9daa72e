import Testing

@testable import LiveCore
@testable import LiveModel

/// Properties that all simulated services share, tested through the sinks that the daemon creates.
@Suite struct SimulatedServiceTests {
  private static let kinds: [SinkKindName] = [.discord, .slack, .telegram, .ntfy, .gotify, .matrix]
  private let internet = SimulatedInternet()

  private func shown(_ kind: SinkKindName) -> [ShownMessage] {
    switch kind {
    case .discord: internet.discord.shown
    case .slack: internet.slack.shown
    case .telegram: internet.telegram.shown
    case .ntfy: internet.ntfy.shown
    case .gotify: internet.gotify.shown
    case .matrix: internet.matrix.shown
    case .webhook, .homeAssistant, .mqtt, .exec: []
    }
  }

  /// Sets the reply of all services; only the one that gets the request uses it.
  private func fail(with reply: ServiceReply) {
    internet.discord.fail(with: reply)
    internet.slack.fail(with: reply)
    internet.telegram.fail(with: reply)
    internet.ntfy.fail(with: reply)
    internet.gotify.fail(with: reply)
    internet.matrix.fail(with: reply)
  }

  @Test(arguments: kinds) func aPostedMessageIsShown(_ kind: SinkKindName) async throws {
    let sink = ServiceConversation(try internet.sink(kind))
    for text in ["Somebody singles. A & B <go>", "*Another* one_"] {
      #expect(try await sink.post(text).name == "accepted")
    }
    let texts = shown(kind).map(\.text)
    #expect(texts.count == 2 && texts.first?.contains("Somebody singles. A & B <go>") == true)
    #expect(texts.last?.contains("*Another* one_") == true && shown(kind).allSatisfy { $0.edits == 0 })
    #expect(Set(shown(kind).map(\.id)).count == 2)
  }

  @Test(arguments: kinds) func anEditedMessageIsShownAsEdited(_ kind: SinkKindName) async throws {
    let sink = ServiceConversation(try internet.sink(kind))
    guard sink.sink.traits.canEdit else { return }
    let handle = try await sink.handle(of: "A single.")
    _ = try await sink.post("Something else.")
    #expect(try await sink.change(handle, to: "A double.").name == "accepted")
    #expect(shown(kind).map(\.edits) == [1, 0])
    #expect(shown(kind).first?.text.contains("A double.") == true)
  }

  @Test(arguments: kinds) func aServerErrorIsRetried(_ kind: SinkKindName) async throws {
    let sink = ServiceConversation(try internet.sink(kind))
    for status in [500, 502, 503, 504] {
      fail(with: ServiceReply(status: status, body: "<html>"))
      #expect(try await sink.post("A single.").name == "tryAgain")
    }
    #expect(shown(kind).isEmpty)
    #expect(try await sink.post("A single.").name == "accepted")
  }

  @Test func aLostAnswerLeavesTheMessage() async throws {
    let sink = ServiceConversation(try internet.sink(.discord))
    internet.discord.loseRequest()
    #expect(try await sink.post("A single.").reason?.cause == .network(.timeout))
    #expect(internet.discord.shown.isEmpty)
    internet.discord.loseAnswer(with: .truncated)
    #expect(try await sink.post("A single.").reason?.cause == .network(.truncated))
    #expect(internet.discord.shown.count == 1 && internet.discord.requests.count == 2)
  }

  @Test func unknownHostsDoNotResolve() async throws {
    let configured = try internet.sink(.ntfy) { $0.url = Secret("https://ntfy.example.org") }
    let answer = try await ServiceConversation(configured).post("A single.")
    #expect(answer.reason?.cause == .network(.unresolved))
  }
}
