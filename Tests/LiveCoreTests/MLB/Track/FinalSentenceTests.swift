import Testing
import WireSchema

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// The message of a final, and the pitchers of record that come after it.
@Suite struct FinalSentenceTests {
  private static let decisions = Decisions(
    winner: Person(id: 7, name: ""), loser: Person(id: 8, name: "Michael A. Loser Jr."),
    save: Person(id: 9, name: "D.J. Saver"))

  /// Returns a finished game of 9 innings or others, in which the visitors score first and the home side `home` runs.
  private func game(home: Int = 1, innings: Int = 9, status: String = "F") -> PlayedGame {
    var game = PlayedGame()
    game.play("home_run", batter: 1, runs: 1)
    game.play("home_run", batter: 2, runs: 1)
    game.play("home_run", batter: 1, outs: 3, runs: 1)
    game.play("home_run", .bottom, batter: 21, outs: 3, runs: home)
    game.play("field_out", .bottom, inning: innings, batter: 22, outs: 3)
    game.status(status)
    game.change { snapshot in
      snapshot.info.nicknames = Sides(away: "Blue Jays", home: "D-backs")
      for index in snapshot.plays.indices {
        let names = [1: "Ann Lee One", 2: "Two", 21: "Luz Novák"]
        let id = snapshot.plays[index].batter.id
        snapshot.plays[index].batter.name = names[id] ?? ""
      }
    }
    return game
  }

  private func final(_ game: PlayedGame) throws -> Event {
    try #require(try Replayed.events(of: [game.snapshot]).last { $0.data.tags.contains(.final) })
  }

  @Test func namesWinnerPitchersAndHomeRuns() throws {
    var game = game()
    game.change { $0.decisions = Self.decisions }
    let event = try final(game)
    #expect(
      event.data.summary
        == "Blue Jays beat the D-backs 3–1. W: Sánchez, L: Loser Jr., S: Saver. HR: Lee One 2, Two (TOR), Novák (AZ).")
    #expect(event.data.decisions == Self.decisions && event.data.team == "TOR")
    _ = try WireFormat.line(of: event)
  }

  @Test(arguments: [
    (1, 9, "F", "Blue Jays beat the D-backs 3–1."), (4, 9, "F", "D-backs beat the Blue Jays 4–3."),
    (4, 11, "F", "D-backs beat the Blue Jays 4–3 in 11 innings."),
    (1, 6, "FR", "Blue Jays beat the D-backs 3–1 in a game shortened to 6 innings."),
    (3, 10, "FT", "Blue Jays and D-backs tied 3–3 in 10 innings."),
    (4, 5, "R", "D-backs beat the Blue Jays 4–3 by forfeit."),
  ])
  func namesTheCircumstances(home: Int, innings: Int, status: String, sentence: String) throws {
    #expect(try final(game(home: home, innings: innings, status: status)).data.summary.hasPrefix("\(sentence) HR: "))
  }

  @Test func aFinalInDoubtNamesNoHomeRuns() {
    let text = FinalSentence(score: Score(away: 2, home: 5), tags: [.final, .unconfirmed], snapshot: game().snapshot)
      .text
    #expect(text == "D-backs beat the Blue Jays 5–2 (the play log does not confirm the score).")
  }

  @Test(arguments: ["Japan", "Great Britain"]) func aCountryHasNoArticle(name: String) {
    var game = game()
    game.change { $0.info.nicknames.home = name }
    func text(_ score: Score) -> String { FinalSentence(score: score, tags: [.final], snapshot: game.snapshot).text }
    #expect(text(Score(away: 0, home: 1)).hasPrefix("\(name) beat the Blue Jays 1–0"))
    #expect(text(Score(away: 1, home: 0)).hasPrefix("Blue Jays beat \(name) 1–0"))
  }

  /// Finals of one game, by their changes and whether they have the mark of a correction.
  private func finals(_ changes: ((inout GameSnapshot) -> Void)...) throws -> [String] {
    var game = game()
    var snapshots = [game.snapshot]
    for change in changes {
      game.change(change)
      snapshots.append(game.snapshot)
    }
    let events = try Replayed.events(of: snapshots).filter { $0.data.tags.contains(.final) }
    return events.map { "\($0.data.change)" + ($0.data.summary.hasPrefix("Corrected: ") ? " marked" : "") }
  }

  @Test func latePitchersCompleteTheFinal() throws {
    #expect(try finals({ $0.decisions = Self.decisions }) == ["new", "completed"])
    #expect(
      try finals({ $0.decisions = Decisions(winner: Self.decisions.winner, loser: Self.decisions.loser) }) {
        $0.decisions = Self.decisions
      } == ["new", "completed", "completed"])
  }

  @Test func otherPitchersAreACorrection() throws {
    #expect(
      try finals({ $0.decisions = Self.decisions }) { $0.decisions?.winner = Person(id: 10, name: "An Other") }
        == ["new", "completed", "corrected marked"])
  }

  @Test func pitchersThatVanishForAMomentChangeNothing() throws {
    #expect(
      try finals({ $0.decisions = Self.decisions }, { $0.decisions = nil }, { $0.decisions = Self.decisions }) {
        $0.decisions = nil
      } == ["new", "completed"])
  }

  @Test func aScoreThatChangesWithThePitchersIsAConsequence() throws {
    let events = try finals { snapshot in
      snapshot.decisions = Self.decisions
      let last = snapshot.plays.count - 1
      for index in 2...last { snapshot.plays[index].result.score?.away = 4 }
      snapshot.plays[2].result.rbi = 2
      snapshot.linescore.awayRuns = 4
    }
    #expect(events == ["new", "corrected"])
  }

  /// A state that an earlier build stored has no pitchers, and the digest of a final without them.
  @Test func aRebuiltStateKnowsThePitchers() throws {
    var game = game()
    game.change { $0.decisions = Self.decisions }
    let events = try Replayed.events(of: [game.snapshot])
    let state = TrackerState(rebuilding: PlayedGame.id, from: events)
    #expect(state.decisions == Self.decisions)
    game.change { $0.decisions = nil }
    let outcome = Tracker(game: PlayedGame.id).track(state, game.snapshot, observedAt: game.snapshot.timeStamp)
    #expect(outcome.events.isEmpty)
  }
}
