import FoundationEssentials
import LiveSimulator
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LiveWeb

/// States of a game that the simulated evening does not have, from hand-made answers.
@Suite struct GameStatesTests {
  private static let mlb = LeagueID(rawValue: "mlb")
  private static let id = GameID(league: mlb, gamePk: 7)
  private static let now = Timestamp(seconds: Int64(SimulatedSource.firstPitch))
  private static let viewer = GameViewer(preferences: Preferences(), now: now, zone: .utc)

  private static func row(_ phase: GameStatus.Phase, reason: String? = nil) -> ScoreboardGame {
    ScoreboardGame(
      GameSummary(
        league: mlb,
        game: GameSummary.Game(
          id: 7, date: "2026-07-14", number: 2, status: phase,
          away: GameSummary.Club(id: 114, abbreviation: "CLE", name: "Cleveland Guardians"),
          home: GameSummary.Club(id: 111, abbreviation: "BOS", name: "Boston Red Sox")),
        start: now, reason: reason), state: "")
  }

  private static func game(
    _ details: GameDetails, _ logged: [SequencedEvent] = [], for viewer: GameViewer = viewer
  ) -> ViewedGame {
    var history = GameHistories.History()
    (history.logged, history.newest) = (logged, logged.count)
    for entry in logged { history.own[entry.sequence] = OwnMembers(entry.event.data) }
    let knowledge = ViewedGame.Knowledge(
      history: history, summary: nil, details: .success(ConfirmedAnswer(details, confirmed: now)))
    return ViewedGame(id, knowledge, for: viewer)
  }

  private static func html(_ game: ViewedGame) throws -> String {
    try PageTemplates().render(
      PageContent("game/page", GamePage(game, .all)), in: PageTemplates.Surroundings(prefix: ""))
  }

  @Test func aPostponedGameSaysWhyAndWhenItIsPlayed() throws {
    var row = Self.row(.postponed, reason: "Rain")
    row.continuation = ScoreboardGame.Continuation(date: "2026-07-16")
    let html = try Self.html(Self.game(GameDetails(row)))
    #expect(MarkupCheck.flaws(in: html) == [])
    #expect(html.contains("Postponed: rain") && html.contains("<dd>Thursday, Jul 16</dd>"))
    #expect(!html.contains("Begins"))
  }

  @Test func aSuspendedGameSaysThatItsContinuationIsNotKnown() throws {
    let html = try Self.html(Self.game(GameDetails(Self.row(.suspended, reason: "Rain"))))
    #expect(html.contains("It is not known yet when play goes on."))
  }

  @Test func aCancelledGameIsNotPlayed() throws {
    let html = try Self.html(Self.game(GameDetails(Self.row(.cancelled, reason: "Wet Grounds"))))
    #expect(html.contains("Cancelled: wet grounds") && !html.contains("not known yet"))
  }

  @Test func theOtherGameOfADoubleheaderIsALink() throws {
    var details = GameDetails(Self.row(.scheduled))
    details.game.isDoubleheader = true
    var other = Self.row(.final)
    (other.summary.game.id, other.summary.game.number, other.state) = (6, 1, "F/10")
    details.others = [GameDetails.OtherGame(other)]
    let html = try Self.html(Self.game(details))
    #expect(html.contains("Cleveland Guardians at Boston Red Sox, Jul 14, game 2 of a doubleheader"))
    #expect(html.contains(#"href="/mlb/games/6">Game 1: F/10</a>"#))
    var hidden = Self.viewer
    hidden.preferences.hidesScores = true
    #expect(try !Self.html(Self.game(details, for: hidden)).contains("F/10"))
  }

