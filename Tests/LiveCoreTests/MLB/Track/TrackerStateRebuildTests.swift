import Foundation
import LiveSimulator
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// A state that is rebuilt from the events in the log continues like the lost one.
@Suite struct TrackerStateRebuildTests {
  private let now = PlayedGame.firstPitch + .seconds(3600)

  /// Returns the newest revision of each fact in the order in which they were logged, as the log does.
  private func newest(_ events: [Event]) throws -> [Event] {
    let last = Dictionary(events.enumerated().map { ($1.data.fact, $0) }) { max($0, $1) }
    return try last.values.sorted().map {
      try CloudEvent(line: CloudEvent(event: events[$0], sequence: $0 + 1, logID: LogID(rawValue: "l")).line()).event
    }
  }

  private func rebuilt(_ events: [Event]) throws -> TrackerState {
    TrackerState(rebuilding: PlayedGame.id, from: try newest(events))
  }

  private func track(_ state: inout TrackerState, _ game: PlayedGame) -> [Event] {
    let outcome = Tracker(game: PlayedGame.id).track(state, game.snapshot, observedAt: game.snapshot.timeStamp)
    state = outcome.state
    return outcome.events
  }

  /// After some polls of a whole simulated game, the ledger and the status are as before.
  @Test(arguments: 1...UInt64(16)) func isEqualToTheLostState(seed: UInt64) throws {
    let game = SimulatedGame(seed: seed)
    var polled = PolledGame(game, seed: seed)
    for (number, time) in polled.times(30, of: game).enumerated() {
      try polled.poll([time], answer: game.feed(at:))
      guard number.isMultiple(of: 3), !polled.events.isEmpty else { continue }
      let id = GameID(league: .mlb, gamePk: game.gamePk)
      let state = TrackerState(rebuilding: id, from: try newest(polled.events))
      #expect(state.ledger == polled.state.ledger, "seed \(seed), poll \(number)")
      #expect(state.source.count == polled.state.source.count && state.source.trouble == polled.state.source.trouble)
    }
  }

  /// The state is lost at any poll: in the end the same facts are logged, each revision once.
  @Test(arguments: 1...UInt64(24)) func losingTheCheckpointRepeatsAndLosesNothing(seed: UInt64) throws {
    let game = SimulatedGame(seed: seed)
    var (sound, damaged) = (PolledGame(game, seed: seed), PolledGame(game, seed: seed))
    let times = sound.times(24, of: game)
    for (number, time) in times.enumerated() {
      try sound.poll([time], answer: game.feed(at:))
      try damaged.poll([time], answer: game.feed(at:))
      if number < 24, number % 8 == Int(seed % 8) { try damaged.restore { try newest($0) } }
    }
    #expect(Set(damaged.events.map(\.id)).count == damaged.events.count, "seed \(seed): an id was reported twice")
    let revisions = Dictionary(grouping: damaged.events, by: \.data.fact).mapValues { $0.map(\.data.revision) }
    #expect(revisions.values.allSatisfy { $0 == Array(1...$0.count) }, "seed \(seed)")
    #expect(damaged.standing(of: game) == sound.standing(of: game), "seed \(seed)")
  }

  @Test func aLaterCorrectionIsTheNextRevision() throws {
    var (game, state) = (PlayedGame(), TrackerState(baseline: .tellAll))
    let fact = game.play("single")
    var events = track(&state, game)
    game.correct(0) { $0.result.eventType = "double" }
    events += track(&state, game)
    state = try rebuilt(events)
    #expect(track(&state, game).isEmpty)
    game.correct(0) { $0.result.eventType = "triple" }
    #expect(track(&state, game).map(\.id) == ["\(fact)@3"])
  }

  /// The daemon started in the second play and logged a summary: earlier plays are not logged now.
  @Test func earlierPlaysOfAGameMetUnderWayAreNotLogged() throws {
    var (game, state) = (PlayedGame(), TrackerState(baseline: .summary))
    game.play("single")
    var events = track(&state, game)
    #expect(events.map(\.data.tags) == [[.catchUp]])
    var early = try rebuilt(events)
    let second = game.play("double", batter: 2)
    #expect(track(&early, game).filter { $0.type == .play }.map(\.data.fact) == [second])
    events += track(&state, game)
    let third = game.play("triple", batter: 3)
    state = try rebuilt(events)
    #expect(track(&state, game).filter { $0.type == .play }.map(\.data.fact) == [third])
  }

  /// The first events are no longer in the log.
  @Test func prunedEventsAreNotLoggedAgain() throws {
    var (game, state, events) = (PlayedGame(), TrackerState(baseline: .tellAll), [Event]())
    for batter in 1...6 {
      game.play("single", batter: batter)
      events += track(&state, game)
    }
    state = try rebuilt(Array(events.suffix(3)))
    #expect(track(&state, game).isEmpty)
    let next = game.play("walk", batter: 7)
    #expect(track(&state, game).map(\.data.fact) == [next])
  }
}
