internal import Glibc
import WireSchema

@testable import LiveCore
@testable import LivePlatform

/// A scripted HTTP/1.1 server on 127.0.0.1 and a free port, on its own thread.
/// It records requests and counts connections. `stop()` ends every wait of a test on it, and checks the events that
/// it received against the wire format.
final class LoopbackServer: Sendable {
  typealias Script = @Sendable (LoopbackRequest) -> LoopbackAnswer

  let port: UInt16
  private let state: Locked<State>
  private let thread: DedicatedThread
  private let checksEvents: Bool

  private struct State {
    var requests: [LoopbackRequest] = []
    var connections = 0
    var isReleased = false
    var isStopping = false
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    /// Writing end of the pipe that wakes the thread.
    let bell: Int32

    func ring() {
      if !isStopping { write(bell, [1], 1) }
    }
  }

  struct SocketError: Error { let errno: Int32 }

  /// Starts to listen. `script` is called for each request, on the server's thread. `greeting` is done on each
  /// connection before a request is read. `checksEvents` is false for events that the wire schema does not describe.
  init(greeting: LoopbackAnswer.Step? = nil, checksEvents: Bool = true, _ script: @escaping Script) throws {
    let (listener, port) = try Self.listen()
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SocketError(errno: errno) }
    let (ear, state) = (ends[0], Locked(State(bell: ends[1])))
    (self.port, self.state, self.checksEvents) = (port, state, checksEvents)
    thread = try DedicatedThread(name: "loopback-server") {
      Self.serve(listener, ear: ear, state, greeting: greeting, script)
    }
  }

  deinit { stop() }

  /// Returns `http://127.0.0.1:<port>` and `path`.
  func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// All requests so far, in order of arrival.
  var requests: [LoopbackRequest] { state.withLock { $0.requests } }

  /// The number of connections accepted so far.
  var connections: Int { state.withLock { $0.connections } }

  /// Waits until `count` requests have arrived in all, or the server has stopped.
  func requests(atLeast count: Int) async -> [LoopbackRequest] {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        let isThere = state.isStopping || state.requests.count >= count
        if !isThere { state.waiters.append((count, continuation)) }
        return isThere
      }
      if isThere { continuation.resume() }
    }
    return requests
  }

  /// Ends every `.hold`, now and in the future.
  func release() {
    state.withLock { state in
      state.isReleased = true
      state.ring()
    }
  }

  /// Closes everything and waits for the thread. Further calls do nothing.
  func stop() {
    let (waiters, requests) = state.withLock { state in
      state.ring()
      let requests = state.isStopping ? [] : state.requests
      state.isStopping = true
      defer { state.waiters = [] }
      return (state.waiters.map(\.continuation), requests)
    }
    for waiter in waiters { waiter.resume() }
    for request in requests where checksEvents && request["content-type"]?.hasPrefix(WireFormat.mediaType) == true {
      WireFormat.check(request.body)
    }
    thread.join()
  }

  static func listen() throws -> (socket: Int32, port: UInt16) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && Glibc.listen(listener, 128) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard listener >= 0, isListening else { throw SocketError(errno: errno) }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  private static func serve(
    _ listener: Int32, ear: Int32, _ state: Locked<State>, greeting: LoopbackAnswer.Step?, _ script: Script
  ) {
    var connections: [LoopbackConnection] = []
    defer { for socket in connections.map(\.socket) + [listener, ear] { close(socket) } }
    while true {
      let (isStopping, isReleased) = state.withLock { ($0.isStopping, $0.isReleased) }
      guard !isStopping else { return state.withLock { _ = close($0.bell) } }
      var polls = [ear, listener].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      connections = connections.filter { connection in
        guard let events = connection.interest(isReleased: isReleased) else {
          close(connection.socket)
          return false
        }
        polls.append(pollfd(fd: connection.socket, events: events, revents: 0))
        return true
      }
      poll(&polls, nfds_t(polls.count), -1)
      for (index, poll) in polls.dropFirst(2).enumerated() where poll.revents != 0 {
        if poll.revents & ~Int16(POLLOUT) != 0 {
          connections[index].read { script(record($0, in: state)) }
        }
        connections[index].write(isReleased: isReleased)
      }
      if polls[0].revents != 0 { pause(ear) }
      if polls[1].revents != 0 {
        accept(listener, state).map { connections.append(LoopbackConnection(socket: $0, greeting: greeting)) }
      }
    }
  }

  private static func accept(_ listener: Int32, _ state: Locked<State>) -> Int32? {
    let socket = Glibc.accept(listener, nil, nil)
    guard socket >= 0 else { return nil }
    // A process that another test starts must not keep the connection open.
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    var on: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    state.withLock { $0.connections += 1 }
    return socket
  }

  private static func record(_ request: LoopbackRequest, in state: Locked<State>) -> LoopbackRequest {
    let (request, waiters) = state.withLock { state in
      var request = request
      request.index = state.requests.count
      state.requests.append(request)
      let count = state.requests.count
      defer { state.waiters.removeAll { $0.count <= count } }
      return (request, state.waiters.filter { $0.count <= count }.map(\.continuation))
    }
    for waiter in waiters { waiter.resume() }
    return request
  }

  private static func pause(_ ear: Int32) {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { _ = read(ear, $0.baseAddress, $0.count) }
  }
}

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

  /// Returns the events to poll for; nil if the connection must be closed.
  func interest(isReleased: Bool) -> Int16? {
    guard !isOver else { return nil }
    return switch steps.first {
    case .none, .stall: Int16(POLLIN)
    case .hold: Int16(isReleased ? POLLIN | POLLOUT : POLLIN)
    default: Int16(POLLIN | POLLOUT)
    }
  }

  /// Reads the available bytes, and answers each complete request.
  mutating func read(answer: (LoopbackRequest) -> LoopbackAnswer) {
    let count = withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 1) { buffer in
      let count = recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      if count > 0 { input.append(contentsOf: buffer[..<count]) }
      return count
    }
    if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { isOver = true }
    while let request = LoopbackRequest(takenFrom: &input) { steps += answer(request).steps }
  }

  /// Runs the steps that can be done without waiting.
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
        // One repetition for each turn, so that other connections are served too.
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

  /// Sends bytes, and returns how many the socket accepted.
  private mutating func sent(_ bytes: [UInt8]) -> Int {
    guard !bytes.isEmpty else { return 0 }
    let count = Glibc.send(socket, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    if count < 0, errno != EAGAIN, errno != EINTR { isOver = true }
    return max(count, 0)
  }
}
