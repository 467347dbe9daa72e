import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// A spoiler-free sink shows the same bytes before the text behind a spoiler mark is revealed, whoever scores
/// and whoever wins.
@Suite struct SpoilerFreeTests {
  private static let sinks = GallerySink.all.filter { type(of: $0.kind).audience == .people }

  /// Texts that reveal one of the two plays below.
  private static let spoilers = ["Okafor", "Hale", "homers", "pitch", "3", "4", "Top", "Bottom", "5th", "8th", "wins"]

  /// Two plays of the same moment: a home run of the visitors, and a run of the home team on a wild pitch.
  private static let scorers = [
    ChatSample.play("5-top", minute: 1, score: Score(away: 3, home: 2), "Okafor homers. TOR 3, AZ 2") { event in
      (event.data.tags, event.data.team, event.data.provisional) = ([.hit, .scoring], "TOR", true)
    },
    ChatSample.play(
      "8-bottom", minute: 1, score: Score(away: 3, home: 4), importance: 1, "Hale scores on a wild pitch."
    ) {
      ($0.type, $0.data.tags, $0.data.team) = (.action, [.scoring], "AZ")
    },
  ]

  /// The same game, won by either side.
  private static let finals = [
    ChatSample.final(minute: 1, score: Score(away: 4, home: 3)),
    ChatSample.final(minute: 1, score: Score(away: 3, home: 14), half: "9-bottom"),
  ]

  private static func changed(_ events: [DeliverableEvent], to change: EventChange) -> [DeliverableEvent] {
    events.map { deliverable in
      var deliverable = deliverable
      deliverable.event.data.change = change
      deliverable.event.data.revision = 2
      return deliverable
    }
  }

  /// Returns the id of a message in the form of the sink's kind.
  private static func handle(of sink: any Sink) -> MessageHandle {
    let handles = ["slack-bot": "C0GAMES:1.0", "matrix": "$message"]
    return MessageHandle(rawValue: handles[sink.name] ?? "1000")
  }

  private static func bodies(of event: DeliverableEvent, from sink: any Sink) throws -> [String] {
    let handle = handle(of: sink)
    var contents: [MessageContent] = [
      .news([event], thread: nil), .correction([event], thread: nil), .digest([event]),
    ]
    if sink.traits.canEdit { contents.append(.edit([event], of: handle)) }
    if sink.traits.isScoreboard { contents = [.scoreboard([event], of: nil), .scoreboard([event], of: handle)] }
    return try contents.map { visible(String(decoding: try sink.compose($0).body, as: UTF8.self)) }
  }

  /// Returns a body without what stands behind a spoiler mark, and without ntfy's opaque id.
  private static func visible(_ body: String) -> String {
    body.replacing(#/\|\|(?:(?!\|\|).)*\|\|/#, with: "||")
      .replacing(#/<(tg-spoiler|span data-mx-spoiler)>.*?<\\?/(tg-spoiler|span)>/#, with: "<hidden>")
      .replacing(#/"sequence_id":"[^"]*"/#, with: "")
  }

  @Test(arguments: sinks) func everyScorerLooksTheSame(_ kind: GallerySink) throws {
    let scene = GalleryScene(name: "", content: .notice(""), isSpoilerFree: true)
    let sink = try kind.sink(for: scene, over: ScriptedTransport(), command: [])
    for pair in [Self.scorers, Self.finals] {
      for events in [pair, Self.changed(pair, to: .corrected), Self.changed(pair, to: .retracted)] {
        let (first, second) = (
          try Self.bodies(of: events[0], from: sink), try Self.bodies(of: events[1], from: sink)
        )
        #expect(first == second)
        let words = first.map { $0.replacing(#/"(url|click|timestamp)":"[^"]*"|<[^>]*Gameday>|:\d+/#, with: "") }
        #expect(words.allSatisfy { text in !Self.spoilers.contains { text.contains($0) } }, "\(words)")
      }
    }
  }

  @Test(arguments: sinks) func withSpoilersTheyDiffer(_ kind: GallerySink) throws {
    let scene = GalleryScene(name: "", content: .notice(""))
    let sink = try kind.sink(for: scene, over: ScriptedTransport(), command: [])
    #expect(try Self.bodies(of: Self.scorers[0], from: sink) != Self.bodies(of: Self.scorers[1], from: sink))
  }

  /// An operator's format sees no member that reveals a play.
  @Test func aFormatSeesNoSpoiler() throws {
    let format = try TextFormat(
      "{{summary}}|{{id}}|{{fact}}|{{importance}}|{{provisional}}|{{team}}|{{inning.half}}|{{tags}}|{{score.home}}")
    let wording = Wording(isSpoilerFree: true, format: format)
    let texts = Self.scorers.map { wording.text($0.event) }
    #expect(texts[0] == texts[1] && texts[0].hasPrefix("Something happened|mlb/900001@"))
  }

  /// An event that is independent of the course of the game keeps its own priority.
  @Test func aLineupStaysQuiet() {
    let lineup = ChatSample.deliverable { ($0.type, $0.data.tags, $0.data.importance) = (.lineup, [.lineup], 1) }
    let wording = Wording(isSpoilerFree: true)
    #expect(wording.importance(of: .news([lineup], thread: nil)) == 1)
    #expect(wording.importance(of: .news(Self.scorers, thread: nil)) == 2)
    #expect(Wording().importance(of: .news(Self.scorers, thread: nil)) == 4)
    #expect(wording.importance(of: .notice("")) == nil)
  }
}
