import Testing
import WireSchema

@testable import LiveCore
@testable import LiveModel

@Suite struct MatrixSinkTests {
  private let now = SampleEvents.start
  private let handle = MessageHandle(rawValue: "$31hneApxJ_1o-63DmFrpeqnkFfWppnzWso1JvH3ogLM")

  private func sink(
    _ transport: ScriptedTransport = ScriptedTransport(.status(200)), url: String = "https://matrix.example.org",
    threads: Bool = true, wording: Wording = Wording()
  ) -> MatrixSink {
    MatrixSink(
      name: "ours", endpoint: Endpoint(url: Secret(url), timeout: .seconds(5), transport: transport),
      settings: MatrixSettings(token: Secret("syt_secret"), room: "!a/b?c:example.org", threads: threads),
      wording: wording)
  }

  private func text(_ composed: Message) -> String { String(decoding: composed.body, as: UTF8.self) }

  @Test func tellsOneFact() throws {
    let composed = try sink().compose(SampleMessages.news("A & B <go>"))
    #expect(
      text(composed)
        == #"{"body":"TOR 0, AZ 0 · Top 1st\nA & B <go>","format":"org.matrix.custom.html","#
        + #""formatted_body":"<strong>TOR 0, AZ 0 · Top 1st</strong><br>A &amp; B &lt;go&gt;","#
        + #""m.mentions":{},"msgtype":"m.text"}"#)
    #expect(composed.edits == nil && composed.thread == nil)
  }

