import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct GameIdentityTests {
  private static let week: Duration = .seconds(7 * 86_400)

  /// Returns ten plate appearances on the 12th, then rain; each test continues from there.
  func washedOut(_ batters: Int = 10) -> (game: PlayedGame, snapshots: [GameSnapshot]) {
    var game = PlayedGame()
    for batter in 1...batters { game.play("single", batter: batter) }
    var snapshots = [game.snapshot]
    game.status("DR", reason: "Rain")
    game.wait(.seconds(60))
    snapshots.append(game.snapshot)
    return (game, snapshots)
  }

  /// Moves the same `gamePk` to a week later, before its first pitch.
  func rescheduled(_ game: inout PlayedGame, keepsPlays: Bool = false) {
    game.status("S")
    game.wait(Self.week)
    game.change { snapshot in
      snapshot.info.officialDate = "2024-07-19"
      snapshot.info.scheduledStart = PlayedGame.firstPitch + Self.week
      if !keepsPlays { (snapshot.plays, snapshot.linescore) = ([], Linescore(scheduledInnings: 9)) }
    }
  }

  func played(_ batters: [Int], in game: inout PlayedGame) {
    if game.snapshot.plays.first?.startTime ?? PlayedGame.firstPitch < PlayedGame.firstPitch + .seconds(3600) {
      game.change { $0.plays = [] }
    }
    game.status("I")
    for batter in batters { game.play("double", batter: batter) }
  }

  func ids(_ events: some Sequence<Event>) -> [String] { events.map { String($0.id.dropFirst(11)) } }

  @Test(arguments: [false, true]) func aReplayOfAWashedOutGameIsAnotherGame(keepsPlays: Bool) throws {
    var (game, snapshots) = washedOut()
    let before = try Replayed.events(of: snapshots).count
    rescheduled(&game, keepsPlays: keepsPlays)
    snapshots += [game.snapshot, game.snapshot]
    played([1, 2], in: &game)
    snapshots.append(game.snapshot)
    game.status("IR", reason: "Rain")
    game.wait(.seconds(60))
    snapshots.append(game.snapshot)
    game.status("I")
    game.play("walk", batter: 3)
    snapshots.append(game.snapshot)
    let events = try Replayed.events(of: snapshots, restarting: true).dropFirst(before)
    #expect(
      ids(events) == [
        "2024-07-19/status/scheduled/1@1", "2024-07-19/status/start/1@1", "2024-07-19/1-top/start@1",
        "2024-07-19/1-top/pa/1/1@1", "2024-07-19/1-top/pa/2/1@1", "2024-07-19/status/delay/1@1",
        "2024-07-19/status/resume/1@1", "2024-07-19/1-top/pa/3/1@1",
      ])
    #expect(events.allSatisfy { $0.data.revision == 1 && !$0.data.retracted && $0.data.game.date == "2024-07-19" })
  }

  /// The replay is ten days later, then moved forward by five.
  @Test(arguments: [false, true]) func aReplayMayBeMovedForward(keepsPlays: Bool) throws {
    var (game, snapshots) = washedOut()
    let before = try Replayed.events(of: snapshots).count
    rescheduled(&game, keepsPlays: keepsPlays)
    game.change { $0.info.officialDate = "2024-07-22" }
    snapshots.append(game.snapshot)
    game.change { $0.info.officialDate = "2024-07-19" }
    snapshots.append(game.snapshot)
    played([1, 2], in: &game)
    snapshots.append(game.snapshot)
    let events = try Replayed.events(of: snapshots, restarting: true).dropFirst(before)
    #expect(ids(events).last == "2024-07-22/1-top/pa/2/1@1" && events.allSatisfy { !$0.data.retracted })
  }

  /// A delay before the postponement is not a suspension, and the first play of the replay does not belong to the
  /// first game.
  @Test func aReplayAfterADelayIsAnotherGame() throws {
    var game = PlayedGame()
    for batter in 1...10 { game.play("single", batter: batter) }
    var snapshots = [game.snapshot]
    for code in ["IR", "DR", "S"] {
      game.status(code, reason: "Rain")
      game.wait(.seconds(60))
      snapshots.append(game.snapshot)
    }
    let before = try Replayed.events(of: snapshots).count
    rescheduled(&game, keepsPlays: true)
    snapshots.append(game.snapshot)
    game.status("I")
    snapshots.append(game.snapshot)
    played([1, 2], in: &game)
    snapshots.append(game.snapshot)
    let events = try Replayed.events(of: snapshots, restarting: true).dropFirst(before)
    #expect(ids(events).last == "2024-07-19/1-top/pa/2/1@1")
    #expect(events.allSatisfy { !$0.data.retracted && $0.data.fact.date == "2024-07-19" })
  }

  /// The daemon was down from the last innings of the first game until the replay, which has no play yet.
  @Test func aReplayIsRecognizedAfterAnOutage() throws {
    var game = PlayedGame()
    for batter in 1...5 { game.play("single", batter: batter) }
    var snapshots = [game.snapshot]
    rescheduled(&game)
    game.status("I")
    for _ in 0..<5 {
      game.wait(.seconds(20))
      snapshots.append(game.snapshot)
    }
    played([1, 2], in: &game)
    snapshots.append(game.snapshot)
    let events = try Replayed.events(of: snapshots, restarting: true)
    #expect(ids(events).last == "2024-07-19/1-top/pa/2/1@1" && events.allSatisfy { !$0.data.retracted })
  }

  /// An answer without the plays of the running game, and with the date of the next day.
  @Test func oneAnswerDoesNotRestartALiveGame() throws {
    var game = PlayedGame()
    for batter in 1...3 { game.play("single", batter: batter) }
    var snapshots = [game.snapshot]
    var blink = game
    blink.change { snapshot in
      snapshot.info.officialDate = "2024-07-13"
      (snapshot.plays, snapshot.linescore) = ([], Linescore(scheduledInnings: 9))
    }
    snapshots.append(blink.snapshot)
    game.play("double", batter: 4)
    game.play("double", batter: 5)
    snapshots.append(game.snapshot)
    #expect(try ids(Replayed.events(of: snapshots)).last == "1-top/pa/5/1@1")
  }

  /// The states before a first pitch, with the plays of the day of the suspension.
  @Test func aSuspendedGameContinuesThroughThePregameStates() throws {
    var (game, snapshots) = suspended()
    game.wait(.seconds(86_400))
    game.change { $0.info.officialDate = "2024-07-13" }
    for code in ["S", "P", "PW"] {
      game.status(code)
      snapshots.append(game.snapshot)
    }
    game.status("I")
    game.play("walk", .bottom, batter: 11)
    snapshots.append(game.snapshot)
    #expect(try ids(Replayed.events(of: snapshots)).last == "1-bottom/pa/11/1@1")
  }

  func suspended() -> (game: PlayedGame, snapshots: [GameSnapshot]) {
    var game = PlayedGame()
    for batter in 1...3 { game.play("strikeout", batter: batter, outs: batter) }
    var snapshots = [game.snapshot]
    game.status("UR", reason: "Rain")
    game.wait(.seconds(60))
    snapshots.append(game.snapshot)
    return (game, snapshots)
  }

  @Test func aReplayIsRecognizedLateByItsPlays() throws {
    var (game, snapshots) = washedOut()
    let before = try Replayed.events(of: snapshots).count
    game.wait(Self.week)
    game.change { $0.info.officialDate = "2024-07-19" }
    played([1, 2, 3], in: &game)
    snapshots.append(game.snapshot)
    let events = try Replayed.events(of: snapshots).dropFirst(before)
    #expect(ids(events).last == "2024-07-19/1-top/pa/3/1@1" && events.allSatisfy { !$0.data.retracted })
  }

  @Test func aPostponementUnderTheNewDateBelongsToTheOldGame() throws {
    var (game, snapshots) = washedOut()
    game.change { $0.info.officialDate = "2024-07-19" }
    snapshots[1] = game.snapshot
    let before = try Replayed.events(of: snapshots)
    #expect(before.last?.id == "mlb/900001/status/postponed/1@1")
    rescheduled(&game)
    snapshots.append(game.snapshot)
    played([1], in: &game)
    snapshots.append(game.snapshot)
    let events = try Replayed.events(of: snapshots).dropFirst(before.count)
    #expect(ids(events).last == "2024-07-19/1-top/pa/1/1@1")
  }
}
