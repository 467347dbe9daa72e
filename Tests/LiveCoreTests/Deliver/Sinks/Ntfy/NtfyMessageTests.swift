import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct NtfyMessageTests {
  private let handle = MessageHandle(rawValue: "lg_abc")

  private func message(_ content: MessageContent, _ wording: Wording = Wording(), sink: String = "phone") throws
    -> NtfyMessage
  {
    try NtfyMessage(content, wording: wording, sink: sink)
  }

  private func news(_ deliverables: DeliverableEvent...) -> MessageContent { .news(deliverables, thread: nil) }

  @Test func sendsAPlay() throws {
    let message = try message(news(ChatDeliverables.deliverable(tags: [LiveModel.Tag(rawValue: "home_run"), .hit])))
    #expect(message.title == "TOR 3, AZ 2 · Top 5th" && message.message == "Okafor homers.")
    #expect(message.tags == ["baseball", "boom"] && message.priority == 4)
    #expect(message.click == "https://www.mlb.com/gameday/747175")
  }

  @Test(arguments: [(-1, 1), (0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (9, 5)])
  func importanceIsPriority(_ importance: Int, _ priority: Int) throws {
    let deliverable = ChatDeliverables.deliverable(importance: importance)
    #expect(try message(news(deliverable)).priority == priority)
    #expect(try message(news(deliverable, ChatDeliverables.deliverable(importance: 0))).priority == priority)
    let quieter = try message(.correction([deliverable], thread: nil)).priority
    #expect((1...3).contains(quieter) && quieter <= priority)
    #expect(try message(.digest([deliverable])).priority == quieter)
    #expect(try message(.edit([deliverable], of: handle)).priority == min(priority, 2))
  }

  @Test(arguments: [
    (EventType.status, [LiveModel.Tag.final, .noHitter], ["checkered_flag", "star2"]),
    (.status, [.delay], ["umbrella"]),
    (.status, [.postponed], ["no_entry_sign"]), (.lineup, [.lineup], ["clipboard"]), (.watch, [.started], ["eyes"]),
    (.source, [.stale], ["satellite"]), (.inning, [.halfEnd], ["baseball"]),
    (
      .play, [.walkOff, .grandSlam, .overturned, LiveModel.Tag(rawValue: "home_run"), .stolenBase],
      [
        "baseball", "tada", "fire", "boom", "runner",
      ]
    ),
  ])
  func tagsAreEmoji(_ type: EventType, _ tags: [LiveModel.Tag], _ codes: [String]) throws {
    let deliverable = ChatDeliverables.deliverable(type: type, tags: tags)
    #expect(try message(news(deliverable)).tags == codes)
    #expect(try message(news(deliverable, deliverable)).tags == codes)
    #expect(try message(news(deliverable), Wording(isSpoilerFree: true)).tags == [codes[0]])
    #expect(try message(.digest([deliverable])).tags == ["newspaper"])
    #expect(try message(.correction([deliverable], thread: nil)).tags == Array((["pencil2"] + codes).prefix(5)))
    #expect(try message(.notice("x")).tags == ["warning"])
  }

  @Test func respectsSpoilerFree() throws {
    let wording = Wording(isSpoilerFree: true)
    for content in ChatDeliverables.occasions([ChatDeliverables.deliverable()], handle: handle).dropLast() {
      let message = try message(content, wording)
      let text = message.title + message.message
      #expect(!text.contains("3") && !text.contains("Okafor") && text.contains("TOR@AZ"))
    }
  }

  @Test func theSequenceIsThatOfTheFirstFactUntilAnEdit() throws {
    let (play, other) = (ChatDeliverables.deliverable(), ChatDeliverables.deliverable(fact: "6-top/pa/1/1"))
    let id = try #require(try message(news(play)).sequenceID)
    #expect(id == "lg_cqgps2zmd57xq4576pssluljph")
    #expect(try message(news(play, other)).sequenceID == id)
    var revised = play
    revised.event.data.revision += 1
    #expect(try message(news(revised)).sequenceID == id)
    let others = try [
      message(news(other)), message(news(play), sink: "tablet"), message(.correction([play], thread: nil)),
      message(.digest([play])), message(.correction([revised], thread: nil)),
    ]
    #expect(Set(others.map(\.sequenceID) + [id]).count == 6)
    #expect(try message(.edit([play], of: handle)).sequenceID == "lg_abc")
    #expect(try message(.notice("x")).sequenceID == nil)
    for id in others.compactMap(\.sequenceID) {
      #expect(
        (1...64).contains(id.utf8.count) && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>) func staysWithinTheLimitsOfNtfy(_ seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    let deliverables = (0..<[1, 2, 10, 400][Int(seed % 4)]).map { number in
      let text = ChatDeliverables.wildText(&generator, pieces: [0, 3, 40, 900][Int(seed / 4 % 4)])
      return ChatDeliverables.deliverable(text, game: 1 + number % 70)
    }
    for content in ChatDeliverables.occasions(deliverables, handle: handle) {
      let message = try message(content)
      #expect((1...4096).contains(message.message.utf8.count) && !message.message.allSatisfy(\.isWhitespace))
      #expect((1...250).contains(message.title.utf8.count))
      #expect((1...5).contains(message.tags.count) && (1...5).contains(message.priority))
      let composed = try Message(json: message, for: "phone")
      #expect(try JSONDecoder().decode(NtfyMessage.self, from: Data(composed.body)) == message)
    }
  }
}
