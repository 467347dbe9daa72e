package import LiveModel
package import LivePlatform

/// Records the answers of the source as they arrive, and passes them on to the pollers.
package final class FeedRecorder: PollSession {
  /// The state of a recording, for people.
  package struct Progress: Equatable, Sendable {
    package var answers = 0
    /// Bytes in the file.
    package var bytes = 0
    /// Numbers of the games that are polled now.
    package var polled: Set<Int> = []
    /// Numbers of the games whose polling has ended.
    package var over: Set<Int> = []
    /// The reason why nothing more can be written.
    package var fault: Fault?
  }

  private struct State {
    var file: RecordingFile?
    var progress = Progress()
  }

  package let games: Set<Int>?
  private let present: @Sendable () -> PollTime
  private let state: Locked<State>
  private let changes = Watermark()

  package let isVirtual = false
  package let isSilent = false
  package var now: PollTime { present() }

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - path: the file, which must not exist.
  ///   - games: the numbers of the games; nil for all followed games.
  ///   - present: returns the time.
  /// - Throws: `recording.exists` or `recording.uncreatable`.
  package init(
    to path: String, games: Set<Int>?, present: @escaping @Sendable () -> PollTime = { .present }
  ) throws(Fault) {
    (self.games, self.present) = (games, present)
    let file = try RecordingFile(path: path, RecordingHeader(games: games?.sorted(), since: present().wall))
    state = Locked(State(file: file))
  }

  package var progress: Progress { state.withLock { $0.progress } }

  /// Returns when all chosen games are over or the file cannot be written, or when the task is cancelled.
  package func whenOver() async {
    while true {
      let (mark, progress) = (changes.value, progress)
      if let games, games.isSubset(of: progress.over) { return }
      if progress.fault != nil { return }
      guard await changes.past(mark) != nil else { return }
    }
  }

  /// Completes the file. Throws `recording.failed` if that, or an earlier write, has failed.
  package func close() throws(Fault) {
    let fault = state.withLock { state -> Fault? in
      defer { state.file = nil }
      guard state.progress.fault == nil else { return state.progress.fault }
      do throws(Fault) {
        try state.file?.close()
        return nil
      } catch {
        return error
      }
    }
    if let fault { throw fault }
  }

  package func transport(over base: any HTTPTransport) -> any HTTPTransport {
    RecordingTransport(base: base) { [self] round, outcome in
      let time = present()
      round.arrived(at: time)
      take(RecordedAnswer(round.subject, at: time, outcome))
    }
  }

  private func take(_ answer: RecordedAnswer) {
    state.withLock { state in
      guard let file = state.file, state.progress.fault == nil else { return }
      do throws(Fault) {
        try file.append(answer)
        (state.progress.answers, state.progress.bytes) = (state.progress.answers + 1, file.bytes)
      } catch {
        state.progress.fault = error
      }
    }
    changes.raise { $0 + 1 }
  }

  package func begins(_ game: GameID) { state.withLock { _ = $0.progress.polled.insert(game.gamePk) } }

  package func ends(_ game: GameID) {
    state.withLock { state in
      state.progress.polled.remove(game.gamePk)
      state.progress.over.insert(game.gamePk)
    }
    changes.raise { $0 + 1 }
  }

  package func ended(_ round: PollRound) {}
}

/// Passes on each answer of a poll after all of it has arrived and has been taken down. Other requests pass unchanged.
private struct RecordingTransport: HTTPTransport {
  let base: any HTTPTransport
  let take: @Sendable (PollRound, RecordedAnswer.Outcome) -> Void

  func send(
    _ request: HTTPRequest, body: @escaping @Sendable (HTTPResponseHead, Span<UInt8>) throws -> Void
  ) async throws -> HTTPResponseHead {
    guard let round = PollRound.current else { return try await base.send(request, body: body) }
    do {
      let (head, bytes) = try await base.collect(request, limit: request.limits.body)
      take(round, .response(head, body: bytes))
      if !bytes.isEmpty { try body(head, bytes.span) }
      return head
    } catch let fault as HTTPFault {
      take(round, .fault(fault))
      throw fault
    }
  }
}
