import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct WordingTests {
  private let open = Wording()
  private let closed = Wording(isSpoilerFree: true)

  @Test func aTitleHasScoreTeamsAndInning() {
    #expect(open.title(Baseball().sample) == "TOR 3, AZ 2 · Top 5th")
    #expect(closed.title(Baseball().sample) == "TOR@AZ")
  }

  @Test func aTitleMarksTheSecondGameAndLateEvents() {
    let event = ChatSample.event { event in
      event.data.game.number = 2
      event.data.late = true
    }
    #expect(open.title(event) == "TOR 3, AZ 2 · Game 2 · Top 5th · late")
    #expect(closed.title(event) == "TOR@AZ · Game 2 · late")
  }

  @Test func aTitleMarksSimulatedEvents() {
    let event = ChatSample.event { $0.data.tags.append(.test) }
    #expect(open.title(event) == "Test · TOR 3, AZ 2 · Top 5th")
    #expect(closed.title(event) == "Test · TOR@AZ")
    #expect(closed.title(closed.withoutSpoilers(event)) == "Test · TOR@AZ")
  }

  /// A game that ended in the top of an inning was won by the home team.
  @Test func theTitleOfAFinalHasNoInning() {
    let final = ChatSample.final(minute: 1, score: Score(away: 1, home: 4)).event
    #expect(open.title(final) == "TOR 1, AZ 4 · Final")
    #expect(closed.title(final) == "TOR@AZ · Final")
    #expect(closed.text(final) == "Final")
  }

  @Test(arguments: [("5-top", "Middle 5th"), ("11-bottom", "End 11th")])
  func theTitleOfAHalfInningEndNamesIt(_ half: String, _ place: String) {
    let event = ChatSample.play(half, minute: 1, score: .zero) { $0.data.tags = [.halfEnd] }.event
    #expect(open.title(event) == "TOR 0, AZ 0 · \(place)")
  }

  @Test func aTextIsTheSummary() {
    let event = ChatSample.event()
    #expect(open.text(event) == event.data.summary)
    #expect(open.text(event) { $0.uppercased() } == event.data.summary.uppercased())
  }

  @Test(arguments: [
    (0.6731, 0.3898, " (+28 % for TOR)"), (0.2, 0.35, " (+15 % for AZ)"), (0.2, 0.3499, ""), (0.5, 0.5, ""),
    (0.02, 1, " (+98 % for AZ)"),
  ])
  func aLargeSwingIsAddedToTheText(before: Double, after: Double, note: String) {
    let event = ChatSample.event { $0.data.odds = EventOdds(before: before, after: after, leverage: 2) }
    #expect(open.text(event) == event.data.summary + note)
    #expect(open.text(event, under: event.data.score) == event.data.summary.replacing(" TOR 3, AZ 2", with: "") + note)
    #expect(closed.text(event) == "Something happened" && closed.withoutSpoilers(event).data.odds == nil)
    #expect(open.struck(event).hasPrefix(event.data.summary))
  }

  @Test func aRetractedPlayMovedNothing() {
    let event = ChatSample.event { event in
      event.data.odds = EventOdds(before: 0.5, after: 0.9, leverage: 2)
      event.data.change = .retracted
    }
    #expect(!open.text(event).contains("%"))
  }

  @Test func withoutSpoilersTheTextIsReplaced() {
    #expect(closed.text(Baseball().sample) == "Something happened")
    #expect(closed.details(Baseball().sample) == Baseball().sample.data.summary + " (+28 % for TOR)")
    let taken = ChatSample.event { event in
      event.data.change = .retracted
      event.data.summary = "Taken back: \(event.data.summary)"
    }
    #expect(closed.text(taken) == "Something was taken back")
    #expect(open.struck(taken) == Baseball().sample.data.summary)
  }

  @Test(arguments: [
    (EventType.lineup, [LiveModel.Tag.lineup], "Lineup of the Blue Jays: …", "Lineup of the Blue Jays: …"),
    (.status, [.start], "Play ball: A at B", "Play ball: A at B"),
    (.status, [.delay], "Delayed: A at B in the top of the 5th, TOR 3, AZ 2 (Rain)", "Delayed (Rain)"),
    (.status, [.catchUp], "Under way, top of the 5th: TOR 3, AZ 2", "Under way (Rain)"),
    (.inning, [.halfStart], "Top of the 5th, A batting: TOR 3, AZ 2", "Top of the 5th"),
    (.inning, [.halfEnd, .noHitterIntact], "Middle of the 5th: TOR 3, AZ 2; no-hitter", "Middle of the 5th"),
    (.watch, [.noHitterWatch, .started], "No-hitter watch: A", "Worth a look now"),
    (.watch, [.noHitterWatch, .ended], "No more no-hitter watch: A", "Something happened"),
    (.action, [.stolenBase], "X steals", "Something happened"),
  ])
  func everyKindOfEventHasATextWithoutSpoilers(
    _ type: EventType, _ tags: [LiveModel.Tag], _ summary: String, _ expected: String
  ) {
    let event = ChatSample.event { event in
      event.type = type
      event.data.tags = tags
      event.data.summary = summary
      event.data.importance = 2
      event.data.reason = "Rain"
    }
    #expect(closed.text(event) == expected)
  }

  @Test func aFormatWithoutSpoilersHasNoSpoilingValues() throws {
    let format = try TextFormat("{{summary}} {{score.away}}{{outs}}{{play.description}}{{tags}}{{game.home.name}}")
    let wording = Wording(isSpoilerFree: true, format: format)
    #expect(wording.text(Baseball().sample) == "Something happened Arizona Diamondbacks")
    #expect(wording.details(Baseball().sample).contains("homers (12)"))
  }

  @Test func anEmptyFormatResultIsReplacedByTheSummary() throws {
    let wording = Wording(format: try TextFormat("{{play.description}}"))
    let event = ChatSample.event { $0.data.play = nil }
    #expect(wording.text(event) { "<\($0)>" } == "<\(Baseball().sample.data.summary)>")
  }

  @Test(
    arguments: [
      ("Corrected: a double", .corrected, "Corrected: a double", "Corrected: a double"),
      ("a double", .corrected, "Corrected: a double", "Corrected: a double"),
      ("a double", .completed, "Corrected: a double", "a double"),
      ("a double", .new, "Corrected: a double", "a double"),
      ("Taken back: a double", .retracted, "Taken back: a double", "Taken back: a double"),
      ("Taken back: Corrected: a double", .retracted, "Taken back: a double", "Taken back: a double"),
      ("a double", .retracted, "Taken back: a double", "Taken back: a double"),
    ] as [(String, EventChange, String, String)])
  func aCorrectionIsMarkedOnce(
    _ summary: String, _ change: EventChange, _ correction: String, _ expected: String
  ) throws {
    let event = ChatSample.event { event in
      (event.data.summary, event.data.change) = (summary, change)
    }
    for wording in [open, Wording(format: try TextFormat("{{summary}}"))] {
      #expect(wording.text(event, isCorrection: true) == correction && wording.text(event) == expected)
    }
    #expect(
      closed.text(event, isCorrection: true) == "Something was \(change == .retracted ? "taken back" : "corrected")")
  }

  @Test func aConsequenceOfAnotherCorrectionHasNoMark() {
    let event = ChatSample.event { event in
      (event.data.change, event.data.cause) = (.corrected, Fact(rawValue: "mlb/1/other"))
    }
    #expect(!open.text(event).hasPrefix("Corrected"))
    let lineup = ChatSample.event { ($0.type, $0.data.change) = (.lineup, .corrected) }
    #expect(!open.text(lineup).hasPrefix("Corrected"))
  }

  @Test(arguments: [
    ("A homers. TOR 3, AZ 2", "A homers."), ("Middle of the 5th: TOR 3, AZ 2", "Middle of the 5th"),
    ("Middle of the 5th: TOR 3, AZ 2; no-hitter intact", "Middle of the 5th; no-hitter intact"),
    ("Delayed: A at B in the top of the 5th, TOR 3, AZ 2 (Rain)", "Delayed: A at B in the top of the 5th (Rain)"),
    ("TOR 3, AZ 2", "TOR 3, AZ 2"), (" TOR 3, AZ 2", " TOR 3, AZ 2"),
    ("A homers. TOR 3, AZ 20", "A homers. TOR 3, AZ 20"),
    ("A homers. TOR 2, AZ 2", "A homers. TOR 2, AZ 2"),
  ])
  func theScoreInTheTitleIsNotRepeatedInTheText(_ summary: String, _ expected: String) {
    let event = ChatSample.event { $0.data.summary = summary }
    #expect(open.text(event, under: event.data.score) == expected)
    #expect(open.text(event) == summary && open.text(event, under: .zero) == summary)
    let own = Wording(format: try? TextFormat("{{summary}}"))
    #expect(own.text(event, under: event.data.score) == summary)
  }

  @Test func aTitleShowsNothingThatWasRetracted() {
    #expect(open.title(ChatSample.event { $0.data.change = .retracted }) == "TOR@AZ · Top 5th")
  }
}
