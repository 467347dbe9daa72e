import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct MQTTGameTests {
  private let az = MQTTSample.azure
  private let tor = MQTTSample.toronto

  private func state(
    _ events: [Event], for team: FollowedTeam = MQTTSample.toronto
  ) throws -> MQTTState {
    var game = MQTTGame(try #require(events.first))
    for (index, event) in events.enumerated() { game.take(event, sequence: index + 1, .known) }
    return try #require(game.state(for: team, .known))
  }

  @Test func eachSideSeesItsOwnScoreAndChance() throws {
    let event = MQTTSample.event("a", score: (3, 2), odds: EventOdds(before: 0.5, after: 0.4, leverage: 1.5))
    let visitors = try state([event])
    let home = try state([event], for: az)
    #expect(visitors.score == 3 && visitors.opponentScore == 2 && visitors.home == false && visitors.chance == 60)
    #expect(home.score == 2 && home.opponentScore == 3 && home.home == true && home.chance == 40)
    #expect(visitors.opponentAbbreviation == "AZ" && visitors.leverage == 1.5 && visitors.period == "Top 1st")
    #expect(visitors.batting && !home.batting)
  }

  @Test func aCorrectionOfAnEarlyPlayDoesNotSetTheScoreBack() throws {
    let events = [
      MQTTSample.event("a", minute: 1, score: (1, 0)), MQTTSample.event("b", minute: 9, score: (4, 2)),
      MQTTSample.event("a", minute: 1, revision: 2, change: .corrected, score: (1, 0)),
    ]
    let state = try state(events)
    #expect(state.score == 4 && state.lastPlay == "b" && state.event == "mlb/1/1-top/a/0/1@2")
  }

  @Test func aRetractedPlayLeavesTheStateBeforeIt() throws {
    let events = [
      MQTTSample.event("a", minute: 1, score: (1, 0)), MQTTSample.event("b", minute: 2, score: (2, 0)),
      MQTTSample.event("b", minute: 2, revision: 2, change: .retracted, score: (2, 0)),
    ]
    #expect(try state(events).score == 1)
    #expect(try state(events).lastPlay == "a")
  }

  @Test func anEventWithoutAScoreLeavesTheScore() throws {
    let events = [
      MQTTSample.event("a", score: (1, 0)),
      MQTTSample.event("delay", minute: 2, score: nil, type: .status, status: .delayed),
    ]
    let state = try state(events)
    #expect(state.score == 1 && state.status == "delayed" && !state.batting)
  }

  @Test func anEarlierGameIsNotFollowed() throws {
    var game = MQTTGame(MQTTSample.event("a", minute: 60, status: .final))
    game.take(MQTTSample.event("a", minute: 60, status: .final), sequence: 1, .known)
    let late = MQTTSample.event("z", minute: 10, status: .final, game: 9, date: "2024-07-11")
    #expect(!game.isFollowed(by: late))
    #expect(game.isFollowed(by: MQTTSample.event("n", minute: 600, status: .scheduled, game: 2, date: "2024-07-13")))
  }

  @Test func theSecondGameOfTheDayWaitsForTheFirst() throws {
    var game = MQTTGame(MQTTSample.event("a"))
    game.take(MQTTSample.event("a"), sequence: 1, .known)
    #expect(!game.isFollowed(by: MQTTSample.event("n", minute: 9, status: .scheduled, game: 2)))
    #expect(game.isFollowed(by: MQTTSample.event("n", minute: 9, status: .live, game: 2)))
  }

  private func type(_ event: Event, told: String? = nil, for team: FollowedTeam = MQTTSample.toronto) -> String {
    MQTTEventType.type(of: event, for: team, after: told.map { .told($0) } ?? .nothing, leagues: .known)
  }

  @Test func theMostTellingKindDecides() {
    let homer = MQTTSample.event("a", tags: ["home_run", "hit", "scoring", "lead_change"].map { LiveModel.Tag($0) })
    #expect(type(homer) == "home_run" && type(homer, for: az) == "home_run_against")
    #expect(type(MQTTSample.event("b", tags: [.scoring])) == "run")
    #expect(type(MQTTSample.event("c", tags: [LiveModel.Tag("strikeout")])) == "play")
    #expect(type(MQTTSample.event("d", tags: [.test, .scoring])) == "test")
    let end = MQTTSample.event("e", tags: [.final], score: (3, 2), type: .status, status: .final)
    #expect(type(end) == "win" && type(end, for: az) == "loss")
  }

  @Test func aCorrectionSwitchesNoLights() {
    let homer: [LiveModel.Tag] = [LiveModel.Tag("home_run"), .scoring]
    #expect(type(MQTTSample.event("a", revision: 2, change: .corrected, tags: homer), told: "home_run") == "correction")
    #expect(type(MQTTSample.event("a", revision: 2, change: .completed, tags: homer), told: "home_run") == "correction")
    #expect(type(MQTTSample.event("a", revision: 3, change: .retracted, tags: homer), told: "home_run") == "correction")
  }

  /// With a delay, only the newest revision is sent.
  @Test func aHomeRunThatWasCorrectedBeforeItWasToldIsNews() {
    let event = MQTTSample.event("a", revision: 2, change: .corrected, tags: [LiveModel.Tag("home_run"), .scoring])
    #expect(type(event) == "home_run")
    let forgotten = MQTTEventType.type(of: event, for: tor, after: .unknown, leagues: .known)
    #expect(forgotten == "correction")
    #expect(type(MQTTSample.event("a", revision: 2, change: .retracted, tags: [.scoring])) == "correction")
  }

  /// Most home runs are a provisional run first, which only a sink with `early` gets.
  @Test func aCompletedHomeRunIsNews() {
    let homer = MQTTSample.event("a", revision: 2, change: .completed, tags: [LiveModel.Tag("home_run"), .scoring])
    #expect(type(homer) == "home_run" && type(homer, told: "run") == "home_run")
  }

  @Test func aGameRemembersWhatWasToldOfAFact() {
    let (first, second) = (MQTTSample.event("a"), MQTTSample.event("a", revision: 2, change: .completed))
    var game = MQTTGame(first)
    game.take(first, sequence: 1, .known)
    game.tell(first, as: "run")
    // A retry of the same revision is no second one.
    #expect(game.earlier(than: first) == .nothing)
    game.take(second, sequence: 2, .known)
    #expect(game.earlier(than: second) == .told("run"))
  }

  private func summary(_ id: Int, hours: Int, _ status: GameStatus.Phase) -> GameSummary {
    GameSummary(
      league: .mlb,
      game: GameSummary.Game(
        id: id, status: status, away: GameSummary.Club(abbreviation: "TOR", name: "Toronto Blue Jays"),
        home: GameSummary.Club(abbreviation: "AZ", name: "Arizona Diamondbacks")),
      start: SampleEvents.start + .seconds(3600 * Int64(hours)))
  }

  @Test func theFirstGameOfTheDayDoesNotComeBack() throws {
    let now = SampleEvents.start + .seconds(18_000)
    let games = [summary(1, hours: 0, .final), summary(2, hours: 4, .live), summary(3, hours: 28, .scheduled)]
    let second = try state([MQTTSample.event("a", status: .live, game: 2)])
    let over = try state([MQTTSample.event("a", status: .final, game: 2)])
    #expect(MQTTNextGame(of: tor, in: games, last: second, at: now, .known).game == 2)
    #expect(MQTTNextGame(of: tor, in: games, last: over, at: now, .known).game == 3)
  }

  /// A delayed sink must not show by the start of the next game that this one is postponed.
  @Test func aPostponedGameStaysUntilThatWasDelivered() throws {
    let games = [summary(1, hours: 1, .postponed), summary(2, hours: 24, .scheduled)]
    let told = try state([MQTTSample.event("a", type: .status, status: .postponed)])
    #expect(MQTTNextGame(of: tor, in: games, last: nil, at: SampleEvents.start, .known).game == 1)
    #expect(MQTTNextGame(of: tor, in: games, last: told, at: SampleEvents.start, .known).game == 2)
  }

  @Test func theNextGameStaysUntilItsEndWasDelivered() throws {
    let now = SampleEvents.start + .seconds(10_800)
    let games = [summary(1, hours: 0, .final), summary(2, hours: 24, .scheduled)]
    let live = try state([MQTTSample.event("a")])
    let over = try state([MQTTSample.event("a", status: .final)])
    #expect(MQTTNextGame(of: tor, in: games, last: live, at: now, .known).game == 1)
    #expect(MQTTNextGame(of: tor, in: games, last: over, at: now, .known).game == 2)
    #expect(MQTTNextGame(of: tor, in: games, last: over, at: now, .known).opponent == "Arizona Diamondbacks")
    #expect(MQTTNextGame(of: tor, in: [], last: nil, at: now, .known) == MQTTNextGame())
  }
}
