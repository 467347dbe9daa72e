import GRDB
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// Changes of a sink's address, channel or type: what belongs to the old receiver is not sent to the new one.
@Suite(.timeLimit(.minutes(1))) struct AnotherReceiverTests {
  private let fixture: DeliveryFixture

  init() throws { fixture = try DeliveryFixture() }

  private func log(_ revision: Int, name: String = "a") async throws {
    var event = SampleEvents.event(name)
    event.data.revision = revision
    let entry = LogEntry(event: event, sinks: ["chat"], correctionSinks: ["chat"])
    let checkpoint = Checkpoint(game: GameID(league: .mlb, gamePk: 1), state: [], isOver: false)
    try await fixture.log.append(LogAppend(checkpoint: checkpoint, events: [entry]), at: fixture.now())
  }

  private func deliver(
    _ sink: ChatSink, at address: String = "here", messages: Int, _ script: () async throws -> Void = {}
  ) async throws -> [String] {
    try await fixture.during(fixture.worker(for: sink, address: address).run) {
      try await script()
      await sink.whenSent(messages)
      try await fixture.whenSettled("chat")
    }
    return sink.texts.map(Self.name)
  }

  /// The label of a message: `news 1/a@1` of a chat, or `event 1/a@1` for the event line that a program gets.
  private static func name(_ text: String) -> String {
    guard let event = try? CloudEvent(line: Array(text.utf8)).event else { return text }
    return "event \(SampleEvents.label(event.data.fact))@\(event.data.revision)"
  }

  private static func refusing(_ answer: Answer) -> ChatSink { ChatSink { _, _ in answer } }

  /// Runs a worker until one failed attempt of the first message is recorded.
  private func failOnce(_ answer: Answer, traits: SinkTraits? = nil) async throws {
    let sink = traits.map { ChatSink(traits: $0) { _, _ in answer } } ?? Self.refusing(answer)
    try await fixture.during(fixture.worker(for: sink).run) {
      await sink.whenSent(1)
      while try fixture.attempts(sink: "chat") != 1 { try await fixture.next() }
      if case .deadEndpoint = answer {
        while try await Outbox(log: fixture.log, sink: "chat").disabled() == nil { try await fixture.next() }
      }
    }
  }

  private static let gone = Answer.deadEndpoint(.init(cause: .status(400), text: "chat not found"))
  private static let down = Answer.tryAgain(.init(cause: .status(503), text: "status 503"))

  /// Message ids belong to one chat; in another chat the same id names another message.
  @Test func aNewReceiverGetsANewMessageInsteadOfAnEdit() async throws {
    try await log(1)
    #expect(try await deliver(ChatSink(), messages: 1) == ["news 1/a@1"])
    try await log(2)
    let other = ChatSink()
    try await fixture.during(fixture.worker(for: other, address: "there").run) {
      await other.whenSent(1)
      try await fixture.whenSettled("chat")
    }
    #expect(other.texts == ["correction 1/a@2"])
    try await log(1, name: "b")
    let again = ChatSink { _, number in .accepted(Receipt(handle: .init(rawValue: "n\(number)"))) }
    try await fixture.during(fixture.worker(for: again, address: "there").run) {
      await again.whenSent(1)
      try await fixture.whenSettled("chat")
    }
    #expect(again.texts == ["news in m1 1/b@1"])
  }

  /// The edit was composed for the old receiver and failed there.
  @Test func aWaitingEditIsComposedAgainForANewReceiver() async throws {
    try await log(1)
    let sink = ChatSink { text, _ in
      text.hasPrefix("edit")
        ? .tryAgain(.init(cause: .status(503), text: "503")) : .accepted(Receipt(handle: .init(rawValue: "m1")))
    }
    try await fixture.during(fixture.worker(for: sink).run) {
      await sink.whenSent(1)
      try await fixture.whenSettled("chat")
      try await log(2)
      await sink.whenSent(2)
      while try fixture.attempts(sink: "chat") != 1 { try await fixture.next() }
    }
    #expect(sink.texts == ["news 1/a@1", "edit m1: 1/a@2"])
    let other = ChatSink()
    try await fixture.during(fixture.worker(for: other, address: "there").run) {
      await other.whenSent(1)
      try await fixture.whenSettled("chat")
    }
    #expect(other.texts == ["correction 1/a@2"])
    #expect(try fixture.log.outboxEntries(of: "chat", limit: 9).isEmpty)
  }

  /// The message that disabled the sink was composed for the old receiver.
  @Test func theMessageThatDisabledTheSinkIsComposedAgain() async throws {
    try await log(1)
    try await failOnce(Self.gone)
    try await log(2)
    #expect(try await deliver(ChatSink(), at: "there", messages: 1) == ["news 1/a@2"])
    #expect(try await Outbox(log: fixture.log, sink: "chat").disabled() == nil)
  }

  /// A notice is stored as text and composed when it is sent, so any type of sink can send it.
  @Test func aNoticeIsComposedWhenItIsSent() async throws {
    try await fixture.outbox("chat").notify("Sink 'x' is disabled.", about: "x", due: fixture.now(), at: fixture.now())
    try await failOnce(Self.gone)
    let stored = try await fixture.log.pool.read {
      try String.fetchOne($0, sql: "SELECT CAST(body AS TEXT) FROM message")
    }
    #expect(stored == "Sink 'x' is disabled.")
    let other = ChatSink()
    try await fixture.during(fixture.worker(for: other, address: "there").run) { await other.whenSent(1) }
    #expect(other.texts == ["notice Sink 'x' is disabled."])
  }

  /// A program gets events only.
  @Test func aNoticeIsNotSentToAProgram() async throws {
    try await fixture.outbox("chat").notify("Sink 'x' is disabled.", about: "x", due: fixture.now(), at: fixture.now())
    try await failOnce(Self.down)
    let hook = ChatSink(traits: SinkTraits(audience: .program))
    try await log(1)
    #expect(try await deliver(hook, at: "there", messages: 1) == ["event 1/a@1"])
    #expect(try fixture.log.outboxEntries(of: "chat", limit: 9).isEmpty)
  }

  /// The stored body has the format of the old type.
  @Test(arguments: [SinkAudience.people, .program], [SinkAudience.people, .program])
  func aWaitingMessageIsComposedAgainForANewType(was: SinkAudience, becomes: SinkAudience)
    async throws
  {
    try await log(1)
    try await failOnce(Self.down, traits: SinkTraits(audience: was))
    try await log(2)
    let other = ChatSink(traits: SinkTraits(audience: becomes))
    let texts = try await deliver(other, at: "there", messages: becomes == .program ? 2 : 1)
    #expect(texts == (becomes == .program ? ["event 1/a@1", "event 1/a@2"] : ["news 1/a@2"]))
  }

  @Test func retryingADeadLetterOfTheOldTypeComposesItAgain() async throws {
    try await log(1)
    let refusing = ChatSink(traits: SinkTraits(audience: .program)) { _, _ in
      .badMessage(.init(cause: .status(400), text: "status 400"))
    }
    _ = try await deliver(refusing, messages: 1)
    #expect(try await fixture.sequences(.dead, "chat") == [1])
    _ = try await deliver(ChatSink(), at: "there", messages: 0) {
      while try await fixture.log.pool.read({ try EventLog.value("address/chat", in: $0) }) != "there" {
        try await fixture.next()
      }
    }
    let dead = try await fixture.log.pool.read { try Int.fetchOne($0, sql: "SELECT COUNT(body) FROM message") }
    #expect(dead == 0)
    _ = try fixture.log.retry(.all, expires: ["chat": .seconds(60)], at: fixture.now())
    #expect(try await deliver(ChatSink(), at: "there", messages: 1) == ["news 1/a@1"])
  }
}
