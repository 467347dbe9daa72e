internal import LiveModel
internal import LivePlatform

/// Health of a league's source, from the outcomes of all polls of its schedule and its games.
final class SourceHealth: Sendable {
  /// Poller of a request: the schedule's, or a game's.
  enum Asker: Hashable, Sendable {
    case schedule
    case game(GameID)
  }

  private struct Failures {
    var count = 0
    var since: Timestamp
    var error: String
  }

  private struct Ledger {
    var failures: [Asker: Failures] = [:]
    /// Games being polled.
    var games: Set<GameID> = []
    /// Games whose feed is stale.
    var stale: Set<GameID> = []
    /// Pollers that wait too long for a turn.
    var waiting: Set<Asker> = []
    var waitingLoggedAt: Timestamp?
    var hasAnswered = false
    /// Start of the current good state; before the first one, start of the daemon.
    var since: Timestamp

    /// Pollers with enough consecutive failures: three, or one before the first answer.
    private var failing: [Asker: Failures] {
      let least = hasAnswered ? FeedMonitor.failures : 1
      return failures.filter { $0.value.count >= least }
    }

    var gamesFailing: Int { failing.keys.count { $0 != .schedule } }

    /// Oldest failure while the source fails; nil otherwise. The source fails if the schedule or more than half of the
    /// games fail, so that one failing game among several does not count.
    var worst: Failures? {
      let failing = failing
      guard failing[.schedule] != nil || gamesFailing * 2 > games.count else { return nil }
      return failing.values.min { $0.since < $1.since }
    }

    var isWell: Bool { hasAnswered && worst == nil }

    /// Whether what the daemon knows is as new as it can be. One stale game among several does not count.
    var isTrusted: Bool { worst == nil && (stale.isEmpty || stale.count * 2 <= games.count) }
  }

  private let ledger: Locked<Ledger>
  /// Record of the push service; nil if the configuration uses none.
  let push: PushHealth?

  /// Starts without an answer.
  init(since start: Timestamp, push: PushHealth? = nil) {
    ledger = Locked(Ledger(since: start))
    self.push = push
  }

  /// Records a successful round.
  func answered(_ asker: Asker, at now: Timestamp) {
    change(at: now) { ledger in
      ledger.failures[asker] = nil
      ledger.hasAnswered = true
      if case .game(let game) = asker { ledger.games.insert(game) }
    }
  }

  /// Removes a poller that has ended.
  func forget(_ asker: Asker, at now: Timestamp) {
    change(at: now) { ledger in
      ledger.failures[asker] = nil
      ledger.waiting.remove(asker)
      guard case .game(let game) = asker else { return }
      ledger.games.remove(game)
      ledger.stale.remove(game)
    }
  }

  /// Records that a poller waits too long for a turn under the request budget. `now` is by the run's clock.
  ///
  /// - Returns: whether to log it, which is at most once in ten minutes over all pollers.
  func waits(_ asker: Asker, at now: Timestamp) -> Bool {
    ledger.withLock { ledger in
      ledger.waiting.insert(asker)
      if let last = ledger.waitingLoggedAt, now - last < Self.quiet { return false }
      ledger.waitingLoggedAt = now
      return true
    }
  }

  /// Records that a poller got its turn in time.
  func isInTurn(_ asker: Asker) { ledger.withLock { _ = $0.waiting.remove(asker) } }

  /// Shortest interval between two log lines about waiting pollers.
  private static let quiet: Duration = .seconds(600)

  /// Records a failed round.
  func failed(_ asker: Asker, because fault: Fault, at now: Timestamp) {
    change(at: now) { ledger in
      var failures = ledger.failures[asker] ?? Failures(since: now, error: "")
      failures.count += 1
      failures.error = "\(fault)"
      ledger.failures[asker] = failures
      if case .game(let game) = asker { ledger.games.insert(game) }
    }
  }

  /// Records whether the feed of a game is stale.
  func isStale(_ isStale: Bool, _ game: GameID) {
    ledger.withLock { ledger in
      if isStale { ledger.stale.insert(game) } else { ledger.stale.remove(game) }
    }
  }

  /// Whether the source neither fails nor is stale.
  var isTrusted: Bool { ledger.withLock { $0.isTrusted } }

  private func change(at now: Timestamp, _ body: (inout Ledger) -> Void) {
    ledger.withLock { ledger in
      let wasWell = ledger.isWell
      body(&ledger)
      if !wasWell, ledger.isWell { ledger.since = now }
    }
  }

  /// Current state.
  var state: SourceState {
    let push = push?.state
    return ledger.withLock { ledger in
      let count = ledger.gamesFailing
      let games = count == 0 ? nil : count
      let late = ledger.waiting.count { $0 != .schedule }
      let waiting = late == 0 ? nil : late
      if let worst = ledger.worst {
        return SourceState(
          state: .failing, since: worst.since, error: worst.error, gamesFailing: games, gamesWaiting: waiting,
          push: push)
      }
      return SourceState(
        state: ledger.hasAnswered ? .ok : .starting, since: ledger.since, gamesFailing: games, gamesWaiting: waiting,
        push: push)
    }
  }
}
