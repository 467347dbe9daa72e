@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// Many games that share the requests of one host, in virtual time and in the daemon's own order of turns.
struct SlateRun {
  let requestsPerSecond: Double
  private(set) var sightings: [GameRun.Sighting] = []
  private(set) var requests = 0
  /// Virtual seconds of the whole slate.
  private(set) var seconds = 0.0

  private struct Game {
    var run: GameRun
    var cadence = Cadence(bounds: .init())
    /// The game's own time minus the slate's.
    var shift: Int64
    /// The time of its next request, by the slate's clock.
    var wants: Int64
  }

  /// Plays the games to their ends. Their starts are spread over `spread` milliseconds.
  init(_ timelines: [Timeline], requestsPerSecond: Double, spread: Int64, seed: UInt64) {
    self.requestsPerSecond = requestsPerSecond
    var dice = Dice(seed: seed)
    var games = timelines.map { timeline in
      let start = Int64(dice.unit() * Double(spread))
      return Game(run: GameRun(timeline), shift: timeline.start - start, wants: start)
    }
    let spacing = Int64(1000 / requestsPerSecond)
    let maxWait = PollBounds().liveMax
    var now: Int64 = 0
    while let ready = games.map(\.wants).min() {
      now = max(now, ready)
      let waiting = games.indices.filter { games[$0].wants <= now }
      var chosen = waiting[0]
      for index in waiting.dropFirst()
      where TurnOrder.comesFirst(
        Self.candidate(games[index], now), Self.candidate(games[chosen], now), patience: maxWait)
      {
        chosen = index
      }
      let (answer, end) = games[chosen].run.ask(at: now + games[chosen].shift)
      if games[chosen].run.isOver {
        let game = games.remove(at: chosen)
        sightings += game.run.sightings
        requests += game.run.requests
      } else {
        games[chosen].wants = end - games[chosen].shift + games[chosen].cadence.wait(after: answer, at: end)
      }
      now += spacing
    }
    seconds = Double(now) / 1000
  }

  private static func candidate(_ game: Game, _ now: Int64) -> TurnOrder.Candidate {
    TurnOrder.Candidate(isDue: game.cadence.isDue, waited: .milliseconds(now - game.wants))
  }
}
