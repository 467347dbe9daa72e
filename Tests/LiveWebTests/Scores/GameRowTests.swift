import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LiveWeb

/// Each state of a game on the scoreboard.
@Suite struct GameRowTests {
  private let now = Timestamp(seconds: 1_784_070_300)

  private func game(
    _ status: GameStatus.Phase, state: String = "", score: Score? = Score(away: 5, home: 4), reason: String? = nil,
    start: Timestamp? = nil, _ change: (inout ScoreboardGame) -> Void = { _ in }
  ) -> ScoreboardGame {
    var game = ScoreboardGame(
      GameSummary(
        league: LeagueID(rawValue: "mlb"),
        game: GameSummary.Game(
          id: 7, date: "2026-07-14", status: status,
          away: .init(id: 114, abbreviation: "CLE", name: "Cleveland Guardians"),
          home: .init(id: 111, abbreviation: "BOS", name: "Boston Red Sox")),
        start: start, reason: reason, score: score, observedAt: now), state: state,
      records: Sides(away: TeamRecord(wins: 62, losses: 70), home: TeamRecord(wins: 69, losses: 63)))
    change(&game)
    return game
  }

  private func row(_ game: ScoreboardGame, _ preferences: Preferences = Preferences(), at now: Timestamp? = nil)
    -> GameRow
  {
    GameRow(ViewedScore(game), for: GameRow.Viewer(now: now ?? self.now, zone: .utc, preferences: preferences))
  }

  private func live(_ inningState: String = "Top") -> ScoreboardGame {
    game(.live) { game in
      game.summary.baseball = BaseballSituation(
        inning: HalfInning(number: 8, half: .top), inningState: inningState, outs: 2, balls: 1, strikes: 2,
        bases: Bases(first: Person(id: 1, name: "A"), second: nil, third: Person(id: 3, name: "C")),
        batter: Person(id: 4, name: "Steven Kwan"), pitcher: Person(id: 5, name: "Casey Legumina"))
    }
  }

