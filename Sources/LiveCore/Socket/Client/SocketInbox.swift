internal import LivePlatform

/// Reads a socket on a dedicated thread and buffers the lines until a task takes them.
///
/// Bound: at most `limit` bytes plus one read of 64 KiB. When the buffer is full, reading pauses and the sender waits.
final class SocketInbox: Sendable {
  /// The result of waiting for a line.
  enum Answer: Sendable {
    case piece(LineSplitter.Piece)
    case end
    case cancelled
  }

  private struct State {
    var lines: LineSplitter
    var hasEnded = false
    /// The tasks that wait for a line, in order.
    var waiters: [(id: Int, continuation: CheckedContinuation<Answer, Never>)] = []
    var nextID = 0
    /// The ids of waits that were cancelled before they were registered.
    var cancelled: Set<Int> = []
    var isClosed = false
    /// Whether the thread has stopped reading because the buffer is full.
    var isPaused = false

    mutating func answer() -> Answer? { lines.next().map(Answer.piece) ?? (hasEnded ? .end : nil) }
  }

  private let socket: UnixSocket
  private let doorbell: Doorbell
  private let limit: Int
  private let state: Locked<State>

  init(_ socket: UnixSocket, limit: Int) throws(SystemError) {
    (self.socket, self.limit) = (socket, limit)
    doorbell = try Doorbell()
    state = Locked(State(lines: LineSplitter(limit: limit)))
  }

  /// Returns the next line. Throws `CancellationError` when the task is cancelled.
  func next() async throws -> Answer {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { wait(id, $0) }
    } onCancel: {
      cancel(id)
    }
    if case .cancelled = answer { throw CancellationError() }
    if state.withLock({ $0.isPaused && $0.lines.count <= limit }) { doorbell.ring() }
    return answer
  }

  private func wait(_ id: Int, _ continuation: CheckedContinuation<Answer, Never>) {
    let answer: Answer? = state.withLock { state in
      if state.cancelled.remove(id) != nil { return .cancelled }
      if state.waiters.isEmpty, let answer = state.answer() { return answer }
      state.waiters.append((id, continuation))
      return nil
    }
    if let answer { continuation.resume(returning: answer) }
  }

  private func cancel(_ id: Int) {
    let continuation = state.withLock { state -> CheckedContinuation<Answer, Never>? in
      guard let position = state.waiters.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.waiters.remove(at: position).continuation
    }
    continuation?.resume(returning: .cancelled)
  }

  /// Makes `run` return.
  func close() {
    state.withLock { $0.isClosed = true }
    doorbell.ring()
  }
}

extension SocketInbox {
  /// Reads until the other side closes the connection or `close()` is called. Called on the dedicated thread.
  func run() {
    try? readAll()
    // An incomplete last line is discarded.
    update { $0.hasEnded = true }
  }

  private func readAll() throws(SystemError) {
    let epoll = try Epoll()
    try epoll.add(doorbell.descriptor, token: 1, for: .input)
    var isWatched = false
    while let hasRoom = room() {
      // Remove the descriptor while paused: epoll would report a hang-up continuously even without interest.
      if isWatched, !hasRoom { epoll.remove(socket.descriptor) }
      if !isWatched, hasRoom { try epoll.add(socket.descriptor, token: 0, for: .input) }
      isWatched = hasRoom
      for ready in try epoll.wait(atMost: nil) {
        if ready.token == 1 { doorbell.drain() } else if try !receive() { return }
      }
    }
  }

  /// Returns whether there is room in the buffer; nil after `close()`.
  private func room() -> Bool? {
    state.withLock { state in
      state.isPaused = state.lines.count > limit
      return state.isClosed ? nil : !state.isPaused
    }
  }

  /// Reads once. Returns false at the end of the stream.
  private func receive() throws(SystemError) -> Bool {
    guard let bytes = try socket.receive(atMost: 64 << 10) else { return true }
    update { $0.lines.append(bytes) }
    return !bytes.isEmpty
  }

  /// Changes the state, and resumes the waiting tasks for which there is an answer now.
  private func update(_ change: (inout State) -> Void) {
    let answered = state.withLock { state in
      change(&state)
      var answered: [(CheckedContinuation<Answer, Never>, Answer)] = []
      while let waiter = state.waiters.first, let answer = state.answer() {
        answered.append((waiter.continuation, answer))
        state.waiters.removeFirst()
      }
      return answered
    }
    for (continuation, answer) in answered { continuation.resume(returning: answer) }
  }
}
