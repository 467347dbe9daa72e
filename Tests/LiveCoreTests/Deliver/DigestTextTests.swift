import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct DigestTextTests {
  private let deliverables = [
    ChatSample.play("1-top", minute: 1, score: Score(away: 1, home: 0), "A homers. TOR 1, AZ 0"),
    ChatSample.play("1-top", minute: 2, score: Score(away: 0, home: 0), importance: 3, "Loaded.", game: 2),
    ChatSample.play("2-bottom", minute: 9, score: Score(away: 1, home: 1), importance: 2, "B singles."),
    ChatSample.play("3-top", minute: 20, score: Score(away: 2, home: 1), importance: 3, "C doubles. TOR 2, AZ 1"),
    ChatSample.play("1-bottom", minute: 3, score: Score(away: 1, home: 0), "Taken back: X") {
      $0.data.change = .retracted
    },
    ChatSample.final(minute: 180, score: Score(away: 2, home: 1)),
    ChatSample.play("2-top", minute: 8, score: Score(away: 0, home: 3), importance: 1, "Nothing.", game: 2),
  ]

  @Test func showsTheScoreOfEachGameAndItsMainPlays() {
    #expect(
      DigestText(deliverables, Wording()).text(within: Truncation(limit: 1000)) == """
        TOR 2, AZ 1 · Final
        • Top 1st: A homers. TOR 1, AZ 0
        • Bottom 1st: Taken back: X
        • Top 3rd: C doubles. TOR 2, AZ 1
        • Blue Jays beat the D-backs 2–1.

        TOR 0, AZ 3 · Top 2nd
        • Top 1st: Loaded.
        """)
  }

  /// The three plays that moved their games most are named, whatever their importance.
  @Test func theBiggestSwingsAreNamed() {
    let swings = [0.05, 0.2, 0.4, 0.3, 0.16].enumerated().map { index, swing in
      ChatSample.play("9-top", minute: 10 + index, score: Score(away: 1, home: 0), importance: 1, "S\(index).") {
        $0.data.odds = EventOdds(before: 0.5, after: 0.5 - swing, leverage: 2)
      }
    }
    let lines = DigestText(swings, Wording()).games[0].plays.map(\.text)
    #expect(
      lines == [
        "• Top 9th: S1. (+20 % for TOR), the third biggest swing",
        "• Top 9th: S2. (+40 % for TOR), the biggest swing",
        "• Top 9th: S3. (+30 % for TOR), the second biggest swing",
      ])
    #expect(DigestText(swings, Wording(isSpoilerFree: true)).games[0].plays.isEmpty)
  }

  @Test func withoutSpoilersOnlyTheGamesAreListed() {
    let text = DigestText(deliverables, Wording(isSpoilerFree: true)).text(within: Truncation(limit: 1000))
    #expect(text == "TOR@AZ · Final\n\nTOR@AZ")
    let revealed = DigestText(deliverables, Wording(isSpoilerFree: true), revealing: true)
    #expect(revealed.games == DigestText(deliverables, Wording()).games)
  }

  /// A late correction of an early play is newer in the log, but does not have the current score.
  @Test func theScoreIsThatOfTheLatestPlay() {
    let late = ChatSample.play("1-top", minute: 1, score: Score(away: 9, home: 0), "Corrected: A homers.", game: 2)
    #expect(DigestText(deliverables + [late], Wording()).games[1].standing == "TOR 0, AZ 3 · Top 2nd")
  }

  @Test func aPostponedGameIsMarked() {
    let rain = ChatSample.deliverable { event in
      event.type = .status
      event.data.tags = [.postponed]
      event.data.summary = "Postponed: Blue Jays at Diamondbacks (Rain)"
      event.data.reason = "Rain"
      event.data.score = nil
      event.data.inning = nil
    }
    #expect(DigestText([rain], Wording()).games[0].standing == "Postponed: Blue Jays at Diamondbacks (Rain)")
    #expect(DigestText([rain], Wording(isSpoilerFree: true)).games[0].standing == "TOR@AZ · Postponed (Rain)")
  }

  @Test func theLeastImportantLinesAreDroppedFirst() {
    let digest = DigestText(deliverables, Wording())
    let whole = digest.text(within: Truncation(limit: 1000)).count
    let less = digest.text(within: Truncation(limit: whole - 1))
    #expect(less.contains("A homers.") && less.contains("C doubles.") && !less.contains("Loaded."))
    #expect(less.hasSuffix("… and 1 more"))
    let little = digest.text(within: Truncation(limit: 70))
    #expect(little == "TOR 2, AZ 1 · Final\n\nTOR 0, AZ 3 · Top 2nd\n… and 5 more")
    for limit in 0...whole { #expect(digest.text(within: Truncation(limit: limit)).count <= limit) }
  }

  @Test func anEmptyDigestIsEmptyText() {
    #expect(DigestText([], Wording()).text(within: Truncation(limit: 10)).isEmpty)
  }

  /// The retraction of an unsent fact is not mentioned, and the score of a retracted play is not shown.
  @Test func aRetractionIsShownOnlyForASentFact() {
    let digest = DigestText([deliverables[4]], Wording())
    #expect(digest.games.map(\.standing) == ["TOR@AZ · Bottom 1st"])
    #expect(digest.games[0].plays.map(\.text) == ["• Bottom 1st: Taken back: X"])
    #expect(DigestText([deliverables[4]], Wording(isSpoilerFree: true)).games[0].plays.isEmpty)
  }

  @Test func theSecondGameOfADayIsMarkedOnce() {
    let second = deliverables.map { deliverable in
      var deliverable = deliverable
      deliverable.event.data.game.number = 2
      return deliverable
    }
    #expect(
      DigestText(second, Wording()).games.map(\.standing) == [
        "TOR 2, AZ 1 · Game 2 · Final", "TOR 0, AZ 3 · Game 2 · Top 2nd",
      ])
  }
}
