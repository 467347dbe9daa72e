import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct ChatTextTests {
  private func bulletin(_ content: MessageContent, _ wording: Wording = Wording(), covers: Bool = false) throws
    -> ChatText
  {
    try ChatText(content, wording: wording, covers: covers, sink: "den")
  }

  private let handle = MessageHandle(rawValue: "x")

  private let play = ChatDeliverables.deliverable()
  private let steal = ChatDeliverables.deliverable("Sørensen steals 2nd", fact: "5-top/runner/9/1", tags: [.stolenBase])
  private let other = ChatDeliverables.deliverable("Hale walks", game: 9)

  @Test func aNewsTitleHasTheScore() throws {
    let bulletin = try bulletin(.news([play, steal], thread: nil))
    #expect(bulletin.title == "TOR 3, AZ 2 · Top 5th")
    #expect(bulletin.lines.map(\.text) == ["Okafor homers.", "Sørensen steals 2nd"])
    #expect(bulletin.page?.url == "https://www.mlb.com/gameday/747175")
  }

  /// A score that is in the title is not repeated in the text; an earlier score is stated.
  @Test func theScoreIsStatedOnce() throws {
    let deliverables = [
      ChatSample.play("5-top", minute: 1, score: Score(away: 1, home: 0), "A homers. TOR 1, AZ 0"),
      ChatSample.play("5-top", minute: 2, score: Score(away: 2, home: 0), "B homers. TOR 2, AZ 0"),
    ]
    let bulletin = try bulletin(.news(deliverables, thread: nil))
    #expect(bulletin.title == "TOR 2, AZ 0 · Top 5th")
    #expect(bulletin.lines.map(\.text) == ["A homers. TOR 1, AZ 0", "B homers."])
  }

  @Test(arguments: ["Okafor doubles. TOR 3, AZ 2", "Corrected: Okafor doubles. TOR 3, AZ 2"])
  func aCorrectionIsMarkedOnce(_ summary: String) throws {
    var deliverable = ChatDeliverables.deliverable(summary)
    let isCorrected = summary.hasPrefix("Corrected")
    if isCorrected { deliverable.event.data.change = .corrected }
    let formatted = Wording(format: try TextFormat("{{summary}}!"))
    let correction = try bulletin(.correction([deliverable], thread: nil))
    #expect(correction.title == "TOR 3, AZ 2 · Top 5th")
    #expect(correction.lines.map(\.text) == ["Corrected: Okafor doubles."])
    #expect(
      try bulletin(.correction([deliverable], thread: nil), formatted).lines.map(\.text) == [
        "Corrected: Okafor doubles. TOR 3, AZ 2!"
      ])
    let mark = isCorrected ? "Corrected: " : ""
    #expect(try bulletin(.edit([deliverable], of: handle)).lines.map(\.text) == ["\(mark)Okafor doubles."])
  }

  @Test func eachOfSeveralGamesHasAHeading() throws {
    let bulletin = try bulletin(.news([play, other, steal], thread: nil))
    #expect(bulletin.title == "2 games" && bulletin.page?.url == nil)
    #expect(
      bulletin.lines.map(\.text) == [
        "TOR 3, AZ 2 · Top 5th", "Okafor homers.", "Sørensen steals 2nd", "TOR 3, AZ 2 · Top 5th", "Hale walks",
      ])
    #expect(bulletin.lines.map(\.isHeading) == [true, false, false, true, false])
  }

  @Test func aDigestIsGroupedByGame() throws {
    let bulletin = try bulletin(.digest([play, other, steal]))
    #expect(bulletin.title == "While it was quiet: 2 games")
    #expect(
      bulletin.lines.map(\.text) == [
        "TOR 3, AZ 2 · Top 5th", "• Top 5th: Okafor homers. TOR 3, AZ 2", "• Top 5th: Sørensen steals 2nd",
        "TOR 3, AZ 2 · Top 5th", "• Top 5th: Hale walks",
      ])
    #expect(bulletin.lines.map(\.isHeading) == [true, false, false, true, false])
    #expect(bulletin.page?.url == nil)
  }

  @Test func theTitleOfADigestOfOneGameHasItsScore() throws {
    let digest = try bulletin(.digest([play]))
    #expect(digest.title == "TOR 3, AZ 2 · Top 5th" && digest.page?.url == "https://www.mlb.com/gameday/747175")
    #expect(digest.lines.map(\.text) == ["• Top 5th: Okafor homers. TOR 3, AZ 2"])
    let dull = try bulletin(.digest([ChatDeliverables.deliverable("Hale walks", importance: 1)]))
    #expect(dull.title == "TOR 3, AZ 2 · Top 5th" && dull.lines.map(\.text) == ["While it was quiet"])
    let gone = ChatDeliverables.deliverable("Taken back: Okafor homers. TOR 3, AZ 2", importance: 1, retracted: true)
    let taken = try bulletin(.digest([gone]))
    #expect(taken.title == "TOR@AZ · Top 5th")
    #expect(taken.lines.map(\.text) == ["• Top 5th: Taken back: Okafor homers."])
  }

  @Test func aCoveredTextIsComplete() throws {
    let wording = Wording(isSpoilerFree: true)
    let news = try bulletin(.news([play], thread: nil), wording, covers: true)
    #expect(news.spoils && news.title == "TOR@AZ")
    #expect(news.lines.map(\.text) == ["Okafor homers. TOR 3, AZ 2"])
    let digest = try bulletin(.digest([play]), wording, covers: true)
    #expect(digest.spoils && digest.title == "TOR@AZ")
    #expect(digest.lines.map(\.text) == ["TOR 3, AZ 2 · Top 5th", "• Top 5th: Okafor homers. TOR 3, AZ 2"])
    #expect(try !bulletin(.news([play], thread: nil), covers: true).spoils)
    #expect(try !bulletin(.notice("x"), wording, covers: true).spoils)
  }

  @Test func anEmptyFormatResultIsReplacedByTheSummary() throws {
    let wording = Wording(format: try TextFormat("{{play.description}}"))
    #expect(try bulletin(.news([play], thread: nil), wording).lines.map(\.text) == ["Okafor homers."])
  }

  @Test func aNoticeIsNeverEmpty() throws {
    #expect(try bulletin(.notice("sink 'x' is dead")).lines.map(\.text) == ["sink 'x' is dead"])
    #expect(try bulletin(.notice(" ")).lines.map(\.text) == ["Something is wrong"])
  }

  @Test func aRetractionIsMarkedAndHasNoScore() throws {
    let wording = Wording(format: try TextFormat("{{summary}}!"))
    let gone = ChatDeliverables.deliverable("Taken back: Okafor homers", retracted: true)
    #expect(try bulletin(.edit([gone], of: handle)).title == "TOR@AZ · Top 5th")
    #expect(try bulletin(.edit([gone], of: handle)).lines.map(\.text) == ["Taken back: Okafor homers"])
    let silent = ChatDeliverables.deliverable("Okafor homers", retracted: true)
    #expect(
      try bulletin(.edit([silent], of: handle), wording).lines.map(\.text) == [
        "Taken back: Okafor homers!"
      ])
    // The play that was not retracted gives the score.
    #expect(try bulletin(.edit([play, gone], of: handle)).title == "TOR 3, AZ 2 · Top 5th")
  }

  @Test func aBlankTextIsReplacedByTheTitle() throws {
    #expect(
      try bulletin(.news([ChatDeliverables.deliverable(" \n")], thread: nil)).lines.map(\.text) == [
        "TOR 3, AZ 2 · Top 5th"
      ])
  }

  @Test(arguments: Leagues.known.eventTypes) func spoilerFreeTextHasNeitherScoreNorResult(_ type: EventType) throws {
    let wording = Wording(isSpoilerFree: true)
    for tags in [[LiveModel.Tag.start], [.final, .noHitter], [.halfEnd], [.walkOff]] {
      let isHarmless = [.source, .lineup].contains(type) || tags == [.start]
      let summary = isHarmless ? "Nothing new from the feed" : "Walk-off! Hale homers. TOR 30, AZ 20"
      let deliverable = ChatDeliverables.deliverable(summary, type: type, tags: tags)
      for deliverables in [[deliverable], [deliverable, deliverable]] {
        for content in ChatDeliverables.occasions(deliverables, handle: handle).dropLast() {
          let bulletin = try bulletin(content, wording)
          let text = ([bulletin.title] + bulletin.lines.map(\.text)).joined(separator: "\n")
          #expect(!["3,", "AZ 2", "30", "20", "Hale", "Walk", "homers", "o-hit"].contains { text.contains($0) })
          #expect(text.contains("TOR@AZ"))
        }
      }
    }
  }

  @Test func emptyContentAndAScoreboardAreRefused() {
    let occasions: [MessageContent] = [.news([], thread: nil), .digest([]), .scoreboard([play], of: nil)]
    for content in occasions {
      let fault = #expect(throws: Fault.self) { try bulletin(content) }
      #expect(fault?.code == .sinkUnfitOccasion && fault?.place == .sink("den"))
    }
  }
}
