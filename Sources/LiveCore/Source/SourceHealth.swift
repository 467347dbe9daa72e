/// Whether a league's source answers what it is asked: the one place that knows of all its outages.
final class SourceHealth: Sendable {
  /// Whose rounds they are.
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
    /// Those that are asked for.
    var games: Set<GameID> = []
    /// Those that wait too long for a turn.
    var waiting: Set<Asker> = []
    var toldOfWaiting: Timestamp?
    var hasAnswered = false
    /// When it was last found well; before that, when it was first asked.
    var since: Timestamp

    /// One lost answer is no news but at the start.
    private var failing: [Asker: Failures] {
      let least = hasAnswered ? FeedMonitor.failures : 1
      return failures.filter { $0.value.count >= least }
    }

    var gamesFailing: Int { failing.keys.count { $0 != .schedule } }

    /// Nil while the source is well: the schedule answers, and half of the games at least. One game that is gone is
    /// not the source.
    var worst: Failures? {
      let failing = failing
      guard failing[.schedule] != nil || gamesFailing * 2 > games.count else { return nil }
      return failing.values.min { $0.since < $1.since }
    }

    var isWell: Bool { hasAnswered && worst == nil }
  }

  private let ledger: Locked<Ledger>

  /// Not asked yet.
  init(since start: Timestamp) { ledger = Locked(Ledger(since: start)) }

  /// A round went well.
  func answered(_ asker: Asker, at now: Timestamp) {
    change(at: now) { ledger in
      ledger.failures[asker] = nil
      ledger.hasAnswered = true
      if case .game(let game) = asker { ledger.games.insert(game) }
    }
  }

  /// Nobody asks for that any more.
  func forget(_ asker: Asker, at now: Timestamp) {
    change(at: now) { ledger in
      ledger.failures[asker] = nil
      ledger.waiting.remove(asker)
      if case .game(let game) = asker { ledger.games.remove(game) }
    }
  }

  /// Takes that somebody waits too long for a turn at the host. `now` is the run's clock.
  ///
  /// - Returns: whether to say so: once in ten minutes.
  func waits(_ asker: Asker, at now: Timestamp) -> Bool {
    ledger.withLock { ledger in
      ledger.waiting.insert(asker)
      if let told = ledger.toldOfWaiting, now - told < Self.quiet { return false }
      ledger.toldOfWaiting = now
      return true
    }
  }

  /// Takes that somebody got a turn in time.
  func isInTurn(_ asker: Asker) { ledger.withLock { _ = $0.waiting.remove(asker) } }

  private static let quiet: Duration = .seconds(600)

  /// A round failed.
  func failed(_ asker: Asker, because fault: Fault, at now: Timestamp) {
    change(at: now) { ledger in
      var failures = ledger.failures[asker] ?? Failures(since: now, error: "")
      failures.count += 1
      failures.error = "\(fault)"
      ledger.failures[asker] = failures
      if case .game(let game) = asker { ledger.games.insert(game) }
    }
  }

  private func change(at now: Timestamp, _ body: (inout Ledger) -> Void) {
    ledger.withLock { ledger in
      let wasWell = ledger.isWell
      body(&ledger)
      if !wasWell, ledger.isWell { ledger.since = now }
    }
  }

  /// As it stands now.
  var state: SourceState {
    ledger.withLock { ledger in
      let count = ledger.gamesFailing
      let games = count == 0 ? nil : count
      let late = ledger.waiting.count { $0 != .schedule }
      let waiting = late == 0 ? nil : late
      if let worst = ledger.worst {
        return SourceState(
          state: .failing, since: worst.since, error: worst.error, gamesFailing: games, gamesWaiting: waiting)
      }
      return SourceState(
        state: ledger.hasAnswered ? .ok : .starting, since: ledger.since, gamesFailing: games, gamesWaiting: waiting)
    }
  }
}
