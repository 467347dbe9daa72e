@testable import LiveCore

/// Facts as sinks for people get them: made of `JournalSample.homeRun`, of which only some members matter.
enum TellingSample {
  static func deliverable(
    _ summary: String = "Okafor homers. TOR 3, AZ 2", fact: String = "5-top/pa/665489/1", game: Int = 747_175,
    type: EventType = .play, tags: [Tag] = [.hit, .scoring], importance: Int = 3, retracted: Bool = false
  ) -> DeliverableEvent {
    var event = JournalSample.homeRun
    event.type = type
    event.data.fact = Fact(rawValue: "mlb/\(game)/\(fact)")
    event.data.game.id = game
    (event.data.summary, event.data.tags) = (summary, tags)
    (event.data.importance, event.data.retracted) = (importance, retracted)
    return DeliverableEvent(event: event, line: [])
  }

  /// One of each content that people are told of.
  static func occasions(_ deliverables: [DeliverableEvent], handle: Receipt.Handle) -> [MessageContent] {
    [
      .news(deliverables, thread: nil), .news(deliverables, thread: handle), .correction(deliverables, thread: handle),
      .edit(deliverables, of: handle), .digest(deliverables), .notice(deliverables.map(\.event.data.summary).joined()),
    ]
  }

  /// Text that is hard on whoever cuts it: families of emoji, flags, marks in heaps, mentions, controls, both directions.
  static func wildText(_ generator: inout SplitMix, pieces: Int) -> String {
    (0..<pieces).map { _ in wild[Int.random(in: wild.indices, using: &generator)] }.joined()
  }

  private static let wild = [
    "👨‍👩‍👧‍👦", "🇦🇹", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "⚾️", "e\u{301}", "Z" + String(repeating: "\u{35C}", count: 40), "<!channel>", "<\u{338}", "&amp;",
    "<@U012>", "\r\n", "\n", "\0", "\u{1B}[31m", "שלום", "\u{202E}", "日本", "\"", "\\", "`", "*", " ", "a",
    "Okafor homers. ",
  ]
}
