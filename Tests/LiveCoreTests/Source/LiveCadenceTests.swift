import Testing

@testable import LiveCore
@testable import LiveModel

/// The table of decision 0015, row by row.
@Suite struct LiveCadenceTests {
  private let start = Timestamp(seconds: 1_720_838_400)

  /// Polls at the end of each wait; a script of situations sets what is seen.
  private struct Script {
    var cadence = LiveCadence()
    var now: Timestamp
    var mode = LiveCadence.Mode()
    /// The delay of the feed's clock.
    var lag = Duration.zero

    /// - Returns: the wait in seconds.
    mutating func sees(_ situation: Situation, after span: Double = 0) -> Double {
      now = now + .seconds(span)
      let wait = cadence.answered(situation, revision: now - lag, at: now, mode)
      return wait / .seconds(1)
    }
  }

  private var script: Script { Script(now: start) }

  private typealias Table = LiveCadence.Table

  @Test(arguments: [
    (Situation.count(results: 3, step: 1), Table.news, Table.again), (.between(results: 3), Table.between, Table.again),
    (.count(results: 3, step: 1, mayMove: true), Table.movingNews, Table.again),
    (.pause(results: 3), Table.pause, Table.pauseAgain), (.change(results: 3), Table.pause, Table.changeAgain),
  ])
  func theFirstWaitIsLongIfNothingIsDue(situation: Situation, first: Duration, later: Duration) {
    var script = script
    let (news, again) = (first / .seconds(1), later / .seconds(1))
    #expect(script.sees(situation) == news)
    #expect(script.sees(situation, after: news) == again)
    #expect(script.sees(situation, after: again) == again)
  }

  @Test func anotherRevisionOfTheSameSituationChangesNothing() {
    var cadence = LiveCadence()
    let count = Situation.count(results: 0, step: 2)
    _ = cadence.answered(count, revision: start, at: start)
    let next = start + .seconds(18)
    #expect(cadence.answered(count, revision: next, at: next) == Table.again)
    #expect(cadence.answered(.count(results: 0, step: 3), revision: next, at: next) == Table.news)
  }

  /// The next pitch follows at the usual interval between pitches.
  @Test(arguments: [(0.0, 0.0), (4, 4), (14, 14), (60, 19)])
  func theWaitAfterAPitchStartsAtThePitch(age: Double, less: Double) {
    var script = script
    _ = script.sees(.count(results: 0, step: 1))
    script.now = script.now + .seconds(25)
    let wait = script.cadence.answered(
      .count(results: 0, step: 2), revision: script.now - .seconds(age), at: script.now)
    #expect(abs((Table.news - .seconds(less) - wait) / .seconds(1)) < 0.05)
  }

  @Test func aDueResultIsPolledAfterItsQuietTimeAndThenOften() {
    var script = script
    _ = script.sees(.count(results: 0, step: 1))
    let quiet = LiveCadence.Learnt().quiet(.inPlay) / .seconds(1)
    #expect(script.sees(.due(results: 0, .inPlay), after: 10) == quiet)
    #expect(script.cadence.isDue)
    _ = script.sees(.due(results: 0, .inPlay), after: quiet)
    let looks = (0..<3).map { _ in script.sees(.due(results: 0, .inPlay), after: 2) }
    #expect(looks == [2.1, 2.1, 2.1])
    #expect(script.sees(.between(results: 1), after: 2) == Table.between / .seconds(1) && !script.cadence.isDue)
  }

  @Test func anIncompleteScoringPlayIsPolledTwiceAsOften() {
    var script = script
    _ = script.sees(.due(results: 0, .scoring))
    #expect(script.sees(.due(results: 0, .scoring), after: 7.5) * 2 == Table.hunt / .seconds(1))
  }

  @Test func theWaitGrowsDuringAReview() {
    var script = script
    _ = script.sees(.due(results: 0, .inPlay))
    var waits: [Double] = []
    for _ in 0..<30 { waits.append(script.sees(.due(results: 0, .inPlay), after: waits.last ?? 7.5)) }
    #expect(waits.first == 2.1 && waits.last == 4 && waits == waits.sorted())
  }