  @Test func aLiveGameShowsItsSituation() throws {
    let row = row(live())
    let play = try #require(row.play)
    #expect(play.first && !play.second && play.third && play.isTop && play.inning == "8th" && play.count == "1–2")
    #expect(play.isOneOut && play.isTwoOut && row.away.score == "5" && row.home.name == "Red Sox")
    #expect(row.note == "Steven Kwan at bat · Casey Legumina pitching")
    #expect(
      row.sentence
        == "Live. Cleveland Guardians 5 at Boston Red Sox 4. Top of the 8th, 2 out, runners on first and third, count 1–2. "
        + "Steven Kwan at bat · Casey Legumina pitching.")
  }

  @Test func betweenHalvesThereIsNoCount() {
    let row = row(live("Middle"))
    #expect(row.play == nil && row.state == "Mid 8th" && row.stateClass == "inn" && row.note == "Between innings")
    #expect(row.sentence == "Live. Cleveland Guardians 5 at Boston Red Sox 4. Middle of the 8th.")
  }

  @Test func aGameInProgressHasANoteBetweenBatters() {
    var game = live()
    (game.summary.baseball.batter, game.summary.baseball.pitcher) = (nil, nil)
    let row = row(game)
    #expect(row.play != nil && row.note == "Between batters" && row.hasNote && !row.sentence.contains("Between"))
  }

  @Test func aFinalNamesExtraInningsAndTheLoser() {
    let row = row(game(.final, state: "F/10"))
    #expect(row.state == "F/10" && row.home.isLoser && !row.away.isLoser && row.away.record == "62–70")
    #expect(row.sentence == "Final in 10 innings. Cleveland Guardians 5 at Boston Red Sox 4.")
  }

  @Test func hiddenScoresRevealNothing() {
    var preferences = Preferences()
    preferences.hidesScores = true
    for game in [game(.final, state: "F/10"), live()] {
      let row = row(game, preferences)
      #expect(row.away.score.isEmpty && row.home.score.isEmpty && row.away.record == nil && row.play == nil)
      #expect(!row.away.isLoser && !row.home.isLoser && row.note == nil)
      #expect(!row.sentence.contains("5") && !row.sentence.contains("10"), "\(row.sentence)")
    }
  }

  @Test func aDelayedViewerSeesNoCount() {
    var preferences = Preferences()
    preferences.delay = 35
    let live = row(live("Middle"), preferences)
    #expect(live.away.score == "5" && live.play == nil && live.state == "Mid 8th" && live.note == nil)
    let unknown = game(.live, score: nil)
    #expect(row(unknown, preferences).state == "Live" && row(unknown, preferences).away.score.isEmpty)
  }

  @Test func pitchersOfRecordAndProbablePitchersAreNamed() {
    let over = game(.final, state: "Final") { $0.pitchers = "W Gaddis · L Criswell · S Smith" }
    #expect(row(over).note == "W Gaddis · L Criswell · S Smith")
    var preferences = Preferences()
    preferences.hidesScores = true
    #expect(row(over, preferences).note == nil)
    let next = game(.scheduled, start: now + .seconds(3600)) { $0.pitchers = "Bibee – Gilbert" }
    #expect(row(next, preferences).note == "Bibee – Gilbert")
  }

  @Test func aRunThatIsNotConfirmedIsMarked() {
    var viewed = ViewedScore(live())
    viewed.unconfirmed = "In play, run(s): José Ramírez."
    let row = GameRow(viewed, for: GameRow.Viewer(now: now, zone: .utc, preferences: Preferences()))
    #expect(row.warning == "Not confirmed" && row.note == "In play, run(s): José Ramírez.")
    #expect(row.sentence.hasSuffix("Not confirmed. In play, run(s): José Ramírez."))
  }

  @Test func aDelayedGameSaysSinceWhen() {
    var viewed = ViewedScore(game(.delayed, reason: "Rain"))
    viewed.delayedSince = now + .seconds(-600)
    let row = GameRow(viewed, for: GameRow.Viewer(now: now, zone: .utc, preferences: Preferences()))
    #expect(row.state == "Delayed" && row.detail == "Rain" && row.note == "Since 10:55 PM UTC.")
  }

  @Test func aGameThatHasNotBegunShowsItsStart() {
    let row = row(game(.scheduled, start: now + .seconds(3600)))
    #expect(row.start?.text == "12:05 AM" && row.away.score.isEmpty && row.state == nil)
    #expect(self.row(game(.scheduled)).state == "Time open")
    #expect(self.row(game(.warmup, start: now)).detail == "Warm-up")
  }

  @Test func aGameThatWasPutOffSaysWhyAndWhenItIsPlayed() {
    let postponed = row(
      game(.postponed, score: nil, reason: "Rain") {
        $0.continuation = .init(date: "2026-07-15", start: Timestamp(rfc3339: "2026-07-15T14:05:00Z"))
      })
    #expect(postponed.state == "Postponed" && postponed.stateClass == "wait" && postponed.detail == "Rain")
    #expect(postponed.note == "Will be played on Wednesday, Jul 15, 2:05 PM UTC.")
    let suspended = row(game(.suspended, reason: "Rain") { $0.continuation = .init(date: "2026-07-15") })
    #expect(suspended.note?.hasPrefix("Continues on Wednesday") == true && suspended.away.score == "5")
    #expect(
      row(game(.cancelled, score: nil)).state == "Cancelled" && row(game(.delayed, reason: "Rain")).detail == "Rain")
  }

  @Test func aDoubleheaderNumbersItsGames() {
    let row = row(
      game(.final, state: "Final") { game in
        game.isDoubleheader = true
        game.summary.game.number = 2
      })
    #expect(row.detail == "Game 2" && row.sentence.contains("Game 2 of a doubleheader."))
  }

  @Test func aSilentFeedIsNamed() {
    let row = row(live(), at: now + .seconds(240))
    #expect(row.warning == "No answer since 11:05 PM UTC" && row.note == "What you see may be old.")
  }
}
