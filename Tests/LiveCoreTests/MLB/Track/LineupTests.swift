import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct LineupTests {
  private func game(_ names: [String], pitcher: String? = nil, status: String = "P") -> PlayedGame {
    var game = PlayedGame(status: status)
    game.change { snapshot in
      snapshot.lineups.away.starters = names.enumerated().map { place, name in
        Starter(player: Person(id: place + 1, name: name), position: place == 0 ? "SS" : nil)
      }
      snapshot.lineups.home.probablePitcher = pitcher.map { Person(id: 50, name: $0) }
    }
    return game
  }

  static let nine = ["Peña", "B", "C", "D", "E", "F", "G", "H", "I"]

  @Test func aPostedLineupAndAPitcherAreLogged() throws {
    let events = try Replayed.events(of: [game(Self.nine, pitcher: "José Berríos").snapshot])
    #expect(
      events.map(\.data.summary) == [
        "Lineup of the Toronto Blue Jays: Peña SS, B, C, D, E, F, G, H, I",
        "Probable pitcher of the Arizona Diamondbacks: José Berríos",
      ])
    #expect(events.map(\.id) == ["mlb/900001/lineup/away@1", "mlb/900001/probable/home@1"])
  }

  @Test func aChangedLineupIsARevision() throws {
    let before = game(Self.nine).snapshot
    var after = before
    after.lineups.away.starters.swapAt(3, 4)
    let events = try Replayed.events(of: [before, after])
    #expect(events.map(\.data.tags) == [[.lineup], [.lineup, .changed]])
  }

  @Test func aPartialLineupAndALineupInPlayAreNotLogged() throws {
    #expect(try Replayed.events(of: [game(["A", "B"]).snapshot]).isEmpty)
    #expect(try Replayed.events(of: [game(Self.nine, pitcher: "X", status: "I").snapshot]).isEmpty)
  }

  @Test func theLineupsOfAResumedGameAreNotLogged() throws {
    var played = PlayedGame()
    played.play("single")
    let before = played.snapshot
    var after = before
    after.status = MLBStatus(codedGameState: "P", statusCode: "PW", detailedState: "Warmup", reason: nil)
    after.lineups = game(Self.nine, pitcher: "X").snapshot.lineups
    let events = try Replayed.events(of: [before, after])
    #expect(!events.isEmpty && !events.contains { $0.type == .lineup })
  }
}
