import WireSchema

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// Events as sinks get them.
enum SampleMessages {
  static func deliverable(
    _ summary: String, game: Int = 1, importance: Int = 2, score: Score? = .zero, retracted: Bool = false
  ) -> DeliverableEvent {
    var event = SampleEvents.event("a", game: game)
    event.data.summary = summary
    event.data.importance = importance
    event.data.score = score
    if retracted { event.data.change = .retracted }
    return DeliverableEvent(event: event, line: Array("{}".utf8))
  }

  static func news(_ summaries: String...) -> MessageContent { .news(summaries.map { deliverable($0) }, thread: nil) }

  /// Returns an event with the line that the log would hold.
  static func logged(_ event: Event = SampleEvents.event("a")) throws -> DeliverableEvent {
    DeliverableEvent(event: event, line: try WireFormat.line(of: event))
  }

  static func reply(_ status: Int, _ body: String = "", headers: [String: String] = [:]) -> Endpoint.Reply {
    Endpoint.Reply(head: HTTPResponseHead(status: status, headers: headers), body: Array(body.utf8))
  }
}

/// Facts as chat sinks get them: variants of `JournalSample.homeRun`, of which only some members matter.
enum ChatDeliverables {
  static func deliverable(
    _ summary: String = "Okafor homers. TOR 3, AZ 2", fact: String = "5-top/pa/665489/1", game: Int = 747_175,
    type: EventType = .play, tags: [Tag] = [.hit, .scoring], importance: Int = 3, retracted: Bool = false
  ) -> DeliverableEvent {
    var event = JournalSample.homeRun
    event.type = type
    event.data.fact = Fact(rawValue: "mlb/\(game)/\(fact)")
    event.data.game.id = game
    (event.data.summary, event.data.tags) = (summary, tags)
    event.data.importance = importance
    if retracted { event.data.change = .retracted }
    return DeliverableEvent(event: event, line: [])
  }

  /// Returns one of each kind of content that a chat gets.
  static func occasions(_ deliverables: [DeliverableEvent], handle: MessageHandle) -> [MessageContent] {
    [
      .news(deliverables, thread: nil), .news(deliverables, thread: handle), .correction(deliverables, thread: handle),
      .edit(deliverables, of: handle), .digest(deliverables), .notice(deliverables.map(\.event.data.summary).joined()),
    ]
  }

  /// Returns text that is hard to cut: emoji families, flags, stacked combining marks, mentions, controls, both
  /// writing directions.
  static func wildText(_ generator: inout SplitMix, pieces: Int) -> String {
    (0..<pieces).map { _ in wild[Int.random(in: wild.indices, using: &generator)] }.joined()
  }

  private static let wild = [
    "👨‍👩‍👧‍👦", "🇦🇹", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "⚾️", "e\u{301}", "Z" + String(repeating: "\u{35C}", count: 40), "<!channel>", "<\u{338}", "&amp;",
    "<@U012>", "\r\n", "\n", "\0", "\u{1B}[31m", "שלום", "\u{202E}", "日本", "\"", "\\", "`", "*", " ", "a",
    "Okafor homers. ",
  ]
}

/// Events for chat texts, all of one made-up game unless another one is given.
enum ChatSample {
  /// Returns the sample play, changed. It has no odds, which would add a note to its text.
  static func event(_ change: (inout Event) -> Void = { _ in }) -> Event {
    var event = Baseball().sample
    event.data.odds = nil
    change(&event)
    return event
  }

  static func deliverable(_ change: (inout Event) -> Void = { _ in }) -> DeliverableEvent {
    DeliverableEvent(event: event(change), line: [])
  }

  /// Returns a play so many minutes after the first pitch.
  static func play(
    _ half: String, minute: Int, score: Score, importance: Int = 4, _ summary: String = "", game: Int = 900_001,
    _ change: (inout Event) -> Void = { _ in }
  ) -> DeliverableEvent {
    deliverable { event in
      event.data.fact = Fact(rawValue: "mlb/\(game)/\(half)/pa/1/\(minute)")
      event.data.game.id = game
      event.time = SampleEvents.start + .seconds(60 * minute)
      event.data.inning = inning(half)
      event.data.score = score
      event.data.importance = importance
      event.data.summary = summary.isEmpty ? "Play \(minute)." : summary
      event.data.tags = []
      change(&event)
    }
  }

  static func final(minute: Int, score: Score, game: Int = 900_001, half: String = "9-top") -> DeliverableEvent {
    let isHome = score.leader == .home
    let result =
      isHome
      ? "D-backs beat the Blue Jays \(score.home)–\(score.away)."
      : "Blue Jays beat the D-backs \(score.away)–\(score.home)."
    return play(half, minute: minute, score: score, result, game: game) { event in
      event.type = .status
      event.data.tags = [.final]
      event.data.game.status = .final
    }
  }

  /// Parses `5-top`.
  static func inning(_ text: String) -> HalfInning {
    let parts = text.split(separator: "-")
    return HalfInning(number: Int(parts[0]) ?? 0, half: parts[1] == "top" ? .top : .bottom)
  }

  /// Returns text that is hard to count and to cut.
  static func awkward(_ length: Int, by generator: inout SplitMix) -> String {
    let pieces = [
      "a", "Peña ", "👨‍👩‍👧‍👦", "e\u{301}\u{302}\u{303}", "🇨🇦", " ", "\n", "**", "||", "~~", "\\", "`", "```", "_", "<@1>",
      "\u{200B}", "\u{202E}", "\"", "\u{0}", "\t", "# ", "> ", "- ", "[x](y)", "界", "word ", "\r\n",
      "\u{1F469}\u{1F3FD}",
    ]
    return (0..<length).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }
}
