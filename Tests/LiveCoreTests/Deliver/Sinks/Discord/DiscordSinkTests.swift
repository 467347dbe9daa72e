import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct DiscordSinkTests {
  private func sink(
    _ transport: ScriptedTransport = ScriptedTransport(.status(204)), wording: Wording = Wording(),
    mode: DiscordSettings.Mode = .plays, thread: String? = nil,
    url: String = "http://127.0.0.1:1/api/webhooks/1/token-0123"
  ) -> DiscordSink {
    DiscordSink(
      name: "den", endpoint: Endpoint(url: Secret(url), timeout: .seconds(5), transport: transport), wording: wording,
      mode: mode, threadID: thread)
  }

  private let handle = MessageHandle(rawValue: "42")

  private func shown(_ content: MessageContent, wording: Wording = Wording()) throws -> DiscordShown {
    try DiscordShown(sink(wording: wording).compose(content).body)
  }

  @Test func aPlayIsAnEmbedInTheColourOfTheTeam() throws {
    let composed = try sink().compose(.news([ChatSample.deliverable()], thread: nil))
    #expect(composed.edits == nil)
    let shown = try DiscordShown(composed.body)
    let embed = try #require(shown.embeds.first)
    #expect(shown.embeds.count == 1 && shown.flags == nil)
    #expect(embed["title"] as? String == "TOR 3, AZ 2 · Top 5th")
    #expect(embed["description"] as? String == Baseball().sample.data.play?.description)
    #expect(embed["color"] as? Int == 0x134A8E)
    #expect(embed["url"] as? String == "https://www.mlb.com/gameday/900001")
    #expect(embed["timestamp"] as? String == Baseball().sample.time.description)
    #expect((embed["footer"] as? [String: Any])?["text"] as? String == "1 out")
  }

  @Test func theSameContentGivesTheSameBytes() throws {
    let content = MessageContent.news([ChatSample.deliverable()], thread: nil)
    let wording = Wording(format: try TextFormat("{{#is.hit}}{{game}}{{tags}}{{/is.hit}}"))
    #expect(try sink(wording: wording).compose(content) == sink(wording: wording).compose(content))
  }

  @Test func namesAreEscaped() throws {
    let shown = try shown(
      .news([ChatSample.deliverable { $0.data.summary = "*J_R* <@&7> @everyone ||x||" }], thread: nil))
    #expect(shown.descriptions == [#"\*J\_R\* \<@&7> @everyone \|\|x\|\|"#])
  }

  @Test func anEditHasTheCurrentText() throws {
    let composed = try sink().compose(
      .edit(
        [
          ChatSample.deliverable { ($0.data.summary, $0.data.change) = ("Corrected: a double", .corrected) },
          ChatSample.deliverable { event in
            event.data.change = .retracted
            event.data.summary = "Taken back: wild pitch ~~x~~"
          },
        ], of: handle))
    #expect(composed.edits == handle)
    let shown = try DiscordShown(composed.body)
    #expect(
      shown.descriptions == [
        "Corrected: a double", "~~wild pitch \\~\\~x~~\nTaken back",
      ])
  }

  @Test func aCorrectionIsMarked() throws {
    let shown = try shown(.correction([ChatSample.deliverable { $0.data.summary = "a double" }], thread: nil))
    #expect(shown.descriptions == ["Corrected: a double"])
  }

  @Test(arguments: [(0, true), (1, true), (2, false), (4, false)])
  func unimportantMessagesAreSilent(_ importance: Int, _ isSilent: Bool) throws {
    let deliverable = ChatSample.deliverable { $0.data.importance = importance }
    #expect(try shown(.news([deliverable], thread: nil)).flags == (isSilent ? 4096 : nil))
    #expect(try shown(.edit([deliverable], of: handle)).flags == nil)
    #expect(try shown(.news([deliverable, ChatSample.deliverable()], thread: nil)).flags == nil)
  }

  @Test func onlyTheFirstEmbedOfAGameHasALink() throws {
    let other = ChatSample.play("1-top", minute: 1, score: .zero, game: 7)
    let shown = try shown(.news([ChatSample.deliverable(), ChatSample.deliverable(), other], thread: nil))
    #expect(
      shown.embeds.map { $0["url"] as? String } == [
        "https://www.mlb.com/gameday/900001", nil, "https://www.mlb.com/gameday/7",
      ])
  }

  @Test func aDigestHasOneEmbedForEachGame() throws {
    let deliverables = [
      ChatSample.play("1-top", minute: 1, score: Score(away: 1, home: 0), "A homers."),
      ChatSample.play("2-top", minute: 9, score: Score(away: 0, home: 4), "B doubles.", game: 7),
      ChatSample.final(minute: 180, score: Score(away: 1, home: 0)),
    ]
    let shown = try shown(.digest(deliverables))
    #expect(shown.titles == ["TOR 1, AZ 0 · Final", "TOR 0, AZ 4 · Top 2nd"])
    #expect(shown.descriptions == ["• Top 1st: A homers.\n• Blue Jays beat the D-backs 1–0.", "• Top 2nd: B doubles."])
  }

  @Test func manyGamesAreOneList() throws {
    let deliverables = (1...15).map { ChatSample.final(minute: $0, score: Score(away: $0, home: 0), game: $0) }
    let shown = try shown(.digest(deliverables))
    #expect(shown.titles == ["While it was quiet: 15 games"])
    #expect(shown.descriptions.first?.split(separator: "\n").count == 30)
  }

  @Test func aNoticeIsShown() throws {
    #expect(try shown(.notice("sink 'den': *gone*")).descriptions == [#"sink 'den': \*gone\*"#])
  }

  @Test func emptyContentIsRefused() {
    for content in [MessageContent.news([], thread: nil), .digest([]), .scoreboard([], of: nil), .edit([], of: handle)]
    {
      let fault = #expect(throws: Fault.self) { try sink().compose(content) }
      #expect(fault?.code == .sinkUnfitOccasion && fault?.place == .sink("den"))
    }
  }

  @Test func aScoreboardIsOneEmbed() throws {
    let deliverables = [
      ChatSample.play("1-top", minute: 1, score: Score(away: 1, home: 0), "A homers."),
      ChatSample.play("1-bottom", minute: 9, score: Score(away: 1, home: 0), importance: 1) { $0.data.outs = 2 },
    ]
    let composed = try sink(mode: .scoreboard).compose(.scoreboard(deliverables.reversed(), of: handle))
    #expect(composed.edits == handle && sink(mode: .scoreboard).traits.isScoreboard)
    let shown = try DiscordShown(composed.body)
    #expect(shown.titles == ["TOR 1, AZ 0 · Bottom 1st"])
    let text = try #require(shown.descriptions.first)
    #expect(text.hasPrefix("```\n    1 2 3") && text.contains("TOR 1") && text.contains("2 outs"))
    #expect(text.hasSuffix("```\n• Top 1st: A homers."))
    let final = deliverables + [ChatSample.final(minute: 99, score: Score(away: 1, home: 0), half: "1-bottom")]
    let over = try self.shown(.scoreboard(final.reversed(), of: nil))
    #expect(over.titles == ["TOR 1, AZ 0 · Final"] && over.descriptions.first?.contains("◇") == false)
  }

  @Test func withoutSpoilersEverythingIsHidden() throws {
    let wording = Wording(isSpoilerFree: true, format: try TextFormat("{{summary}} ||now|| {{score.away}}"))
    let deliverables = [
      ChatSample.deliverable(), ChatSample.final(minute: 999_999_999, score: Score(away: 9, home: 8)),
    ]
    let occasions: [MessageContent] = [
      .news(deliverables, thread: nil), .correction(deliverables, thread: nil), .edit(deliverables, of: handle),
      .digest(deliverables),
      .scoreboard(deliverables.reversed(), of: nil),
    ]
    for content in occasions {
      let shown = try shown(content, wording: wording)
      #expect(shown.titles.allSatisfy { ["TOR@AZ", "TOR@AZ · Final"].contains($0) }, "\(shown.titles)")
      #expect(
        shown.descriptions.allSatisfy {
          $0.hasPrefix("||") && $0.hasSuffix("||") && $0.split(separator: "||").count == 1
        })
      #expect(shown.embeds.allSatisfy { $0["footer"] == nil })
      let final = try #require(shown.embeds.last)
      #expect(final["color"] as? Int == TeamColour.neutral.rgb)
    }
  }

  @Test func postsAndRequestsTheMessageInTheResponse() async throws {
    let transport = ScriptedTransport(.status(200, body: #"{"id":"1240000000000000001"}"#))
    let sink = sink(transport, thread: "77")
    let answer = await sink.send(Message(body: [1, 2]), id: WebhookID(rawValue: "msg_a"), at: SampleEvents.start)
    #expect(answer == .accepted(Receipt(handle: MessageHandle(rawValue: "1240000000000000001"))))
    let request = transport.requests[0]
    #expect(request.method == .post && request.body == [1, 2] && request.header("content-type") == "application/json")
    #expect(request.url == "http://127.0.0.1:1/api/webhooks/1/token-0123?wait=true&thread_id=77")
  }

  @Test func editsItsMessage() async throws {
    let transport = ScriptedTransport(.status(404, body: #"{"message":"Unknown Message","code":10008}"#))
    let message = Message(body: [1], edits: handle)
    let answer = await sink(transport, thread: "77").send(
      message, id: WebhookID(rawValue: "msg_a"), at: SampleEvents.start)
    #expect("\(answer)".hasPrefix("lostTarget") && answer.reason?.text.contains("Unknown Message") == true)
    #expect(transport.requests[0].method == .patch)
    #expect(transport.requests[0].url == "http://127.0.0.1:1/api/webhooks/1/token-0123/messages/42?thread_id=77")
  }

  @Test func aReasonHidesTheToken() async {
    let transport = ScriptedTransport(.status(400, body: "bad /api/webhooks/1/token-0123"))
    let answer = await sink(transport).send(Message(body: []), id: WebhookID(rawValue: "m"), at: SampleEvents.start)
    #expect(answer.reason?.text.contains("token-0123") == false)
  }

  /// Discord refuses a message that is one unit too long.
  @Test func noMessageIsTooLong() throws {
    var generator = SplitMix(seed: 1)
    let long = try TextFormat("**{{summary}}** {{#players}}{{name}} {{/players}}")
    for round in 0..<60 {
      let deliverables = (0..<(1 + round % 13)).map { index in
        ChatSample.play("5-top", minute: index, score: .zero, game: round % 3 == 0 ? index : 1) { event in
          let size = [3, 40, 400, 4000].randomElement(using: &generator) ?? 3
          event.data.summary = ChatSample.awkward(size, by: &generator)
          event.data.game.away.abbreviation = ChatSample.awkward(round % 7 == 0 ? 300 : 2, by: &generator)
          event.data.game.home.name = ChatSample.awkward(10, by: &generator)
          event.data.players[0].name = ChatSample.awkward(size, by: &generator)
          if index % 5 == 4 { event.data.change = .retracted }
        }
      }
      let wording = Wording(isSpoilerFree: round % 2 == 0, format: round % 5 == 0 ? long : nil)
      let occasions: [MessageContent] = [
        .news(deliverables, thread: nil), .correction(deliverables, thread: nil), .edit(deliverables, of: handle),
        .digest(deliverables), .scoreboard(deliverables, of: nil), .notice(deliverables[0].event.data.summary),
      ]
      for content in occasions { try shown(content, wording: wording).check() }
    }
  }

  @Test func longAndShortTextsShareTheSpace() throws {
    let deliverables = [10, 5000, 5000, 20].map { count in
      ChatSample.deliverable { $0.data.summary = String(repeating: "x", count: count) }
    }
    let shown = try shown(.news(deliverables, thread: nil))
    try shown.check()
    let lengths = shown.descriptions.map(\.utf16.count)
    #expect(lengths[0] == 10 && lengths[3] == 20 && lengths[1] == lengths[2] && lengths[1] > 2900)
  }
}
