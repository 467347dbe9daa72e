internal import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// Conditions of a route other than teams, types and tags.
@Suite struct MatchConditionTests {
  private static let ramirez = Person(id: 608_070, name: "José Ramírez")
  private static let son = Person(id: 665_489, name: "Vladimir Guerrero Jr.")

  private static func admits(_ rule: Rule, _ change: (inout EventData) -> Void = { _ in }) -> Bool {
    var event = RouteSample.event(players: [ramirez, son])
    change(&event.data)
    return Match(of: rule).admits(event)
  }

  @Test(arguments: [
    (PlayerName.name("José Ramírez"), true), (.name("jose ramirez"), true), (.name("JOSE  RAMIREZ"), true),
    (.name("Ramirez"), false), (.name("Vladimir Guerrero Jr."), true), (.name("Vladimir Guerrero"), false),
    (.id(608_070), true), (.id(60_807), false), (.id(6_080_700), false), (.name("608070"), false),
  ])
  func matchesPlayersByNameOrID(player: PlayerName, found: Bool) {
    #expect(Self.admits(Rule(players: [player])) == found)
    #expect(Self.admits(Rule(players: [.id(1), player])) == found)
    #expect(!Self.admits(Rule(players: [player])) { $0.players = [] })
  }

  @Test(arguments: [Participant.Role.batter, .pitcher, .runner, .scorer, .fielder, .entering, .leaving])
  func matchesAPlayerInEveryRole(role: Participant.Role) {
    #expect(Self.admits(Rule(players: [.id(1)])) { $0.players = [Participant(Person(id: 1, name: ""), as: role)] })
  }

  @Test(arguments: [(1, true), (2, true), (3, true), (4, false)])
  func matchesBatterPitcherAndChallenger(id: Int, found: Bool) {
    let play = EventPlay(
      atBatIndex: 0, batter: Person(id: 1, name: ""), pitcher: Person(id: 2, name: ""),
      reviews: [EventReview(reviewType: "MJ", overturned: false, player: Person(id: 3, name: ""))])
    #expect(Self.admits(Rule(players: [.id(id)])) { $0.play = play } == found)
  }

  @Test(arguments: [
    (7...7, 7, true), (7...7, 6, false), (7...9, 9, true), (7...9, 10, false), (7...Int.max, 19, true),
    (1...6, 7, false), (1...6, 1, true),
  ])
  func matchesTheInning(innings: ClosedRange<Int>, number: Int, fits: Bool) {
    #expect(Self.admits(Rule(innings: innings)) { $0.inning = HalfInning(number: number, half: .bottom) } == fits)
    #expect(!Self.admits(Rule(innings: innings)))
  }

  @Test(arguments: [(0.0, true), (2.4, true), (2.5, true), (2.51, false), (20, false)])
  func matchesTheLeastLeverage(least: Double, fits: Bool) {
    var rule = Rule()
    rule.conditions.minLeverage = least
    #expect(Self.admits(rule) { $0.odds = EventOdds(before: 0.5, after: 0.5, leverage: 2.5) } == fits)
    #expect(!Self.admits(rule))
  }

  /// The difference counts as it stands in the event, not as floating-point numbers subtract.
  @Test(arguments: [(0.0, true), (0.3, true), (0.3001, false), (1, false)])
  func matchesTheLeastSwingOfEitherSide(least: Double, fits: Bool) {
    var rule = Rule()
    rule.conditions.minSwing = least
    #expect(Self.admits(rule) { $0.odds = EventOdds(before: 0.5327, after: 0.8327) } == fits)
    #expect(Self.admits(rule) { $0.odds = EventOdds(before: 0.4, after: 0.1) } == fits)
    #expect(!Self.admits(rule))
  }

  @Test(arguments: [
    (0...2, 3, 5, true), (0...2, 5, 3, true), (0...2, 0, 0, true), (0...2, 3, 6, false), (1...1, 4, 4, false),
    (5...Int.max, 9, 0, true), (0...2, Int.min, Int.max, false), (0...2, Int.max, Int.min, false),
    (3...Int.max, Int.min, 1, true),
  ])
  func matchesTheLeadOfEitherTeam(margin: ClosedRange<Int>, away: Int, home: Int, fits: Bool) {
    #expect(Self.admits(Rule(scoreMargin: margin)) { $0.score = Score(away: away, home: home) } == fits)
    #expect(!Self.admits(Rule(scoreMargin: margin)))
  }

  @Test(arguments: [(0...0, 0, true), (0...0, 1, false), (3...4, 4, true), (3...4, 2, false), (3...Int.max, 4, true)])
  func matchesTheImportance(range: ClosedRange<Int>, importance: Int, fits: Bool) {
    #expect(Self.admits(Rule(importance: range)) { $0.importance = importance } == fits)
  }

  @Test func matchesTheLeague() {
    #expect(Self.admits(Rule(leagues: ["mlb"])))
    #expect(!Self.admits(Rule(leagues: ["nba"])))
    #expect(Self.admits(Rule(leagues: ["nba", "mlb"])))
  }

  @Test func allConditionsMustMatch() {
    let rule = Rule(
      leagues: ["mlb"], teams: ["AZ"], players: [.id(608_070)], types: [.play], tags: [.scoring], innings: 9...9,
      scoreMargin: 0...1, importance: 2...4)
    func fit(_ data: inout EventData) {
      (data.tags, data.inning) = ([.scoring], HalfInning(number: 9, half: .top))
      (data.score, data.importance) = (Score(away: 4, home: 3), 2)
    }
    #expect(Self.admits(rule, fit))
    let spoilt: [(inout EventData) -> Void] = [
      { $0.players = [] }, { $0.tags = [] }, { $0.inning = nil }, { $0.score = nil }, { $0.importance = 1 },
      { $0.game.home.abbreviation = "BOS" },
    ]
    for spoil in spoilt {
      #expect(
        !Self.admits(rule) {
          fit(&$0)
          spoil(&$0)
        })
    }
  }
}
