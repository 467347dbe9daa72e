package import LiveModel
package import LivePlatform

/// Plays a recording to the pollers: each answer once, in the recorded order, and each after the one before has been
/// handled. So every replay gives the same events, whatever its speed.
package final class FeedReplay: PollSession {
  private struct State {
    var games: Set<Int> = []
    /// Subjects whose pollers wait for an answer.
    var waiting: Set<PollSubject> = []
    /// The answer that is being handled.
    var current: RecordedAnswer?
    /// Whether its poller has taken it.
    var isTaken = false
    var now: PollTime
    /// Subjects of which a good answer has been handled.
    var known: Set<PollSubject> = []
    /// The beginning of the part that is shown; nil before it.
    var shownSince: Timestamp?
    var skipped = 0

    /// Whether a poller of this subject runs.
    func expects(_ subject: PollSubject) -> Bool {
      if case .game(let number) = subject { games.contains(number) } else { true }
    }
  }

  package let games: Set<Int>?
  private let recording: Recording
  private let pace: ReplayPace
  private let begin: (@Sendable (RecordedAnswer) -> Bool)?
  private let state: Locked<State>
  private let changes = Watermark()

  package let isVirtual = true
  package var isSilent: Bool { shownSince == nil }
  package var now: PollTime { state.withLock { $0.now } }
  /// The time of the first answer that is shown; nil before it. Earlier events go to no sink.
  package var shownSince: Timestamp? { state.withLock { $0.shownSince } }
  /// The number of answers that were not asked for.
  package var skipped: Int { state.withLock { $0.skipped } }

  /// Creates a replay.
  ///
  /// - Parameters:
  ///   - recording: the answers.
  ///   - pace: their times.
  ///   - begin: returns whether the replay is shown from this answer on; nil shows all of it. The first answer about a
  ///     game has all earlier plays of the game, so that it is never shown then.
  package init(
    _ recording: Recording, pace: ReplayPace, from begin: (@Sendable (RecordedAnswer) -> Bool)? = nil
  ) {
    (self.recording, self.pace, self.begin) = (recording, pace, begin)
    games = recording.header.games.map(Set.init)
    let since = recording.first ?? PollTime(wall: recording.header.since, monotonic: recording.header.since)
    // A clock before the program's own time would count as not set.
    let start = PollTime(wall: max(since.wall, Version.beginning), monotonic: since.monotonic)
    state = Locked(State(now: start, shownSince: begin == nil ? since.wall : nil))
  }

  /// Plays the whole recording. Throws the faults of reading it, or `CancellationError`.
  package func play() async throws {
    var answers = try recording.answers()
    var timer = ReplayTimer(pace)
    while let answer = try answers.next() {
      show(from: answer)
      if !isSilent { try await timer.wait(for: answer.time.wall) }
      let isHandled = try await deliver(answer)
      if isHandled, case .response(let head, _) = answer.outcome, head.status == 200 {
        state.withLock { _ = $0.known.insert(answer.subject) }
      }
    }
  }

  private func show(from answer: RecordedAnswer) {
    let isKnown = state.withLock { $0.known.contains(answer.subject) }
    guard isSilent, isKnown, begin?(answer) ?? true else { return }
    state.withLock { $0.shownSince = answer.time.wall }
  }

  /// Hands the answer to its poller, and returns when that has handled it. Skips it, and returns false, if there is no
  /// such poller.
  private func deliver(_ answer: RecordedAnswer) async throws -> Bool {
    var isHandled = false
    try await until { state in
      if state.waiting.contains(answer.subject) {
        (state.current, state.isTaken, state.now) = (answer, false, answer.time)
        isHandled = true
        return true
      }
      guard !state.expects(answer.subject) else { return false }
      state.skipped += 1
      return true
    }
    try await until { $0.current == nil }
    return isHandled
  }

  /// Waits until `isDone` returns true.
  private func until(_ isDone: (inout State) -> Bool) async throws {
    while true {
      let mark = changes.value
      if state.withLock({ isDone(&$0) }) { break }
      guard await changes.past(mark) != nil else { throw CancellationError() }
    }
    changes.raise { $0 + 1 }
  }

  package func transport(over base: any HTTPTransport) -> any HTTPTransport {
    ReplayTransport { [self] round in try await answer(for: round) }
  }

  /// Returns the next answer for a poller, when it is due.
  private func answer(for round: PollRound) async throws -> RecordedAnswer.Outcome {
    state.withLock { _ = $0.waiting.insert(round.subject) }
    changes.raise { $0 + 1 }
    while true {
      let mark = changes.value
      if let answer = taken(by: round.subject) {
        round.arrived(at: answer.time)
        return answer.outcome
      }
      guard await changes.past(mark) != nil else {
        state.withLock { _ = $0.waiting.remove(round.subject) }
        throw CancellationError()
      }
    }
  }

  private func taken(by subject: PollSubject) -> RecordedAnswer? {
    state.withLock { state in
      guard let answer = state.current, answer.subject == subject, !state.isTaken else { return nil }
      state.isTaken = true
      state.waiting.remove(subject)
      return answer
    }
  }

  package func begins(_ game: GameID) { change { _ = $0.games.insert(game.gamePk) } }

  package func ends(_ game: GameID) {
    change { state in
      state.games.remove(game.gamePk)
      state.waiting.remove(.game(game.gamePk))
      if state.current?.subject == .game(game.gamePk) { state.current = nil }
    }
  }

  package func ended(_ round: PollRound) {
    change { state in
      guard state.isTaken, state.current?.subject == round.subject else { return }
      state.current = nil
    }
  }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { body(&$0) }
    changes.raise { $0 + 1 }
  }
}

/// Answers polls from a recording, and nothing else.
private struct ReplayTransport: HTTPTransport {
  let answer: @Sendable (PollRound) async throws -> RecordedAnswer.Outcome

  func send(
    _ request: HTTPRequest, body: @escaping @Sendable (HTTPResponseHead, Span<UInt8>) throws -> Void
  ) async throws -> HTTPResponseHead {
    guard let round = PollRound.current else {
      throw HTTPFault(kind: .unreachable, description: "a replay asks no network")
    }
    switch try await answer(round) {
    case .fault(let fault): throw fault
    case .response(let head, let bytes):
      if !bytes.isEmpty { try body(head, bytes.span) }
      return head
    }
  }
}
