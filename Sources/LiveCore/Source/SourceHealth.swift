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
    var hasAnswered = false
    /// When it was last found well; before that, when it was first asked.
    var since: Timestamp

    /// Nil while the source is well; one lost answer is no news but at the start.
    var worst: Failures? {
      let least = hasAnswered ? FeedHealth.failures : 1
      return failures.values.filter { $0.count >= least }.min { $0.since < $1.since }
    }
  }

  private let ledger: Guarded<Ledger>

  /// Not asked yet.
  init(since start: Timestamp) { ledger = Guarded(Ledger(since: start)) }

  /// A round went well.
  func answered(_ asker: Asker, at now: Timestamp) {
    settle(asker, at: now) { $0.hasAnswered = true }
  }

  /// Nobody asks for that any more.
  func forget(_ asker: Asker, at now: Timestamp) { settle(asker, at: now) { _ in } }

  /// A round failed.
  func failed(_ asker: Asker, because fault: Fault, at now: Timestamp) {
    ledger.withLock { ledger in
      var failures = ledger.failures[asker] ?? Failures(since: now, error: "")
      failures.count += 1
      failures.error = "\(fault)"
      ledger.failures[asker] = failures
    }
  }

  private func settle(_ asker: Asker, at now: Timestamp, _ change: (inout Ledger) -> Void) {
    ledger.withLock { ledger in
      let wasWell = ledger.hasAnswered && ledger.worst == nil
      ledger.failures[asker] = nil
      change(&ledger)
      if !wasWell, ledger.hasAnswered, ledger.worst == nil { ledger.since = now }
    }
  }

  /// As it stands now.
  var state: SourceState {
    ledger.withLock { ledger in
      if let worst = ledger.worst { return SourceState(state: .failing, since: worst.since, error: worst.error) }
      return SourceState(state: ledger.hasAnswered ? .ok : .starting, since: ledger.since)
    }
  }
}
