import Foundation
import LiveSimulator
import Testing
import WireSchema

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// Whole simulated games with corrections, delays, suspensions and postponements: with any poll times, chunks,
/// restarts and bad answers, the facts of the script are logged in the end, each revision once.
@Suite struct SimulatedGamesTests {
  /// Set `LIVEGAMED_GAMES=50000` for more games.
  static let games = ProcessInfo.processInfo.environment["LIVEGAMED_GAMES"].flatMap { Int($0) } ?? 100
  private static let batch = 50
  static let batches = Array(0..<max(1, games / batch))

  private func seeds(_ batch: Int) -> Range<UInt64> {
    UInt64(batch * Self.batch + 1)..<UInt64((batch + 1) * Self.batch + 1)
  }

  private func check(_ reported: PolledGame, _ game: SimulatedGame, _ seed: UInt64, missesNothing: Bool = false) {
    let verdict = SimulatedVerdict(reported.events, of: game, missesNothing: missesNothing)
    #expect(
      verdict.isRight,
      """
      seed \(seed) \(game.course) \(game.anomalies.map(\.rawValue)) \(game.corrections.map(\.kind)): \
      missing \(verdict.missing.sorted().prefix(3)), repeated \(verdict.repeated.sorted().prefix(3)), \
      wrong \(verdict.wrong.sorted().prefix(3))
      """)
  }

  @Test(arguments: batches) func anyPollTimesGiveTheScript(batch: Int) throws {
    for seed in seeds(batch) {
      let game = SimulatedGame(seed: seed)
      var polled = PolledGame(game, seed: seed)
      try polled.poll(polled.times(seed.isMultiple(of: 5) ? 0 : 8, of: game), answer: game.feed(at:))
      check(polled, game, seed)
    }
  }

  @Test(arguments: batches) func badAnswersAndRestartsGiveTheScript(batch: Int) throws {
    for seed in seeds(batch) where seed.isMultiple(of: 4) {
      let game = SimulatedGame(seed: seed)
      let faulty = FaultyFeed(game, other: SimulatedGame(seed: seed + 1), seed: seed)
      var polled = PolledGame(game, seed: seed)
      try polled.poll(polled.moments(12, of: game), restarting: true, answer: faulty.feed(at:))
      try polled.poll(PolledGame.lastLooks(at: game), answer: game.feed(at:))
      check(polled, game, seed)
    }
  }

  @Test(arguments: 1...UInt64(6)) func allPollsAndAFewPollsGiveTheSameFacts(seed: UInt64) throws {
    let game = SimulatedGame(seed: seed)
    var every = PolledGame(game, seed: seed)
    try every.poll(
      game.moments + PolledGame.lastLooks(at: game), restarting: seed.isMultiple(of: 3), answer: game.feed(at:))
    check(every, game, seed, missesNothing: true)
    var few = PolledGame(game, seed: seed)
    try few.poll(few.times(20, of: game), answer: game.feed(at:))
    #expect(every.standing(of: game) == few.standing(of: game), "seed \(seed)")
    for (position, event) in every.events.enumerated() { _ = try WireFormat.line(of: event, sequence: position + 1) }
  }

  @Test(arguments: SimulatedCourse.allCases) func everyCourseGivesItsScript(course: SimulatedCourse) throws {
    for seed in UInt64(1)...2 { try watch(SimulatedGame(seed: seed, course: course), seed) }
  }

  @Test(arguments: SimulatedAnomaly.allCases) func everyAnomalyGivesItsScript(anomaly: SimulatedAnomaly) throws {
    for seed in UInt64(1)...3 { try watch(SimulatedGame(seed: seed, course: .plain, anomalies: [anomaly]), seed) }
  }

  /// The daemon stops in the middle of a game, and starts again long after its end.
  @Test(arguments: [3.0, 20], 1...UInt64(4)) func daysOfAbsenceLoseNothing(days: Double, seed: UInt64) throws {
    let game = SimulatedGame(seed: seed, course: .plain)
    let away = game.moments[game.moments.count / 2]
    var polled = PolledGame(game, seed: seed)
    try polled.poll(game.moments.filter { $0 < away }, answer: game.feed(at:))
    let back = away + days * 86_400
    try polled.restart(monotonic: Timestamp(milliseconds: Int64(back * 1000)))
    try polled.poll(PolledGame.lastLooks.map { back + $0 }, answer: game.feed(at:))
    check(polled, game, seed)
    #expect(polled.standStill(at: game).isEmpty)
  }

  /// Each poll is in another run of the daemon.
  @Test(arguments: 1...UInt64(12)) func suspendedGamesContinueAfterRestarts(seed: UInt64) throws {
    let game = SimulatedGame(seed: seed, course: .suspended, anomalies: [])
    var polled = PolledGame(game, seed: seed)
    for time in polled.moments(40, of: game) {
      try polled.restart(monotonic: Timestamp(milliseconds: Int64(time * 1000)))
      try polled.poll([time], answer: game.feed(at:))
    }
    try polled.poll(PolledGame.lastLooks(at: game), answer: game.feed(at:))
    check(polled, game, seed)
  }

  /// Polls every change of the feed.
  private func watch(_ game: SimulatedGame, _ seed: UInt64) throws {
    var polled = PolledGame(game, seed: seed)
    try polled.poll(game.moments + PolledGame.lastLooks(at: game), answer: game.feed(at:))
    check(polled, game, seed, missesNothing: true)
    #expect(polled.standStill(at: game).isEmpty, "seed \(seed)")
  }

  /// Returns the events without the time at which they were seen, which depends on the wall clock.
  private func withoutObservation(_ events: [Event]) -> [Event] {
    events.map { event in
      var event = event
      event.data.observedAt = event.data.feedAt
      return event
    }
  }

  @Test(arguments: 1...UInt64(4)) func shortAnswersGiveTheScript(seed: UInt64) throws {
    let game = SimulatedGame(seed: seed)
    var polled = PolledGame(game, seed: seed)
    polled.shorts = ShortPolls()
    try polled.poll(polled.times(200, of: game), answer: game.feed(at:))
    check(polled, game, seed)
  }

  @Test(arguments: 1...UInt64(4)) func stepsOfTheWallClockChangeNoFact(seed: UInt64) throws {
    let game = SimulatedGame(seed: seed)
    let faulty = FaultyFeed(game, other: SimulatedGame(seed: seed + 1), seed: seed)
    var steady = PolledGame(game, seed: seed)
    let times = steady.times(60, of: game)
    try steady.poll(times, answer: faulty.feed(at:))
    for step in [2 * 3600, -2 * 3600, 40 * 86_400, -40 * 86_400] {
      var stepped = PolledGame(game, seed: seed)
      _ = stepped.times(60, of: game)
      // One step forward and back, and one that stays.
      try stepped.poll(
        times, wallStep: { (20..<35).contains($0) || $0 > 50 ? .seconds(step) : .zero }, answer: faulty.feed(at:))
      #expect(withoutObservation(stepped.events) == withoutObservation(steady.events), "seed \(seed), \(step) s")
    }
  }

  @Test(arguments: 1...UInt64(10)) func theOracleAgreesOnSimulatedFeeds(seed: UInt64) throws {
    let game = SimulatedGame(seed: seed)
    for time in game.moments.enumerated().filter({ $0.offset.isMultiple(of: 97) }).map(\.element) {
      var decoder = MLBFeedDecoder()
      let body = game.feed(at: time)
      try decoder.feed(body.span)
      #expect(try decoder.finish() == Oracle.snapshot(Data(body)))
    }
  }
}
