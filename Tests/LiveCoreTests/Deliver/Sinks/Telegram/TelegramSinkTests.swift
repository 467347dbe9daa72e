import Testing
import WireSchema

@testable import LiveCore
@testable import LiveModel

@Suite struct TelegramSinkTests {
  private static let token = "123456789:AAF_x-0123456789abcdefghijklmnopqrs"
  private let now = SampleEvents.start

  private func sink(
    _ transport: ScriptedTransport = ScriptedTransport(.status(200)), url: String = "https://api.telegram.org",
    token: String = token, chat: String = "-1001234567890", thread: String? = nil, wording: Wording = Wording()
  ) throws -> TelegramSink {
    let endpoint = Endpoint(url: Secret(url), timeout: .seconds(5), transport: transport)
    return try TelegramSink(
      name: "chat", endpoint: endpoint, token: Secret(token), chat: chat, thread: thread, wording: wording)
  }

  private func text(_ composed: Message) throws -> String {
    guard case .string(let text) = try JSONValue(composed.body)["text"] else { return "" }
    return text
  }

  @Test func sendsOneFact() throws {
    let composed = try sink(chat: "@den", thread: "42").compose(SampleMessages.news("A & B <go>"))
    #expect(
      String(decoding: composed.body, as: UTF8.self)
        == #"{"disable_notification":false,"link_preview_options":{"is_disabled":true},"parse_mode":"HTML","#
        + #""text":"<b>TOR 0, AZ 0 · Top 1st</b>\nA &amp; B &lt;go&gt;"}"#)
    #expect(composed.edits == nil)
  }

  @Test func anEditNamesItsMessage() throws {
    let handle = MessageHandle(rawValue: "9007199254740993")
    let composed = try sink().compose(
      .edit([SampleMessages.deliverable("a"), SampleMessages.deliverable("b")], of: handle))
    #expect(
      String(decoding: composed.body, as: UTF8.self)
        == #"{"link_preview_options":{"is_disabled":true},"message_id":9007199254740993,"#
        + #""parse_mode":"HTML","text":"<b>TOR 0, AZ 0 · Top 1st</b>\na\nb"}"#)
    #expect(composed.edits == handle)
  }

