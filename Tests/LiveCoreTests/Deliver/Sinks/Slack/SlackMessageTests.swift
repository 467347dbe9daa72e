import Foundation
import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct SlackMessageTests {
  private let handle = SlackHandle(channel: "C123", ts: "1503435956.000247").handle

  private func sink(threads: Bool = true, _ wording: Wording = Wording()) -> SlackSink {
    let endpoint = Endpoint(
      url: Secret(SlackSink.api), timeout: .seconds(5), transport: ScriptedTransport(.status(200)))
    return SlackSink(
      name: "den", endpoint: endpoint, token: Secret("xoxb-1"), channel: "#baseball", threads: threads, wording: wording
    )
  }

  private func message(_ composed: Message) throws -> SlackMessage {
    try JSONDecoder().decode(SlackMessage.self, from: Data(composed.body))
  }

  @Test func hasTheFormatOfSlack() throws {
    let composed = try sink().compose(.news([ChatDeliverables.deliverable("A & B <!here>")], thread: handle))
    let body = String(decoding: composed.body, as: UTF8.self)
    #expect(
      body == """
        {"blocks":[{"text":{"emoji":false,"text":"TOR 3, AZ 2 · Top 5th","type":"plain_text"},"type":"header"},\
        {"text":{"text":"A &amp; B &lt;!here&gt;","type":"mrkdwn","verbatim":true},"type":"section"},\
        {"elements":[{"text":"<https://www.mlb.com/gameday/747175|Gameday>","type":"mrkdwn","verbatim":true}],\
        "type":"context"}],\
        "text":"TOR 3, AZ 2 · Top 5th\\nA &amp; B &lt;!here&gt;","thread_ts":"1503435956.000247",\
        "unfurl_links":false,"unfurl_media":false}
        """)
    #expect(composed.edits == nil && composed.thread == handle)
  }

  @Test func anEditNamesItsTarget() throws {
    let composed = try sink().compose(.edit([ChatDeliverables.deliverable()], of: handle))
    let message = try message(composed)
    #expect(composed.edits == handle)
    #expect(message.parse == "none" && !String(decoding: composed.body, as: UTF8.self).contains("C123"))
    #expect(message.threadTS == nil && message.unfurlLinks == nil && composed.thread == nil)
  }

  @Test func repliesOnlyWithThreads() throws {
    let deliverable = ChatDeliverables.deliverable()
    #expect(try message(sink(threads: false).compose(.news([deliverable], thread: handle))).threadTS == nil)
    #expect(try message(sink().compose(.news([deliverable], thread: nil))).threadTS == nil)
    #expect(try message(sink().compose(.correction([deliverable], thread: handle))).threadTS == "1503435956.000247")
    #expect(try message(sink().compose(.digest([deliverable]))).threadTS == nil)
    let broken = try sink().compose(.news([deliverable], thread: .init(rawValue: "broken")))
    #expect(try message(broken).threadTS == nil && broken.thread == nil)
    #expect(try sink(threads: false).compose(.news([deliverable], thread: handle)).thread == nil)
  }

  @Test func aDigestHasItsGamesInBold() throws {
    let deliverables = [ChatDeliverables.deliverable(), ChatDeliverables.deliverable("Hale walks", game: 9)]
    let message = try message(sink().compose(.digest(deliverables)))
    #expect(
      message.blocks[1].text?.text
        == "*TOR 3, AZ 2 · Top 5th*\n• Top 5th: Okafor homers. TOR 3, AZ 2\n*TOR 3, AZ 2 · Top 5th*\n• Top 5th: Hale walks"
    )
    #expect(message.blocks.map(\.type) == ["header", "section"])
  }

  @Test func respectsSpoilerFree() throws {
    let sink = sink(Wording(isSpoilerFree: true))
    for content in ChatDeliverables.occasions([ChatDeliverables.deliverable()], handle: handle).dropLast() {
      let body = String(decoding: try sink.compose(content).body, as: UTF8.self)
      #expect(!body.contains("Okafor") && !body.contains("TOR 3") && body.contains("TOR@AZ"))
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>) func staysWithinTheLimitsOfSlack(_ seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    let deliverables = (0..<[1, 2, 10, 400][Int(seed % 4)]).map { number in
      let text = ChatDeliverables.wildText(&generator, pieces: [0, 3, 40, 900][Int(seed / 4 % 4)])
      return ChatDeliverables.deliverable(text, game: 1 + number % 70)
    }
    for content in ChatDeliverables.occasions(deliverables, handle: handle) {
      let composed = try sink().compose(content)
      #expect(try composed == sink().compose(content))
      let message = try message(composed)
      #expect(message.text.unicodeScalars.count <= 4000 && !message.text.isEmpty)
      #expect((2...50).contains(message.blocks.count))
      for block in message.blocks {
        let texts = ([block.text].compactMap { $0 } + (block.elements ?? [])).map(\.text)
        #expect(texts.allSatisfy { (1...(block.type == "header" ? 150 : 3000)).contains($0.utf16.count) })
        #expect(block.type == "context" || texts.allSatisfy(isEscaped))
      }
      #expect(isEscaped(message.text))
      #expect(message.blocks.compactMap(\.text).reduce(0) { $0 + $1.text.utf16.count } < 10_000)
    }
  }

  /// Checks scalar by scalar: a combining mark after a sign still leaves the sign.
  private func isEscaped(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.allSatisfy { index in
      switch scalars[index] {
      case "<", ">": false
      case "&": ["amp;", "lt;", "gt;"].contains { scalars[(index + 1)...].starts(with: $0.unicodeScalars) }
      default: true
      }
    }
  }
}
