internal import Glibc

/// One accepted connection of a `LoopbackServer`, on that server's thread.
struct LoopbackConnection {
  let socket: Int32
  private var input: [UInt8] = []
  private var steps: [LoopbackAnswer.Step] = []
  private var isOver = false

  init(socket: Int32, greeting: LoopbackAnswer.Step?) {
    self.socket = socket
    steps = greeting.map { [$0] } ?? []
  }

  /// What to ask `poll` for; nil when the connection is to be closed.
  func interest(isReleased: Bool) -> Int16? {
    guard !isOver else { return nil }
    return switch steps.first {
    case .none, .stall: Int16(POLLIN)
    case .hold: Int16(isReleased ? POLLIN | POLLOUT : POLLIN)
    default: Int16(POLLIN | POLLOUT)
    }
  }

  /// Reads what has come, and answers each whole request.
  mutating func read(answer: (LoopbackRequest) -> LoopbackAnswer) {
    let count = withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 1) { buffer in
      let count = recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      if count > 0 { input.append(contentsOf: buffer[..<count]) }
      return count
    }
    if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { isOver = true }
    while let request = LoopbackRequest(takenFrom: &input) { steps += answer(request).steps }
  }

  /// Does the steps that can be done without waiting.
  mutating func write(isReleased: Bool) {
    while !isOver, let step = steps.first {
      switch step {
      case .send(let bytes):
        let count = sent(bytes)
        guard count == bytes.count else {
          steps[0] = .send(Array(bytes[count...]))
          return
        }
        steps.removeFirst()
      case .endless(let bytes):
        // One round a turn, so that the server's other connections get theirs.
        let rest = bytes.dropFirst(sent(bytes))
        if !rest.isEmpty { steps.insert(.send(Array(rest)), at: 0) }
        return
      case .hold:
        guard isReleased else { return }
        steps.removeFirst()
      case .stall: return
      case .close: isOver = true
      case .reset:
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        isOver = true
      }
    }
  }

  /// How many bytes the socket took.
  private mutating func sent(_ bytes: [UInt8]) -> Int {
    guard !bytes.isEmpty else { return 0 }
    let count = Glibc.send(socket, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    if count < 0, errno != EAGAIN, errno != EINTR { isOver = true }
    return max(count, 0)
  }
}
