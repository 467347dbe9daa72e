package import LiveModel
package import LivePlatform

/// A recording of the polls of a league, or the replay of one. It stands between the pollers and the source, and sets
/// the time of each round, so that a replay gives the same events.
package protocol PollSession: Sendable {
  /// The numbers of the games to poll; nil for all followed games.
  var games: Set<Int>? { get }
  /// Whether the waits of the pollers end at once, because the session decides when an answer comes.
  var isVirtual: Bool { get }
  /// Whether events are logged only, and go to no sink.
  var isSilent: Bool { get }
  /// The time outside of rounds.
  var now: PollTime { get }

  /// Returns the transport of the polls. `base` asks the real source.
  func transport(over base: any HTTPTransport) -> any HTTPTransport
  /// Begins to expect requests for a game.
  func begins(_ game: GameID)
  /// Ends it.
  func ends(_ game: GameID)
  /// Ends a round, whose answer has been handled.
  func ended(_ round: PollRound)
}

/// An instant by the two clocks of the polls.
package struct PollTime: Equatable, Sendable {
  /// The wall clock.
  package var wall: Timestamp
  /// The clock for intervals (`RunClock`).
  package var monotonic: Timestamp

  package init(wall: Timestamp, monotonic: Timestamp) { (self.wall, self.monotonic) = (wall, monotonic) }

  /// The present.
  package static var present: PollTime { PollTime(wall: WallClock.now(), monotonic: RunClock.shared.now()) }
}

/// The subject of a poll.
package enum PollSubject: Hashable, Sendable {
  case schedule
  /// The game of this number.
  case game(Int)
}

/// One round of a poller in a session: a request and the handling of its answer. All of it happens at one instant, that
/// of the answer.
package final class PollRound: Sendable {
  /// The round of the current task. The task of a game's poller inherits that of the schedule, and so begins at its
  /// instant.
  @TaskLocal package static var current: PollRound?

  package let subject: PollSubject
  private let arrival = Locked<PollTime?>(nil)

  package init(of subject: PollSubject) { self.subject = subject }

  /// The time of the answer; nil before it.
  package var time: PollTime? { arrival.withLock { $0 } }

  /// Sets the time of the answer.
  package func arrived(at time: PollTime) { arrival.withLock { $0 = time } }
}

extension PollSession {
  /// The time of the current round, else the present one of the session.
  var time: PollTime { PollRound.current?.time ?? now }

  /// Runs a round under its own name.
  func round<Result>(of asker: SourceHealth.Asker, _ work: () async throws -> Result) async rethrows -> Result {
    let round = PollRound(of: asker.subject)
    defer { ended(round) }
    return try await PollRound.$current.withValue(round) { try await work() }
  }
}

extension SourceHealth.Asker {
  fileprivate var subject: PollSubject {
    switch self {
    case .schedule: .schedule
    case .game(let game): .game(game.gamePk)
    }
  }
}
