import Foundation
import LiveSimulator
import Testing

@testable import LiveCore

/// A state that is rebuilt from the events in the log goes on as the lost one would have.
@Suite struct TrackerStateRebuildTests {
  private let now = PlayedGame.firstPitch + .seconds(3600)

  /// The newest revision of each fact, in the order in which they were told: what the log gives.
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

  /// After each of some polls of a whole simulated game the ledger and the status are what they were.
  @Test(arguments: 1...UInt64(40)) func isWhatItWas(seed: UInt64) throws {
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

  /// Lost at any poll, the state tells in the end the same facts, each revision once.
  @Test(arguments: 1...UInt64(60)) func losingTheCheckpointRepeatsAndLosesNothing(seed: UInt64) throws {
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

  @Test func aCorrectionAfterwardsIsTheNextRevision() throws {
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

  /// The game was met in its second play and summed up: what was before is not told now.
  @Test func aGameThatWasMetUnderWayIsNotToldFromItsBeginning() throws {
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

  /// The first events are no longer kept.
  @Test func whatIsNoLongerKeptIsNotToldAgain() throws {
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
