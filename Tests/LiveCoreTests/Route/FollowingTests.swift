internal import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct FollowingTests {
  private static let ohtani = Person(id: 660_271, name: "Shohei Ohtani")

  private static func router(_ teams: [String], _ players: [PlayerName]) -> Router {
    Router(rules: [], sinks: ["a"], follow: teams, players: players)
  }

  @Test(
    arguments: [
      ([], [], true), (["BOS"], [], false), (["BOS"], [.id(1)], true), ([], [.name("Shohei Ohtani")], true),
      (["AZ"], [], true),
    ] as [([String], [PlayerName], Bool)])
  func withFollowedPlayersEveryGameIsWatched(teams: [String], players: [PlayerName], watched: Bool) {
    #expect(Self.router(teams, players).watches(away: "TOR", home: "AZ", in: .mlb) == watched)
  }

  @Test(
    arguments: [
      ([], [], true, true), (["BOS"], [], false, false), (["AZ"], [], true, true), ([], [.id(660_271)], false, true),
      ([], [.name("shohei ohtani")], false, true), (["BOS"], [.id(660_271)], false, true),
      (["AZ"], [.id(1)], true, true), (["BOS"], [.id(1)], false, false),
    ] as [([String], [PlayerName], Bool, Bool)])
  func followsTheGamesOfATeamAndTheEventsOfAPlayer(teams: [String], players: [PlayerName], without: Bool, with: Bool) {
    let router = Self.router(teams, players)
    let events = [(RouteSample.event(), without), (RouteSample.event(players: [Self.ohtani]), with)]
    for (event, expected) in events {
      #expect(router.follows(event) == expected)
      #expect(router.sinks(for: event) == (expected ? ["a"] : []))
    }
  }

  @Test func followsALineupWithThePlayer() {
    var event = RouteSample.event(.lineup, tags: ["lineup"])
    event.data.players = (1...9).map { Participant(Person(id: $0, name: "No. \($0)"), as: .batter) }
    #expect(!Self.router([], [.id(660_271)]).follows(event))
    event.data.players[4] = Participant(Self.ohtani, as: .batter)
    #expect(Self.router([], [.id(660_271)]).follows(event))
  }

  @Test func anEmptyNameMatchesNoPlayer() {
    let router = Self.router([], [.name("Shohei Ohtani")])
    #expect(!router.follows(RouteSample.event(players: [Person(id: 660_271, name: "")])))
  }
}
