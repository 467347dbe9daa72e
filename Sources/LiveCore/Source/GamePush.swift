internal import LiveModel
internal import LivePlatform

/// The push service of one game: a subscription, and the policy that its messages and the answers of the polls change.
///
/// One task takes the events of the subscription. The game's poller asks for the time of the next poll, and waits for its
/// change.
final class GamePush: Sendable {
  private struct State: Sendable {
    var cadence: PushCadence
    var reader: any PushReader
  }

  /// The progress of the subscription.
  private enum Stage: Sendable {
    case notYet
    case open(PushSubscription)
    case over
  }

  private let game: GameID
  private let health: PushHealth
  private let subscribe: @Sendable () -> PushSubscription
  private let state: Locked<State>
  private let stage = Reloadable(Stage.notYet)
  /// The time of the next poll, by the run's clock.
  private let planned: Reloadable<Timestamp>

  /// Time before the scheduled start at which the service is asked to announce news.
  private static let early: Duration = .seconds(600)
  /// Number of revisions in a row that were not announced, after which the connection is made anew.
  private static let deafness = 2

  /// Creates the push service of a game, which is connected once the game is about to begin.
  ///
  /// - Parameters:
  ///   - game: the game.
  ///   - reader: the reader of the messages.
  ///   - health: what `status` and the metrics report of the service.
  ///   - bounds: the bounds of all waits.
  ///   - now: the time by the clock of the messages.
  ///   - subscribe: connects to the game's socket.
  init(
    of game: GameID, _ reader: any PushReader, health: PushHealth, bounds: PollBounds, at now: Timestamp,
    subscribe: @escaping @Sendable () -> PushSubscription
  ) {
    (self.game, self.health, self.subscribe) = (game, health, subscribe)
    let cadence = PushCadence(bounds: bounds, at: now)
    state = Locked(State(cadence: cadence, reader: reader))
    planned = Reloadable(cadence.deadline)
  }

  /// Takes the events of the subscription until it is over, or the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      let generation = stage.generation
      switch stage.current {
      case .open(let subscription):
        while let event = await subscription.next() { take(event) }
        if !Task.isCancelled { change { $0.cadence.closed() } }
      // An event that was taken just before the end has counted the game again.
      case .over: return health.forget(game)
      case .notYet: break
      }
      guard await stage.changed(since: generation) else { break }
    }
    end()
  }

  /// Ends the subscription. The game is polled as without a push service.
  func end() {
    if case .open(let subscription) = stage.current { subscription.end() }
    stage.replace(with: .over)
    health.forget(game)
  }

  private func take(_ event: PushEvent) {
    switch event {
    case .opened(let at):
      health.opened(game)
      change { $0.cadence.opened(at: at) }
    case .message(let text, let at):
      change { if let message = $0.reader.read(text) { $0.cadence.heard(message, at: at) } }
    case .closed(let ending, _):
      health.closed(game, because: ending)
      change { $0.cadence.closed() }
    case .gaveUp(let ending):
      health.gaveUp(game, because: ending)
      change { $0.cadence.closed() }
    }
  }

  /// Changes the state, records what that adds to the counters, and plans the next poll.
  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      let before = state.cadence.trust.counts
      body(&state)
      health.changed(game, state.cadence.trust, since: before)
    }
    replan()
  }

  private func replan() {
    let deadline = state.withLock { $0.cadence.deadline }
    if deadline != planned.current { planned.replace(with: deadline) }
  }
}

/// The part for the poller of the game.
extension GamePush {
  /// True if the next poll is for a message.
  var isWanted: Bool { state.withLock { $0.cadence.isWanted } }

  /// The record of the service's announcements, for people.
  var trust: PushTrust { state.withLock { $0.cadence.trust } }

  /// The time of the next poll, with its generation, which is read first.
  var plan: (deadline: Timestamp, generation: Int) {
    let generation = planned.generation
    return (planned.current, generation)
  }

  /// Waits until the time of the next poll is another one than that of the generation.
  func replanned(since generation: Int) async { _ = await planned.changed(since: generation) }

  /// Adapts the policy to the configuration and to the speed of the source.
  func adapt(to bounds: PollBounds, speed: Double) {
    state.withLock { state in
      state.cadence.bounds = bounds
      if state.cadence.speed != speed { state.cadence.speed = speed }
    }
  }

  /// Records an accepted answer to a request that was sent at `asked`, and subscribes once the game is about to begin.
  func answered(
    _ hints: PollHints, asked: Timestamp, wait: Duration, fresh: Duration, at now: Cadence.Instant
  ) {
    change { $0.cadence.answered(hints, asked: asked, wait: wait, fresh: fresh, at: now.monotonic) }
    switch stage.current {
    case .notYet: if hints.isNear(at: now.wall, within: Self.early) { begin() }
    case .open(let subscription):
      if [.final, .postponed, .cancelled].contains(hints.phase) {
        end()
      } else if trust.missesInRow >= Self.deafness {
        subscription.reopen()
      }
    case .over: break
    }
  }

  /// Records a refused answer. Parameters as for `answered`.
  func refused(asked: Timestamp, wait: Duration, fresh: Duration, at now: Timestamp) {
    change { $0.cadence.refused(asked: asked, wait: wait, fresh: fresh, at: now) }
  }

  /// Records a request that failed, whose wait no message shortens.
  func failed(wait: Duration, at now: Timestamp) { change { $0.cadence.failed(wait: wait, at: now) } }

  private func begin() {
    health.began(game)
    stage.replace(with: .open(subscribe()))
  }
}

extension PollHints {
  /// Returns whether play is going on, is interrupted for a short time, or begins within the span.
  fileprivate func isNear(at now: Timestamp, within span: Duration) -> Bool {
    switch phase {
    case .warmup, .live, .delayed: true
    case .scheduled: isImminent || scheduledStart.map { $0 - now <= span } ?? false
    case .suspended: isImminent
    case .final, .postponed, .cancelled: false
    }
  }
}

/// The push service of a league: its connections, and their record.
struct PushService: Sendable {
  let sockets: PushSockets
  let health: PushHealth
}

extension PollContext {
  /// Returns the push service of a game; nil if its league has none, if the game's socket was given up today, or if a
  /// recording or a replay sets the time.
  func push(of game: GameID) -> GamePush? {
    guard session == nil, let push, let endpoint = league.pushEndpoint(of: game),
      let reader = league.pushReader(of: game), !push.health.hasGivenUp(game)
    else { return nil }
    return GamePush(of: game, reader, health: push.health, bounds: bounds, at: monotonic()) {
      push.sockets.subscribe(to: endpoint)
    }
  }
}