  @Test func extraInningsHaveColumnsAndAreHiddenWithTheScores() throws {
    var details = GameDetails(Self.row(.final))
    details.game.summary.score = Score(away: 3, home: 2)
    let line = #"{"number": N, "away": {"runs": A}, "home": {"runs": H}}"#
    let innings = (1...11).map { number in
      line.replacing("N", with: "\(number)").replacing("A", with: number == 11 ? "3" : "0")
        .replacing("H", with: number == 11 ? "2" : "0")
    }
    details.members = try Self.members(
      #"{"linescore": {"scheduledInnings": 9, "innings": ["# + innings.joined(separator: ",") + "]}}")
    let html = try Self.html(Self.game(details))
    #expect(html.contains("Final, 11 innings") && html.contains(#"<th scope="col">11</th>"#))
    var hidden = Self.viewer
    hidden.preferences.hidesScores = true
    let none = try Self.html(Self.game(details, for: hidden))
    #expect(!none.contains("innings") && !none.contains("linescore") && none.contains(">Final</span>"))
  }

  @Test func aHalfThatWasNotPlayedHasAnX() throws {
    var details = GameDetails(Self.row(.final))
    details.game.summary.score = Score(away: 0, home: 1)
    details.members = try Self.members(
      #"{"linescore": {"scheduledInnings": 1, "innings": [{"number": 1, "away": {"runs": 0}, "home": {"runs": 1}}, {"number": 2, "away": {"runs": 0}}]}}"#
    )
    let card = try #require(LinescoreCard(Self.game(details)))
    #expect(card.rows.map { $0.cells.map(\.runs) } == [["0", "0"], ["1", "x"]])
  }

  /// Returns the details of a live game whose linescore has the first inning and, without runs, the second.
  private static func running(_ score: Score) throws -> GameDetails {
    var details = GameDetails(row(.live))
    details.game.summary.score = score
    details.game.summary.baseball = BaseballSituation(inning: HalfInning(number: 2, half: .top), inningState: "Top")
    details.members = try members(
      #"{"linescore": {"scheduledInnings": 9, "innings": [{"number": 1, "away": {"runs": 1}, "home": {"runs": 2}}]}}"#)
    return details
  }

  @Test func theInningThatIsPlayedHasACellWithItsRuns() throws {
    let card = try #require(LinescoreCard(Self.game(Self.running(Score(away: 4, home: 2)))))
    #expect(card.rows[0].cells[1].runs == "3" && card.rows[0].cells[1].look == "at" && card.rows[0].runs == "4")
    #expect(card.rows[1].cells[1].words == "not yet" && card.rows[1].runs == "2")
  }

  @Test func theCountIsLeftOutAtTheEndOfAPlateAppearance() {
    #expect(BaseballSituation(balls: 3, strikes: 2).count == "3–2")
    #expect(
      BaseballSituation(balls: 4, strikes: 1).count == nil && BaseballSituation(balls: 1, strikes: 3).count == nil)
    #expect(BaseballSituation(balls: 1).count == nil)
  }

  @Test func aDelayedGameSaysInWhichInning() throws {
    var details = try Self.running(Score(away: 1, home: 2))
    (details.game.summary.game.status, details.game.summary.reason) = (.delayed, "Rain")
    let html = try Self.html(Self.game(details))
    #expect(html.contains("Delayed: rain, top of the 2nd") && html.contains("Began") && !html.contains("Since "))
  }

  @Test func severalDecisionsOfAPitcherAreSeparated() throws {
    var details = GameDetails(Self.row(.final))
    details.members = try Self.members(
      #"{"boxscore": {"away": {"batters": [], "pitchers": [{"id": 1, "name": "Castro", "note": "(L, 1-1)(BS, 1)", "stats": {}}], "bench": [], "bullpen": [], "notes": []}}}"#
    )
    #expect(PitcherCard(Self.game(details))?.tables.first?.pitchers.first?.place == "L, 1–1; BS, 1")
    details.game.summary.game.status = .scheduled
    #expect(PitcherCard(Self.game(details)) == nil)
  }

  @Test func theChanceOfAGameThatIsOverIsItsResult() throws {
    let source = SimulatedSource(PlayedGame.slate)
    PlayedGame.play(source, to: PlayedGame.middle)
    let plays = source.events.filter { $0.event.data.odds != nil }
    var details = GameDetails(Self.row(.final))
    details.game.summary.score = Score(away: 1, home: 0)
    let chart = try #require(ChanceChart(Self.game(details, plays)))
    #expect(chart.present == "Guardians 100 %, Red Sox 0 %" && chart.title.contains("0 % at the end"))
  }

  /// Returns the members of details, or of another type, from their JSON.
  private static func members<Value: LeagueMembers.Value>(
    _ json: String, as type: Value.Type = BaseballDetails.self
  ) throws -> LeagueMembers { LeagueMembers(try JSONDecoder().decode(type, from: Data(json.utf8))) }

  @Test func aLateFactSaysHowLate() throws {
    let source = SimulatedSource(PlayedGame.slate)
    PlayedGame.play(source, to: PlayedGame.middle)
    var entry = try #require(source.events.last { $0.event.type == .play })
    entry.event.data.late = true
    entry.event.data.observedAt = entry.event.time + .seconds(360)
    let game = Self.game(GameDetails(Self.row(.live)), [entry])
    let item = PlayItem(try #require(game.facts.first), of: game)
    #expect(item.late == "6 min")
  }

  @Test func thePredictionIsShownWithItsOutcome() throws {
    let source = SimulatedSource(PlayedGame.slate)
    PlayedGame.play(source, to: PlayedGame.middle)
    var event = try #require(source.events.first?.event)
    event.type = .prediction
    func add(_ name: String, _ tag: LiveModel.Tag, runs: Int?) throws -> SequencedEvent {
      let actual = runs.map { #", "runs": \#($0)"# } ?? ""
      let side =
        #"{"batters": [], "mean": 2.13, "median": 2, "chances": [0.24,0.24,0.19,0.13,0.08,0.05,0.03,0.02,0.01,0.01,0]"#
        + actual + "}"
      event.data.fact = Fact(rawValue: "mlb/7/\(name)")
      event.data.tags = [tag]
      let json =
        #"{"prediction": {"away": \#(side), "home": \#(side), "leagueMean": 2.4, "homeWin": 0.53, "unknown": []}}"#
      event.data.members = try Self.members(json, as: BaseballMembers.self)
      return SequencedEvent(event, sequence: runs == nil ? 1 : 2, logged: event.data.observedAt)
    }
    let entries = [try add("prediction", .predicted, runs: nil), try add("prediction/outcome", .settled, runs: 9)]
    let html = try Self.html(Self.game(GameDetails(Self.row(.live)), entries))
    #expect(html.contains("Guardians: expected 2.1") && html.contains("7 or more: 4 %. It was 9."))
    #expect(html.split(separator: #"class="b was""#).count == 3)
    #expect(MarkupCheck.flaws(in: html) == [])
  }

  @Test func everyTypeOfPlayHasACode() {
    for type in LiveModel.Tag.mlbEventTypes { #expect(PlayCode.isKnown(type.rawValue), "\(type.rawValue)") }
    #expect(PlayCode.code(of: "field_out", "Luis Garcia grounds out, shortstop to first.") == "GO")
    #expect(PlayCode.code(of: "field_out", "Luis Garcia flies out sharply to center fielder.") == "FO")
    #expect(PlayCode.code(of: "new_in_2030", "") == "·" && PlayCode.code(of: nil, "") == "?")
  }
}
