import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct TelegramAnswerTests {
  private let now = SampleEvents.start
  private let handle = MessageHandle(rawValue: "7")
  private let sink: TelegramSink

  init() throws {
    let endpoint = Endpoint(url: Secret(""), timeout: .seconds(5), transport: ScriptedTransport(.status(200)))
    sink = try TelegramSink(
      name: "chat", endpoint: endpoint, token: Secret("1:a"), chat: "1", wording: Wording())
  }

  private func body(_ status: Int, _ description: String, _ parameters: String = "{}") -> String {
    #"{"ok":false,"error_code":\#(status),"description":"\#(description)","parameters":\#(parameters)}"#
  }

  @Test(arguments: 100...599) func answersOfOthersFollowTheSharedTable(_ status: Int) {
    let reply = SampleMessages.reply(status, "<html>", headers: ["retry-after": "7"])
    #expect(sink.classify(reply, at: now) == Answer(unexplained: reply.head, excerpt: "<html>", at: now))
  }

  @Test(arguments: 300...599) func answersOfTelegramHaveExceptions(_ status: Int) {
    let reply = SampleMessages.reply(status, body(status, "X"), headers: ["retry-after": "7"])
    let shared = Answer(unexplained: reply.head, excerpt: "X", at: now)
    let reason = Answer.Reason(cause: .status(status), text: "status \(status): 'X'")
    let post = sink.classify(reply, at: now)
    #expect(post == ([401, 403, 404].contains(status) ? .deadEndpoint(reason) : shared))
    // The chat that is closed to the bot may not be the one that new messages go to.
    let edit = sink.classify(reply, editing: handle, at: now)
    #expect(edit == (status == 403 ? .lostTarget(reason) : post))
  }

  /// Descriptions of the open source Bot API server. Outcome of a post, and of an edit if it differs.
  private static let complaints: [(status: Int, description: String, post: String, edit: String?)] = [
    (401, "Unauthorized", "deadEndpoint", nil), (404, "Not Found", "deadEndpoint", nil),
    (403, "Forbidden: bot was blocked by the user", "deadEndpoint", "lostTarget"),
    (403, "Forbidden: bot was kicked from the supergroup chat", "deadEndpoint", "lostTarget"),
    (400, "Bad Request: chat not found", "deadEndpoint", "lostTarget"),
    (400, "Bad Request: message thread not found", "deadEndpoint", "lostTarget"),
    (400, "Bad Request: TOPIC_DELETED", "deadEndpoint", "lostTarget"),
    (400, "Bad Request: TOPIC_CLOSED", "tryAgain", "lostTarget"),
    (400, "Bad Request: not enough rights to send text messages to the chat", "tryAgain", "lostTarget"),
    (403, "Forbidden: not enough rights to send text messages to the chat", "tryAgain", "lostTarget"),
    (400, "Bad Request: need administrator rights in the channel chat", "tryAgain", "lostTarget"),
    (400, "Bad Request: have no rights to send a message", "tryAgain", "lostTarget"),
    (400, "Bad Request: CHAT_WRITE_FORBIDDEN", "tryAgain", "lostTarget"),
    (400, "Bad Request: CHAT_SEND_PLAIN_FORBIDDEN", "tryAgain", "lostTarget"),
    (400, "Bad Request: message is too long", "badMessage", nil),
    (400, "Bad Request: message text is empty", "badMessage", nil),
    (400, "Bad Request: can't parse entities: Unsupported start tag", "badMessage", nil),
    (400, "Bad Request: never heard of", "tryAgain", nil), (409, "Conflict", "tryAgain", nil),
    (413, "Request Entity Too Large", "badMessage", nil),
    (500, "Internal Server Error: restart", "tryAgain", nil), (502, "Bad Gateway", "tryAgain", nil),
  ]

  @Test(arguments: complaints)
  func everyErrorIsClassified(_ status: Int, _ description: String, _ post: String, _ edit: String?) {
    for handle in [nil, handle] {
      let answer = sink.classify(SampleMessages.reply(status, body(status, description)), editing: handle, at: now)
      #expect("\(answer)".hasPrefix(handle == nil ? post : edit ?? post) && answer.reason?.cause == .status(status))
      #expect(answer.reason?.text == "status \(status): '\(description.replacing("'", with: "\\'"))'")
    }
  }

  @Test func anEditWithoutAChangeIsAccepted() {
    let text =
      "Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a"
      + " current content and reply markup of the message"
    let reply = SampleMessages.reply(400, body(400, text))
    #expect(sink.classify(reply, editing: handle, at: now) == .accepted(Receipt(handle: handle)))
  }

  @Test(arguments: ["message to edit not found", "message can't be edited", "MESSAGE_ID_INVALID"])
  func aDeletedMessageIsPostedAgain(_ text: String) {
    let reply = SampleMessages.reply(400, body(400, "Bad Request: \(text)"))
    #expect("\(sink.classify(reply, editing: handle, at: now))".hasPrefix("lostTarget"))
    #expect("\(sink.classify(reply, at: now))".hasPrefix("tryAgain"))
  }

  @Test func aMigratedGroupReportsItsNewId() {
    let text = "Bad Request: group chat was upgraded to a supergroup chat"
    let reply = SampleMessages.reply(400, body(400, text, #"{"migrate_to_chat_id":-1001234567890}"#))
    let reason = Answer.Reason(
      cause: .status(400), text: "the group has become another chat: set 'chat_id' to -1001234567890")
    #expect(sink.classify(reply, at: now) == .deadEndpoint(reason))
    #expect(sink.classify(reply, editing: handle, at: now) == .lostTarget(reason))
  }

  @Test(arguments: [
    (#"{"retry_after":5}"#, [:], Duration.seconds(5)), (#"{"retry_after":5}"#, ["retry-after": "9"], .seconds(5)),
    ("{}", ["retry-after": "9"], .seconds(9)), (#"{"retry_after":"x"}"#, ["retry-after": "9"], .seconds(9)),
    (#"{"retry_after":-5}"#, [:], .zero), (#"{"retry_after":9999999999}"#, [:], .seconds(3600)),
  ])
  func aFloodLimitStatesItsWait(_ parameters: String, _ headers: [String: String], _ wait: Duration) {
    let reply = SampleMessages.reply(429, body(429, "Too Many Requests", parameters), headers: headers)
    let reason = Answer.Reason(cause: .status(429), text: "status 429: 'Too Many Requests'")
    #expect(sink.classify(reply, at: now) == .slowDown(wait, .sink, reason))
  }

  @Test func aFloodLimitWithoutAWaitIsRetried() {
    let reply = SampleMessages.reply(429, body(429, "Too Many Requests"))
    #expect("\(sink.classify(reply, at: now))".hasPrefix("tryAgain"))
  }

  /// A response repeats the message and may be longer than the part that is read.
  @Test func aHandleIsReadFromATruncatedResponse() {
    let reply = SampleMessages.reply(200, #"{"ok":true,"result":{"message_id":7,"text":"and so o"#)
    #expect(sink.classify(reply, at: now) == .accepted(Receipt(handle: handle)))
  }

  @Test func aRefusalWithStatus200IsARefusal() {
    let reply = SampleMessages.reply(200, body(403, "Forbidden: bot was blocked by the user"))
    #expect("\(sink.classify(reply, at: now))".hasPrefix("deadEndpoint"))
    let silent = SampleMessages.reply(200, #"{"ok":false}"#)
    #expect("\(sink.classify(silent, at: now))".hasPrefix("tryAgain"))
  }
}
