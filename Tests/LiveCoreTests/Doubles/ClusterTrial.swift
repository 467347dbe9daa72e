import LiveSimulator
import Logging

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// A daemon that polls its share of simulated games, step by step: its clock, its connection and its polls are those of
/// the test.
final class TrialWatcher {
  typealias Poller = GamePoller<MLB, ManualClock>

  let share: LeaseShare<ManualClock>
  let connection: ScriptedStreamConnection
  private let poller: (GameID) -> Poller
  private var states: [GameID: (state: TrackerState, isKnown: Bool)] = [:]
  private var over: Set<GameID> = []
  private let mlb = MLB(baseURL: "", sportIDs: [1])

  init(
    _ node: String, _ server: ScriptedStream, seed: UInt64, failures: UInt64?, now: @escaping @Sendable () -> Timestamp
  ) {
    let (connection, clock) = (ScriptedStreamConnection(server, seed: seed, failures: failures), ManualClock())
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let share = LeaseShare(
      .watch, connection, session: ClusterSession(node: node, run: "\(seed)"), ttl: .seconds(4), clock: clock, now: now,
      logger: logger)
    let log = StreamLog(connection, share, health: LogHealth(now: now, wall: now))
    let league = mlb
    poller = { game in
      Poller(
        game: game, baseline: .tellAll,
        context: PollContext(
          league: league, reader: FeedReader(league: league, transport: ToyTransport()),
          budget: HostRateLimiter(clock: clock) { .zero },
          plan: Reloadable(PollSettings(router: Router(rules: [], sinks: [], follow: []))), log: log, clock: clock,
          now: now, monotonic: now, logger: logger, scoreboard: Scoreboard(), health: SourceHealth(since: now()),
          rounds: InFlightDeadlines()),
        rows: Reloadable(nil), isWanted: { true })
    }
    (self.share, self.connection) = (share, connection)
  }

  func isOver(_ game: GameID) -> Bool { over.contains(game) }

  /// Wants a game, as its poller does when it waits for the lease.
  func want(_ game: GameID) { if !over.contains(game) { share.want(.game(game)) } }

  func round() async { try? await share.round() }

  /// Polls a game once, if this node has its lease.
  func poll(_ game: GameID, at time: Timestamp, _ body: () -> [UInt8]) async {
    let poller = poller(game)
    let (log, logger) = (poller.context.log, poller.context.logger)
    do {
      if states[game] == nil || !log.isCurrent(game) {
        states[game] = nil
        guard share.epoch(of: .game(game)) != nil else { return }
        guard let restored = try await poller.restored(logger) else { return }
        states[game] = (restored.state, restored.isKnown)
      }
      guard let (state, isKnown) = states[game] else { return }
      var decoder = MLBFeedDecoder()
      let answer = body()
      try decoder.feed(answer.span)
      let tracked = mlb.track(state, try decoder.finish(), of: game, observedAt: time, monotonic: time)
      let isFirst = !isKnown && tracked.refusal == nil
      let next = try await EventWriter(game: game, context: poller.context).write(tracked, always: isFirst, logger)
      states[game] = (next, isKnown || isFirst)
      guard tracked.isOver else { return }
      states[game] = nil
      over.insert(game)
      await log.close(game, isOver: true)
    } catch {
      // A poller keeps its state after an error, unless the log says that it is old.
      if !log.isCurrent(game) { states[game] = nil }
    }
  }
}