  @Test func noSpoilerIsOutsideTheCover() throws {
    let deliverables = [("Somebody homers.", 1), ("Another too.", 1), ("A <final>", 2)].map {
      SampleMessages.deliverable($0.0, game: $0.1, importance: 3)
    }
    let composed = try sink(wording: Wording(isSpoilerFree: true)).compose(.digest(deliverables))
    #expect(
      try text(composed)
        == "<b>TOR@AZ</b>\n<tg-spoiler>TOR 0, AZ 0 · Top 1st\n• Top 1st: Somebody homers.\n"
        + "• Top 1st: Another too.</tg-spoiler>\n\n"
        + "<b>TOR@AZ</b>\n<tg-spoiler>TOR 0, AZ 0 · Top 1st\n• Top 1st: A &lt;final&gt;</tg-spoiler>")
  }

  @Test func aNoticeIsNotCovered() throws {
    let composed = try sink(wording: Wording(isSpoilerFree: true)).compose(.notice("sink 'den' is gone"))
    #expect(try text(composed) == "<b>livegamed</b>\nsink 'den' is gone")
  }

  /// Telegram counts the text without markup, and an escaped '&' as one character.
  @Test(arguments: ["&", "x", "é", "🏏", "👨‍👩‍👧‍👦"]) func noTextIsTooLong(_ unit: String) throws {
    let line = String(repeating: unit, count: 5000)
    for content in [SampleMessages.news(line), SampleMessages.news(line, line, "end")] {
      let shown = try text(sink(wording: Wording(isSpoilerFree: true)).compose(content))
        .replacing("<b>", with: "").replacing("</b>", with: "").replacing("<tg-spoiler>", with: "")
        .replacing("</tg-spoiler>", with: "").replacing("&amp;", with: "&")
      #expect((3500...TelegramText.longest).contains(shown.utf16.count))
    }
  }

  /// Telegram would ignore the markup after the 100th entity and show what it covers.
  @Test func aDigestOfManyGamesIsCovered() throws {
    let deliverables = (1...80).map { SampleMessages.deliverable("a", game: $0) }
    let text = try text(sink(wording: Wording(isSpoilerFree: true)).compose(.digest(deliverables)))
    #expect(text.split(separator: "<b>").count + text.split(separator: "<tg-spoiler>").count <= 100)
    #expect(text.hasSuffix("… and 32 more games</tg-spoiler>"))
  }

  @Test(arguments: zip(0...4, [true, true, false, false, false])) func unimportantMessagesAreSilent(
    _ importance: Int, _ isQuiet: Bool
  ) throws {
    let composed = try sink().compose(.news([SampleMessages.deliverable("a", importance: importance)], thread: nil))
    #expect(try JSONValue(composed.body)["disable_notification"]?.description == "\(isQuiet)")
  }

  @Test(arguments: [("12345", Duration.seconds(1)), ("-12345", .seconds(3)), ("@den", .seconds(3))])
  func aGroupHasALowerRateLimit(_ chat: String, _ spacing: Duration) throws {
    #expect(try sink(chat: chat).traits == SinkTraits(audience: .people, canEdit: true, capacity: 10, spacing: spacing))
  }

  @Test(arguments: [("", nil), ("den", nil), ("@", nil), ("0", nil), ("1.5", nil), ("1", "x"), ("1", "0")])
  func refusesAnInvalidChat(_ chat: String, _ thread: String?) throws {
    let fault = #expect(throws: Fault.self) { try sink(chat: chat, thread: thread) }
    #expect(fault?.code == .sinkBadChat && fault?.place == .sink("chat"))
  }

  @Test(arguments: ["", "1:a b", "1:a\n", "1:ä", "1:a/../x", "1:a?x"]) func refusesAnInvalidToken(_ token: String)
    throws
  {
    let fault = #expect(throws: Fault.self) { try sink(token: token) }
    #expect(fault?.code == .sinkBadToken && fault?.description.contains("1:a") == false)
  }

  @Test(arguments: [
    MessageContent.edit([SampleMessages.deliverable("a")], of: MessageHandle(rawValue: "x")),
    .scoreboard([SampleMessages.deliverable("a")], of: nil), .news([], thread: nil),
  ])
  func refusesContentThatTelegramDoesNotSupport(_ content: MessageContent) throws {
    let sink = try sink()
    #expect(throws: Fault.self) { try sink.compose(content) }
  }

  @Test(arguments: ["", "https://api.telegram.org", "https://api.telegram.org/"])
  func aNewMessageReturnsItsHandle(_ url: String) async throws {
    let body = #"{"ok":true,"result":{"message_id":9007199254740993,"date":1720839600,"chat":{"id":-1001234567890}}}"#
    let transport = ScriptedTransport(.status(200, body: body))
    let sink = try sink(transport, url: url)
    let composed = try sink.compose(SampleMessages.news("a"))
    let answer = await sink.send(composed, id: WebhookID(rawValue: "msg_a"), at: now)
    #expect(answer == .accepted(Receipt(handle: MessageHandle(rawValue: "9007199254740993"))))
    let request = transport.requests[0]
    #expect(request.url == "https://api.telegram.org/bot\(Self.token)/sendMessage" && request.method == .post)
    #expect(request.header("content-type") == "application/json")
    var sent = try JSONValue(request.body)
    #expect(sent["chat_id"] == .number(-1_001_234_567_890) && sent["message_thread_id"] == nil)
    sent["chat_id"] = nil
    #expect(try sent == JSONValue(composed.body))
  }

  /// A waiting message goes to the chat that is configured when it is sent.
  @Test(arguments: [true, false]) func theChatIsAddedWhenTheMessageIsSent(_ isEdit: Bool) async throws {
    let deliverable = SampleMessages.deliverable("a")
    let content: MessageContent =
      isEdit ? .edit([deliverable], of: MessageHandle(rawValue: "7")) : .news([deliverable], thread: nil)
    let composed = try sink(chat: "@old", thread: "1").compose(content)
    let transport = ScriptedTransport(.status(200))
    _ = try await sink(transport, chat: "@den", thread: "42").send(composed, id: WebhookID(rawValue: "msg_a"), at: now)
    let sent = try JSONValue(transport.requests[0].body)
    #expect(sent["chat_id"] == .string("@den"))
    #expect(sent["message_thread_id"] == (isEdit ? nil : .number(42)))
    #expect(sent["message_id"] == (isEdit ? .number(7) : nil))
  }

  @Test(arguments: [#"{"ok":true,"result":true}"#, #"{"ok":true,"result":{"message_id":7}}"#, "cut off"])
  func anEditKeepsItsHandle(_ body: String) async throws {
    let transport = ScriptedTransport(.status(200, body: body))
    let sink = try sink(transport)
    let handle = MessageHandle(rawValue: "7")
    let message = Message(body: [], edits: handle)
    #expect(await sink.send(message, id: WebhookID(rawValue: "msg_a"), at: now) == .accepted(Receipt(handle: handle)))
    #expect(transport.requests[0].url == "https://api.telegram.org/bot\(Self.token)/editMessageText")
  }

  @Test(arguments: [
    "no \(token) here", "Not Found: /bot\(token)/sendMessage", "what of AAF_x-0123456789abcdefghijklmnopqrs?",
    #"{"ok":false,"error_code":400,"description":"no \#(token)"}"#,
  ])
  func noReasonShowsTheToken(_ body: String) async throws {
    let sink = try sink(ScriptedTransport(.status(400, body: body)))
    let answer = await sink.send(Message(body: []), id: WebhookID(rawValue: "msg_a"), at: now)
    let text = try #require(answer.reason?.text)
    #expect(!text.contains("AAF_x") && !text.contains("0123456789abc") && text.contains("‹secret›"))
    #expect(!"\(sink)".contains("AAF_x"))
  }
}
