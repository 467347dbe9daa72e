internal import LiveModel
internal import LivePlatform

/// Record of a league's push service over all polled games, for people and for the decision whether to connect again.
final class PushHealth: Sendable {
  /// The connection of a game.
  fileprivate enum Connection {
    case open(PushTrust.State)
    case waiting
    case unavailable
  }

  private struct Ledger {
    /// Counters since the start of the daemon, and the reason for the last ending.
    var totals = PushState()
    var games: [GameID: Connection] = [:]
    /// Latenesses of the last messages.
    var latenesses: [Duration] = []
    /// Games for which no further attempt is made, with the time of that decision.
    var givenUp: [GameID: Timestamp] = [:]
  }

  private let ledger = Locked(Ledger())
  private let meters: Meters
  private let now: @Sendable () -> Timestamp

  /// Number of latenesses whose median is shown.
  private static let latenesses = 100
  /// Time after which a game's socket is tried again.
  private static let day = Duration.seconds(86_400)

  /// Starts without a message. `now` is the run's clock.
  init(meters: Meters, now: @escaping @Sendable () -> Timestamp = RunClock.shared.now) {
    (self.meters, self.now) = (meters, now)
  }

  /// Returns whether the socket of a game has failed so often that it is not tried again today.
  func hasGivenUp(_ game: GameID) -> Bool {
    let now = now()
    return ledger.withLock { ledger in
      ledger.givenUp = ledger.givenUp.filter { now - $0.value < Self.day }
      return ledger.givenUp[game] != nil
    }
  }

  /// Records that a game is about to be connected.
  func began(_ game: GameID) { ledger.withLock { $0.games[game] = .waiting } }

  /// Records an opened connection.
  func opened(_ game: GameID) {
    ledger.withLock { ledger in
      ledger.games[game] = .open(.proving)
      ledger.totals.openings += 1
      ledger.totals.error = nil
    }
  }

  /// Records the end of a connection, or of an attempt to make one, after which another follows.
  func closed(_ game: GameID, because ending: PushEnding) {
    ledger.withLock { ledger in
      ledger.games[game] = .waiting
      ledger.totals.error = "\(ending)"
    }
  }

  /// Records that no further attempt is made.
  func gaveUp(_ game: GameID, because ending: PushEnding) {
    let now = now()
    ledger.withLock { ledger in
      ledger.games[game] = .unavailable
      ledger.totals.error = "\(ending)"
      ledger.givenUp[game] = now
    }
  }

  /// Records what a message or an answer has changed. `counts` are the counters of the game before it.
  func changed(_ game: GameID, _ trust: PushTrust, since counts: PushCounts) {
    let added = trust.counts - counts
    let lateness = added.messages > 0 ? trust.lastLateness : nil
    ledger.withLock { ledger in
      ledger.totals.add(added)
      if case .open = ledger.games[game] { ledger.games[game] = .open(trust.state) }
      if let lateness { ledger.latenesses = (ledger.latenesses + [lateness]).suffix(Self.latenesses) }
    }
    if let lateness { meters.announced(after: lateness) }
  }

  /// Removes a game that is no longer polled. Its counters stay.
  func forget(_ game: GameID) { ledger.withLock { $0.games[game] = nil } }

  var state: PushState {
    ledger.withLock { ledger in
      var state = ledger.totals
      for connection in ledger.games.values { state.add(connection) }
      let sorted = ledger.latenesses.sorted()
      state.lateness = sorted.isEmpty ? nil : Double(sorted[sorted.count / 2].wholeMilliseconds) / 1000
      return state
    }
  }
}

extension PushState {
  fileprivate mutating func add(_ counts: PushCounts) {
    messages += counts.messages
    repeated += counts.repeated
    announced += counts.announced
    missed += counts.missed
    falsified += counts.falsified
    polls += counts.polls
    stale += counts.stale
  }

  fileprivate mutating func add(_ connection: PushHealth.Connection) {
    switch connection {
    case .open(let trust):
      open += 1
      switch trust {
      case .trusted: trusted += 1
      case .late: late += 1
      case .deaf: deaf += 1
      case .proving: break
      }
    case .waiting: waiting += 1
    case .unavailable: unavailable += 1
    }
  }
}