  /// The pitch was in the feed for 5 s before the poll, so the quiet time began 5 s ago.
  @Test func theQuietTimeStartsAtTheTimeOfTheFeed() {
    var script = script
    script.lag = .seconds(7)
    _ = script.sees(.count(results: 0, step: 1))
    script.now = script.now + .seconds(18)
    let wait = script.cadence.answered(
      .due(results: 0, .inPlay), revision: script.now - .seconds(12), at: script.now)
    #expect(abs((LiveCadence.Learnt().quiet(.inPlay) - .seconds(5) - wait) / .seconds(1)) < 0.05)
  }

  @Test(arguments: [-7200, 7200, 3_456_000] as [Double])
  func aFeedWhoseClockIsWrongChangesNothing(hours: Double) {
    func waits(_ lag: Duration) -> [Double] {
      var script = script
      script.lag = lag
      return [
        script.sees(.count(results: 0, step: 1)), script.sees(.due(results: 0, .other), after: 18),
        script.sees(.due(results: 0, .other), after: 6.5), script.sees(.between(results: 1), after: 2.2),
      ]
    }
    #expect(waits(.zero) == waits(.seconds(hours)))
  }

  @Test func anEarlyResultShortensTheQuietTimeAndALateOneLengthensIt() {
    let first = LiveCadence.Learnt().quiet(.inPlay)
    func learnt(looks: Int) -> Duration {
      var script = script
      _ = script.sees(.count(results: 0, step: 1))
      var wait = script.sees(.due(results: 0, .inPlay), after: 18)
      for _ in 1..<max(looks, 1) { wait = script.sees(.due(results: 0, .inPlay), after: wait) }
      _ = script.sees(.between(results: 1), after: wait)
      return script.cadence.learnt.quiet(.inPlay)
    }
    #expect(learnt(looks: 1) < first && learnt(looks: 2) > first && learnt(looks: 3) == learnt(looks: 2))
  }

  @Test func theLearntTimeIsLimited() {
    var learnt = LiveCadence.Learnt()
    for _ in 0..<1000 {
      learnt.quiet(.inPlay, wasThereAtOnce: false)
      learnt.quiet(.other, wasThereAtOnce: true)
      learnt.news(wasForeseen: false)
    }
    #expect(learnt.quiet(.inPlay) == .seconds(20) && learnt.quiet(.other) == .zero && learnt.news == Table.leastNews)
    for _ in 0..<1000 { learnt.news(wasForeseen: true) }
    #expect(learnt.news == Table.news)
  }

  @Test func unexpectedResultsCauseMorePolls() {
    var script = script
    for result in 0..<40 { _ = script.sees(.count(results: result, step: 1), after: 18) }
    #expect(script.cadence.learnt.news == Table.leastNews)
    #expect(script.cadence.lesson == LiveCadence.Lesson(results: 1, foreseen: nil))
    let news = script.sees(.count(results: 39, step: 2), after: 6)
    #expect(news == Table.leastNews / .seconds(1) && script.cadence.lesson == nil)
    #expect(script.sees(.count(results: 39, step: 2), after: 6) == news / 2)
  }

  @Test func withAnEarlySinkPitchesAreSeenSooner() {
    var script = script
    script.mode.isEarly = true
    #expect(script.sees(.count(results: 0, step: 1)) == Table.earlyNews / .seconds(1))
    #expect(script.sees(.count(results: 0, step: 1), after: 18) == Table.earlyAgain / .seconds(1))
    #expect(script.sees(.pause(results: 1), after: 6) == 30)
  }

  @Test func aReplayIsPolledAsOftenByItsOwnClock() {
    for situation in [Situation.count(results: 0, step: 1), .pause(results: 0), .due(results: 0, .other)] {
      var (real, replay) = (script, script)
      replay.mode.speed = 60
      #expect(abs(real.sees(situation) - replay.sees(situation) * 60) < 0.07)
      #expect(abs(real.sees(situation, after: 30) - replay.sees(situation, after: 0.5) * 60) < 0.07)
    }
    #expect(LiveCadence().refused(.init(speed: 9)) == .seconds(1))
  }

  @Test func aRemovedPitchIsNotLearntFrom() {
    var script = script
    _ = script.sees(.count(results: 0, step: 2))
    _ = script.sees(.due(results: 0, .other), after: 18)
    let learnt = script.cadence.learnt
    #expect(script.sees(.count(results: 0, step: 3), after: 6.5) == Table.news / .seconds(1))
    #expect(script.cadence.learnt == learnt && script.cadence.lesson == nil)
  }
}
