import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct ClockStepTests {
  static let steps: [Duration] = [2, -2, 40 * 24, -40 * 24].map { .seconds($0 * 3600) }
  private let tracker = Tracker(game: PlayedGame.id)
  private let start = PlayedGame.firstPitch

  /// Stores the state of one run and restores it in another, whose clock differs.
  private func restarted(_ state: TrackerState, at now: Timestamp) throws -> TrackerState {
    var copy = try JSONDecoder().decode(TrackerState.self, from: JSONEncoder().encode(state))
    copy.resume(at: now)
    return copy
  }

  /// Returns a state with one logged play, and an older answer without it.
  private func refused() -> (state: TrackerState, older: GameSnapshot) {
    var game = PlayedGame()
    game.play("single")
    let older = game.snapshot
    game.play("double", batter: 2)
    let known = tracker.track(TrackerState(baseline: .tellAll), game.snapshot, observedAt: start).state
    return (tracker.track(known, older, observedAt: start).state, older)
  }

  @Test(arguments: steps) func aClockStepDoesNotAffectAnOlderAnswer(step: Duration) {
    var (state, older) = refused()
    for minute in 1...11 {
      let now = start + .seconds(60 * minute)
      let outcome = tracker.track(state, older, observedAt: now + step, monotonic: now)
      #expect(outcome.refusal == (minute < 10 ? .older : nil))
      state = outcome.state
      if minute == 10 { break }
    }
  }

  @Test(arguments: steps) func aRestartWithAnotherClockDoesNotAffectAnOlderAnswer(step: Duration) throws {
    var (state, older) = refused()
    for minute in 1...5 { state = tracker.track(state, older, observedAt: start + .seconds(60 * minute)).state }
    let began = start + .seconds(300) + step
    state = try restarted(state, at: began)
    for minute in 1...5 {
      let outcome = tracker.track(state, older, observedAt: began + .seconds(60 * minute))
      #expect(outcome.refusal == (minute < 5 ? .older : nil))
      state = outcome.state
    }
  }

  @Test(arguments: steps) func aRestartWithAnotherClockRetractsNothingEarly(step: Duration) throws {
    var game = PlayedGame()
    game.play("single")
    game.play("strikeout", batter: 2, outs: 1)
    var state = tracker.track(TrackerState(baseline: .tellAll), game.snapshot, observedAt: start).state
    game.change { $0.plays.removeFirst() }
    let lost = game.snapshot
    state = tracker.track(state, lost, observedAt: start).state
    let began = start + step
    state = try restarted(state, at: began)
    for (second, count) in [(1, 0), (2, 0), (15, 0), (21, 1)] {
      let outcome = tracker.track(state, lost, observedAt: began + .seconds(second))
      #expect(outcome.retractions.count == count)
      state = outcome.state
    }
  }

  @Test(arguments: steps) func aClockStepDoesNotCloseAGameEarly(step: Duration) {
    var game = PlayedGame()
    game.play("strikeout", .bottom, inning: 9, outs: 3)
    game.status("F")
    var state = tracker.track(TrackerState(baseline: .tellAll), game.snapshot, observedAt: start).state
    state =
      tracker.track(state, game.snapshot, observedAt: start + .seconds(1900) + step, monotonic: start + .seconds(1900))
      .state
    #expect(!state.isOver)
    // At most three days later, whatever the wall clock shows.
    let later = start + .seconds(3 * 86_400)
    #expect(tracker.track(state, game.snapshot, observedAt: later + step, monotonic: later).state.isOver)
  }

  @Test func aClockOfAnEarlierRunDoesNotKeepAFinalOpenForEver() throws {
    var game = PlayedGame()
    game.play("strikeout", .bottom, inning: 9, outs: 3)
    game.status("F")
    let ahead = start + .seconds(400 * 86_400)
    var state = tracker.track(TrackerState(baseline: .tellAll), game.snapshot, observedAt: ahead).state
    let began = start + .seconds(86_400)
    state = try restarted(state, at: began)
    #expect(!tracker.track(state, game.snapshot, observedAt: began + .seconds(60)).state.isOver)
    #expect(tracker.track(state, game.snapshot, observedAt: began + .seconds(1800)).state.isOver)
  }

  @Test func aResumedGameIsPolledOnTheDayAfterItEnded() {
    var game = PlayedGame()
    game.play("single")
    game.status("U")
    let august: Duration = .seconds(61 * 86_400)
    game.wait(august)
    game.play("strikeout", .bottom, inning: 9, outs: 3)
    game.status("F")
    let noon = Timestamp(rfc3339: "2024-09-12T16:00:00Z")
    #expect(AfterFinal.finalCheck(game.snapshot) == noon)
    // A time in the year 9999 does not cause endless polls.
    game.change { $0.plays[1].endTime = Timestamp(rfc3339: "9999-12-31T23:59:59Z") }
    #expect(AfterFinal.finalCheck(game.snapshot) == noon)
  }
}
