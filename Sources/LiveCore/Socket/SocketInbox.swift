/// Reads a socket on a thread of its own and keeps what came until a task asks for it.
///
/// Holds at most `limit` bytes and what one read brings; past it the socket is left alone, and the sender waits.
final class SocketInbox: Sendable {
  /// The next line.
  enum Answer: Sendable {
    case piece(LineSplitter.Piece)
    case end
    case cancelled
  }

  private struct State {
    var lines: LineSplitter
    var hasEnded = false
    /// Tasks that wait for a line, in order.
    var waiters: [(id: Int, continuation: CheckedContinuation<Answer, Never>)] = []
    var nextID = 0
    /// Waits that were cancelled before they had begun.
    var cancelled: Set<Int> = []
    var isClosed = false
    /// The thread reads no more until there is room.
    var isPaused = false

    mutating func answer() -> Answer? { lines.next().map(Answer.piece) ?? (hasEnded ? .end : nil) }
  }

  private let socket: UnixSocket
  private let doorbell: Doorbell
  private let limit: Int
  private let state: Locked<State>

  init(_ socket: UnixSocket, limit: Int) throws(SocketFailure) {
    (self.socket, self.limit) = (socket, limit)
    doorbell = try Doorbell()
    state = Locked(State(lines: LineSplitter(limit: limit)))
  }

  /// The next line. Throws `CancellationError` when the task is cancelled.
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
  /// Runs the thread: reads until the other side ends or `close` is called.
  func run() {
    try? readAll()
    // An unterminated last line is not a line.
    update { $0.hasEnded = true }
  }

  private func readAll() throws(SocketFailure) {
    let epoll = try Epoll()
    try epoll.add(doorbell.descriptor, token: 1, for: .input)
    var isWatched = false
    while let hasRoom = room() {
      // Watched for nothing, it would still tell of a hang-up, without end.
      if isWatched, !hasRoom { epoll.remove(socket.descriptor) }
      if !isWatched, hasRoom { try epoll.add(socket.descriptor, token: 0, for: .input) }
      isWatched = hasRoom
      for ready in try epoll.wait(atMost: nil) {
        if ready.token == 1 { doorbell.drain() } else if try !receive() { return }
      }
    }
  }

  /// Whether there is room to read into; nil when it is closed.
  private func room() -> Bool? {
    state.withLock { state in
      state.isPaused = state.lines.count > limit
      return state.isClosed ? nil : !state.isPaused
    }
  }

  /// False at the end.
  private func receive() throws(SocketFailure) -> Bool {
    guard let bytes = try socket.receive(atMost: 64 << 10) else { return true }
    update { $0.lines.append(bytes) }
    return !bytes.isEmpty
  }

  /// Changes the state and gives each waiter what there is for it now.
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

/// Cuts a stream of bytes into lines, however it arrives.
struct LineSplitter: Sendable {
  /// The next piece.
  enum Piece: Equatable, Sendable {
    /// Without its newline.
    case line([UInt8])
    /// A line has passed the bound; what is left of the stream cannot be told apart.
    case tooLong
  }

  /// The longest line in bytes.
  let limit: Int
  private var bytes: [UInt8] = []
  private var start = 0
  /// The first newline; nil when there is none.
  private var newline: Int?
  private var hasEnded = false

  init(limit: Int) { self.limit = limit }

  /// Bytes that are held.
  var count: Int { bytes.count - start }

  mutating func append(_ more: [UInt8]) {
    if start > 0 {
      bytes.removeFirst(start)
      (start, newline) = (0, newline.map { $0 - start })
    }
    let searched = bytes.count
    bytes += more
    if newline == nil { findNewline(from: searched) }
  }

  /// Nothing more will come: what is left is the last line.
  mutating func end() { hasEnded = true }

  /// Whether `next` would give something.
  var hasNext: Bool { newline != nil || count > limit || (hasEnded && count > 0) }

  /// The next line or the breach of the bound; nil until more has come.
  mutating func next() -> Piece? {
    guard (newline ?? bytes.count) - start <= limit else { return .tooLong }
    guard let last = newline ?? (hasEnded && count > 0 ? bytes.count : nil) else { return nil }
    let line = Array(bytes[start..<last])
    start = min(last + 1, bytes.count)
    findNewline(from: start)
    return .line(line)
  }

  private mutating func findNewline(from position: Int) {
    newline = bytes[position...].firstIndex(of: UInt8(ascii: "\n"))
  }
}
