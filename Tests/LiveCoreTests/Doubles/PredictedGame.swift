import Foundation

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// A game written by hand, from its lineups to its end, with the state of its tracker and all its events.
struct PredictedGame {
  var game = PlayedGame(status: "P")
  private(set) var state = TrackerState(baseline: .tellAll)
  private(set) var events: [Event] = []

  private let tracker = Tracker(game: PlayedGame.id)

  /// Creates a game whose lineups are posted.
  init() {
    game.change { snapshot in
      for side in [Side.away, .home] {
        let first = side == .away ? 100 : 200
        snapshot.lineups[side].probablePitcher = Person(id: first, name: side == .away ? "Berríos" : "Gallen")
        snapshot.lineups[side].starters = (1...9).map {
          Starter(player: Person(id: first + $0, name: "Batter \(first + $0)"), position: nil)
        }
      }
    }
  }

  /// Returns a prediction about the lineups as they are.
  func prediction(away: Double = 2, home: Double = 3, unknown: [BaseballPrediction.Unknown] = []) -> BaseballPrediction
  {
    func forecast(_ side: Side, _ mean: Double) -> BaseballPrediction.Forecast {
      let lineup = game.snapshot.lineups[side]
      return BaseballPrediction.Forecast(
        pitcher: lineup.probablePitcher, batters: lineup.order, mean: mean, median: Int(mean),
        chances: [0.2, 0.2, 0.15, 0.15, 0.1, 0.08, 0.05, 0.03, 0.02, 0.01, 0.01])
    }
    return BaseballPrediction(
      away: forecast(.away, away), home: forecast(.home, home), leagueMean: 2.5, homeWin: 0.57, unknown: unknown)
  }

  /// Polls the feed, and returns the new events of type `livegame.prediction`.
  @discardableResult
  mutating func poll() -> [Event] {
    let outcome = tracker.track(state, game.snapshot, observedAt: game.snapshot.timeStamp)
    state = outcome.state
    events += outcome.events
    return outcome.events.filter { $0.type == .prediction }
  }

  /// Hands a prediction to the tracker, and returns the new events.
  @discardableResult
  mutating func predict(_ prediction: BaseballPrediction) -> [Event] {
    let outcome = tracker.predict(prediction, state, game.snapshot, observedAt: game.snapshot.timeStamp)
    state = outcome.state
    events += outcome.events
    return outcome.events
  }

  /// Plays half-innings with three outs each, and the runs of a side in the first play of each.
  mutating func play(_ innings: ClosedRange<Int>, away: Int = 0, home: Int = 0, lastHalf: HalfInning.Half = .bottom) {
    game.status("I")
    for inning in innings {
      for half in [HalfInning.Half.top, .bottom]
      where half == .top || inning < innings.upperBound || lastHalf == .bottom {
        let runs = half == .top ? away : home
        game.play("home_run", half, inning: inning, batter: 1, runs: runs)
        game.play("triple_play", half, inning: inning, batter: 2, outs: 3)
      }
    }
  }

  /// Restores the state as after a restart, or with `isLost` as after the loss of the checkpoint.
  mutating func restore(isLost: Bool) throws {
    let newest = Dictionary(events.enumerated().map { ($1.data.fact, $0) }) { max($0, $1) }.values.sorted()
    let lines = try newest.map {
      try CloudEvent(line: CloudEvent(event: events[$0], sequence: $0 + 1, logID: LogID(rawValue: "l")).line()).event
    }
    state =
      isLost
      ? TrackerState(rebuilding: PlayedGame.id, from: lines)
      : try JSONDecoder().decode(TrackerState.self, from: JSONEncoder().encode(state))
  }
}
