import LiveSimulator

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// A simulated game during the life of a daemon: polled now and then, through bad answers, restarts, outages and
/// wrong clocks, as long as the daemon polls it.
struct FollowedGame {
  private(set) var polled: PolledGame
  /// Events that were logged while the feed no longer changed.
  private(set) var unasked: [Event] = []

  init(_ game: SimulatedGame, other: SimulatedGame, in life: DaemonLife, seed: UInt64) throws {
    polled = PolledGame(game, seed: seed)
    let faulty = FaultyFeed(game, other: other, seed: seed)
    // Some games are hardly seen, some nearly completely.
    let count = [2, 6, 12, 25, 50][Int(seed % 5)]
    let looks = polled.moments(count, of: game).map { (time: life.up(after: $0), isLast: false) }
    let end = life.up(after: game.end)
    let last = PolledGame.lastLooks.map { (time: life.up(after: end + $0), isLast: true) }
    var run: Int?
    for (time, isLast) in looks.filter({ $0.time < end }) + last {
      guard let now = life.runs.lastIndex(where: { $0.start <= time }), Self.asks(for: game, at: time, polled.state)
      else { continue }
      let clock = life.runs[now]
      if run != now { try polled.restart(monotonic: clock.monotonic(at: time)) }
      run = now
      let body = isLast ? game.feed(at: time) : faulty.feed(at: time)
      polled.poll(wall: clock.wall(at: time), monotonic: clock.monotonic(at: time), body)
    }
    unasked = standStill(game, after: last.last?.time ?? end, in: life)
  }

  /// Continues to poll when nothing happens any more, and returns the logged events.
  private mutating func standStill(_ game: SimulatedGame, after time: Double, in life: DaemonLife) -> [Event] {
    let (count, clock) = (polled.events.count, life.runs.last { $0.start <= time } ?? life.runs[0])
    for later in [120.0, 240, 360] {
      polled.poll(
        wall: clock.wall(at: time + later), monotonic: clock.monotonic(at: time + later), game.feed(at: time + later))
    }
    return Array(polled.events[count...])
  }

  /// Returns whether the daemon polls the game. A finished game is not polled, unless the schedule says that it will
  /// be played after all.
  private static func asks(for game: SimulatedGame, at time: Double, _ state: TrackerState) -> Bool {
    guard state.isOver else { return true }
    let code = game.statusCodes.last { $0.time <= time }?.code ?? "S"
    // The game was called off, and replayed to its end unseen.
    if state.finalAt == nil, ["F", "O", "Q", "R"].contains(code.prefix(1)) { return true }
    return !["D", "C", "F", "O", "Q", "R"].contains(code.prefix(1))
  }
}
