import LivePlatform
import LiveSimulator

@testable import LiveModel
@testable import LiveNBA
@testable import LiveWeb

/// A simulated game of the NBA as the daemon follows it: a poll every 20 seconds, and one after the end.
struct PlayedNBAGame: Sendable {
  let game: SimulatedNBAGame
  private let polls: [Poll]

  /// What one poll gave.
  private struct Poll: Sendable {
    var time: Double
    var summary: GameSummary
    var events: [Event]
  }

  /// A game that ends after four periods, and one with an overtime. Each is played once for all tests.
  static let regular = PlayedNBAGame(SimulatedNBAGame(seed: 21, course: .plain, anomalies: []))
  static let overtime = PlayedNBAGame(SimulatedNBAGame(seed: 22, course: .overtime, anomalies: []))

  init(_ game: SimulatedNBAGame) {
    self.game = game
    let league = NBA()
    let id = GameID(league: .nba, gamePk: game.number)
    var state = league.beginning(.tellAll, scheduledStart: nil)
    var (polls, newest) = ([Poll](), [Fact: Event]())
    let times = Array(stride(from: game.tipOff - 600, to: game.finalTime + 60, by: 20)) + [game.end + 60]
    for time in times {
      guard
        let body = state.document == .boxScore ? game.boxscore(at: time) : game.playByPlay(at: time),
        let snapshot = try? Self.decode(body, by: league)
      else {
        state = league.missed(state, of: id) ?? state
        continue
      }
      let at = Timestamp(milliseconds: Int64(time * 1000))
      let tracked = league.track(state, snapshot, of: id, observedAt: at, monotonic: at)
      state = tracked.state
      let retracted = tracked.retractions.compactMap { retraction in
        newest[retraction.fact].map { retraction.event(after: $0) }
      }
      for event in retracted + tracked.events { newest[event.data.fact] = event }
      polls.append(
        Poll(
          time: time, summary: league.summary(of: snapshot, state, observedAt: at), events: retracted + tracked.events))
    }
    self.polls = polls
  }

  private static func decode(_ body: [UInt8], by league: NBA) throws -> NBASnapshot {
    var decoder = league.decoder()
    try decoder.feed(body.span)
    return try decoder.finish()
  }

  var id: GameID { GameID(league: .nba, gamePk: game.number) }

  /// The tip, and the moment after the last poll.
  var start: Double { game.tipOff }
  var end: Double { game.end + 120 }

  /// Returns the time of the first poll that shows at most this time left in a period.
  func time(inPeriod period: Int, below clock: String) -> Double? {
    polls.first { poll in
      let shown = poll.summary.basketball.period
      return shown?.number == period && (shown?.clock).map { $0.count <= clock.count && $0 <= clock } ?? false
    }?.time
  }

  /// Lets a daemon see the game up to a moment, in seconds since 1970.
  func play(_ source: SimulatedSource, to time: Double) {
    for poll in polls where poll.time <= time {
      for event in poll.events { source.append(event) }
      source.show(poll.summary, of: id)
    }
    source.skip(to: time)
  }
}
