import LiveSimulator
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// Three daemons that share simulated games, while they are killed, hang, are cut off and lose answers, and while the
/// server loses what it had acknowledged: the stream holds each fact of the script once, in order.
@Suite struct ClusterTests {
  private struct Node {
    var watcher: TrialWatcher
    /// How far its clock is behind, because it hangs.
    let lag: Locked<Duration>
    /// The step in which it goes on.
    var wakes = 0
    var isCutUntil = 0
  }

  /// Some hours of a cluster.
  private struct Life {
    let server = ScriptedStream()
    let games: [SimulatedGame]
    let times: [[Double]]
    let clock = Locked(Timestamp(milliseconds: 1_000_000))
    var nodes: [Node] = []
    var dice: SplitMix
    var runs: UInt64 = 0
    let failures: UInt64?

    init(seed: UInt64, failures: UInt64?) {
      let games = (0..<2).map { SimulatedGame(seed: seed * 10 + $0) }
      var dice = SplitMix(seed: seed)
      times = games.map { game in
        (0..<40).map { _ in game.moments[Int(dice.next() % UInt64(game.moments.count))] }.sorted()
          + PolledGame.lastLooks(at: game)
      }
      (self.games, self.dice, self.failures) = (games, dice, failures)
      for name in ["attic", "cellar", "shed"] { nodes.append(newNode(name)) }
    }

    /// Starts a daemon, whose memory is empty.
    mutating func newNode(_ name: String) -> Node {
      runs += 1
      let lag = Locked(Duration.zero)
      return Node(
        watcher: TrialWatcher(name, server, seed: runs, failures: failures) { [clock] in
          clock.withLock { $0 } - lag.withLock { $0 }
        }, lag: lag)
    }
  }

  /// One in so many steps of a node.
  private struct Chaos {
    var kills: UInt64 = .max
    var hangs: UInt64 = .max
    var cuts: UInt64 = .max
    var losses: UInt64 = .max
    var failures: UInt64?
  }

  private static func id(_ game: SimulatedGame) -> GameID { GameID(league: .mlb, gamePk: game.gamePk) }

  /// Lets a node do what it does in one beat, at the league's time of a step.
  private func act(_ node: Node, _ life: Life, _ step: Int) async {
    for game in life.games { node.watcher.want(Self.id(game)) }
    await node.watcher.round()
    await poll(node, life, step)
  }

  private func poll(_ node: Node, _ life: Life, _ step: Int) async {
    for (game, times) in zip(life.games, life.times) {
      let late = max(0, step - times.count + 1)
      let time = times[min(step, times.count - 1)] + Double(late) * 120
      await node.watcher.poll(Self.id(game), at: Timestamp(milliseconds: Int64(time * 1000))) { game.feed(at: time) }
    }
  }

  private func run(_ life: inout Life, _ chaos: Chaos) async {
    let steps = life.times.map(\.count).max() ?? 0
    for step in 0..<steps + 60 {
      life.clock.withLock { $0 = $0 + .seconds(1) }
      let isQuiet = step >= steps
      for index in life.nodes.indices {
        if isQuiet { life.nodes[index].watcher.connection.heal() }
        if step < life.nodes[index].wakes, !isQuiet {
          life.nodes[index].lag.withLock { $0 += .seconds(1) }
          continue
        }
        if life.nodes[index].lag.withLock({ $0 }) > .zero {
          // It wakes in the middle of a poll, and does not know yet how late it is.
          await poll(life.nodes[index], life, step)
          life.nodes[index].lag.withLock { $0 = .zero }
        }
        life.nodes[index].watcher.connection.cut(step < life.nodes[index].isCutUntil && !isQuiet)
        await act(life.nodes[index], life, step)
        if !isQuiet { strike(&life, index, step, chaos) }
      }
    }
  }

  private func strike(_ life: inout Life, _ index: Int, _ step: Int, _ chaos: Chaos) {
    func happens(_ one: UInt64) -> Bool { life.dice.next() % one == 0 }
    if happens(chaos.kills) { life.nodes[index] = life.newNode(["attic", "cellar", "shed"][index]) }
    if happens(chaos.hangs) { life.nodes[index].wakes = step + 2 + Int(life.dice.next() % 8) }
    if happens(chaos.cuts) { life.nodes[index].isCutUntil = step + 2 + Int(life.dice.next() % 8) }
    if happens(chaos.losses) { life.server.loseNewest(Int(life.dice.next() % 4)) }
  }

  private func check(_ seed: UInt64, _ chaos: Chaos) async throws {
    var life = Life(seed: seed, failures: chaos.failures)
    await run(&life, chaos)
    for game in life.games {
      let messages = life.server.messages.filter { $0.message.game == Self.id(game) }
      #expect(messages.map(\.message.place) == Array(1...messages.count), "seed \(seed)")
      let epochs = messages.map(\.message.epoch)
      #expect(epochs == epochs.sorted(), "seed \(seed): an old holder wrote after a claim")
      let verdict = SimulatedVerdict(try life.server.events(of: Self.id(game)), of: game)
      #expect(
        verdict.isRight,
        """
        seed \(seed) \(game.course): missing \(verdict.missing.sorted().prefix(3)), repeated \
        \(verdict.repeated.sorted().prefix(3)), wrong \(verdict.wrong.sorted().prefix(3))
        """)
    }
  }

  @Test(arguments: 1...UInt64(2)) func threeNodesGiveTheScript(seed: UInt64) async throws {
    try await check(seed, Chaos())
  }

  @Test(arguments: 1...UInt64(5)) func killedNodesLoseAndRepeatNothing(seed: UInt64) async throws {
    try await check(seed, Chaos(kills: 9))
  }

  @Test(arguments: 1...UInt64(5)) func hangingNodesAreRefused(seed: UInt64) async throws {
    try await check(seed, Chaos(hangs: 9))
  }

  @Test(arguments: 1...UInt64(5)) func lostAnswersAreRead(seed: UInt64) async throws {
    try await check(seed, Chaos(failures: 12))
  }

  @Test(arguments: 1...UInt64(10)) func everythingAtOnce(seed: UInt64) async throws {
    try await check(seed, Chaos(kills: 25, hangs: 25, cuts: 25, losses: 60, failures: 30))
  }
}