  @Test func anEditReplacesTheMessage() throws {
    let composed = try sink().compose(.edit([SampleMessages.deliverable("a")], of: handle))
    let body = try JSONValue(composed.body)
    #expect(composed.edits == handle && composed.thread == nil)
    #expect(body["body"] == .string("* TOR 0, AZ 0 · Top 1st\na"))
    #expect(body["m.relates_to"] == .object(["rel_type": .string("m.replace"), "event_id": .string(handle.rawValue)]))
    let replacement = try #require(body["m.new_content"])
    let news = try JSONValue(sink().compose(SampleMessages.news("a")).body)
    #expect(replacement == news)
    for broken in ["", "event", "$", "$a b", "$" + String(repeating: "a", count: 255)] {
      let fault = #expect(throws: Fault.self) {
        try sink().compose(.edit([SampleMessages.deliverable("a")], of: MessageHandle(rawValue: broken)))
      }
      #expect(fault?.code == .sinkUnfitOccasion)
    }
  }

  @Test func aReplyNamesTheRootOfItsThread() throws {
    let news = MessageContent.news([SampleMessages.deliverable("a")], thread: handle)
    let composed = try sink().compose(news)
    #expect(composed.thread == handle)
    #expect(
      try JSONValue(composed.body)["m.relates_to"]
        == .object([
          "rel_type": .string("m.thread"), "event_id": .string(handle.rawValue), "is_falling_back": .bool(true),
          "m.in_reply_to": .object(["event_id": .string(handle.rawValue)]),
        ]))
    let flat = try sink(threads: false).compose(news)
    #expect(try flat.thread == nil && JSONValue(flat.body)["m.relates_to"] == nil)
    let broken = try sink().compose(.news([SampleMessages.deliverable("a")], thread: MessageHandle(rawValue: "1")))
    #expect(try broken.thread == nil && JSONValue(broken.body)["m.relates_to"] == nil)
  }

  @Test(arguments: [(0, "m.notice"), (1, "m.notice"), (2, "m.text"), (4, "m.text")])
  func whatIsUnimportantIsANotice(_ importance: Int, _ type: String) throws {
    let deliverable = SampleMessages.deliverable("a", importance: importance)
    let composed = try sink().compose(.news([deliverable], thread: nil))
    #expect(try JSONValue(composed.body)["msgtype"] == .string(type))
  }

  @Test func aNoticeOfTheDaemonIsText() throws {
    let body = try JSONValue(sink().compose(.notice("The sink 'den' is disabled.")).body)
    #expect(body["msgtype"] == .string("m.text"))
    #expect(body["body"] == .string("livegamed\nThe sink 'den' is disabled."))
  }

  @Test func severalGamesHaveAHeadingEach() throws {
    let deliverables = [
      SampleMessages.deliverable("a", game: 1), SampleMessages.deliverable("b\nc", game: 2),
    ]
    let body = try JSONValue(sink().compose(.news(deliverables, thread: nil)).body)
    #expect(
      body["formatted_body"]
        == .string(
          "<strong>TOR 0, AZ 0 · Top 1st</strong><br>a<br><br><strong>TOR 0, AZ 0 · Top 1st</strong><br>b<br>c"))
    #expect(body["body"] == .string("TOR 0, AZ 0 · Top 1st\na\n\nTOR 0, AZ 0 · Top 1st\nb\nc"))
  }

  @Test func coversSpoilersInTheHTMLAndLeavesThemOutOfTheText() throws {
    let wording = Wording(isSpoilerFree: true)
    let composed = try sink(wording: wording).compose(
      .news([SampleMessages.deliverable("Okafor homers.", score: Score(away: 3, home: 2))], thread: nil))
    let body = try JSONValue(composed.body)
    guard case .string(let plain)? = body["body"], case .string(let html)? = body["formatted_body"] else {
      Issue.record("no text")
      return
    }
    #expect(!plain.contains("homers") && !plain.contains("3"))
    #expect(html.contains("<br><span data-mx-spoiler>") && html.contains("Okafor homers.") && html.hasSuffix("</span>"))
    #expect(html.prefix { $0 != "<" }.isEmpty && html.split(separator: "<span").first?.contains("3") == false)
  }

  @Test func hasNoScoreboard() {
    #expect(throws: Fault.self) { try sink().compose(.scoreboard([SampleMessages.deliverable("a")], of: nil)) }
  }

  /// An event has at most 65,536 bytes, with about a thousand for what the homeserver adds.
  @Test(arguments: 0..<8) func fitsIntoAnEvent(seed: Int) throws {
    var generator = SplitMix(seed: UInt64(seed))
    let deliverables = (0..<10).map { number in
      ChatDeliverables.deliverable(ChatDeliverables.wildText(&generator, pieces: 400), game: number / 4)
    }
    for content in ChatDeliverables.occasions(deliverables, handle: handle) {
      let composed = try sink().compose(content)
      #expect(composed.body.count < 64_000)
      let body = try JSONValue(composed.body)
      guard case .string(let html)? = body["formatted_body"], case .string(let plain)? = body["body"] else {
        Issue.record("no text")
        return
      }
      #expect(!plain.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
      #expect(!html.unicodeScalars.contains { $0.properties.generalCategory == .control })
      let tags = Set(html.matches(of: /<[^>]*>?/).map { String($0.output) })
      #expect(tags.isSubset(of: ["<strong>", "</strong>", "<br>"]), "\(tags)")
    }
  }

  @Test(arguments: ["https://matrix.example.org", "https://matrix.example.org/"])
  func putsTheMessageUnderItsOwnID(_ url: String) async throws {
    let transport = ScriptedTransport(.status(200, body: #"{"event_id":"\#(handle.rawValue)"}"#))
    let composed = try sink().compose(SampleMessages.news("a"))
    #expect(
      await sink(transport, url: url).send(composed, id: WebhookID(rawValue: "msg_a/b"), at: now)
        == .accepted(Receipt(handle: handle)))
    let request = transport.requests[0]
    #expect(request.method == .put && request.body == composed.body)
    #expect(
      request.url == "https://matrix.example.org/_matrix/client/v3/rooms/%21a%2Fb%3Fc%3Aexample.org"
        + "/send/m.room.message/msg_a%2Fb")
    #expect(request.header("authorization") == "Bearer syt_secret")
    #expect(request.header("content-type") == "application/json")
  }

  @Test func theAnswerToAnEditIsNotTheMessage() async throws {
    let transport = ScriptedTransport(.status(200, body: #"{"event_id":"$edit"}"#))
    let composed = try sink().compose(.edit([SampleMessages.deliverable("a")], of: handle))
    #expect(
      await sink(transport).send(composed, id: WebhookID(rawValue: "msg_a"), at: now)
        == .accepted(Receipt(handle: handle)))
  }

  @Test(arguments: MatrixError.threads.sorted()) func aReplyWithoutItsThreadGoesToTheRoom(_ code: String) async throws {
    let transport = ScriptedTransport(
      .status(400, body: #"{"errcode":"\#(code)"}"#), .status(200, body: #"{"event_id":"$new"}"#))
    let composed = try sink().compose(.news([SampleMessages.deliverable("a")], thread: handle))
    let receipt = Receipt(handle: MessageHandle(rawValue: "$new"), leftThread: true)
    #expect(await sink(transport).send(composed, id: WebhookID(rawValue: "msg_a"), at: now) == .accepted(receipt))
    #expect(Set(transport.requests.map(\.url)).count == 1)
    #expect(try transport.requests[1].body == sink().compose(SampleMessages.news("a")).body)
  }

  @Test func aMessageOfTheRoomIsNotSentTwice() async throws {
    let transport = ScriptedTransport(.status(400, body: #"{"errcode":"M_UNKNOWN"}"#))
    let composed = try sink().compose(SampleMessages.news("a"))
    let answer = await sink(transport).send(composed, id: WebhookID(rawValue: "msg_a"), at: now)
    #expect(transport.requests.count == 1 && answer.name == "tryAgain")
  }

  @Test func theReasonTellsNoToken() {
    let reply = SampleMessages.reply(401, #"{"errcode":"M_UNKNOWN_TOKEN","error":"syt_secret is unknown"}"#)
    #expect(
      sink().classify(reply, at: now).reason?.text
        == "the homeserver says 'M_UNKNOWN_TOKEN: ‹secret› is unknown'; "
        + "log in again, and put the new access token in 'token'")
  }
}
