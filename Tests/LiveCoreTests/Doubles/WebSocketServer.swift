internal import Glibc

@testable import LivePlatform

/// A scripted WebSocket server on 127.0.0.1 and a free port. Each connection has a thread, so that a script may block;
/// `stop()` ends its reads. It records the frames of all clients.
final class WebSocketServer: Sendable {
  typealias Script = @Sendable (WebSocketPeer) throws -> Void

  /// A frame of a client, unmasked.
  struct Frame: Equatable, Sendable {
    /// The number of the connection, from 0.
    var connection: Int
    var opcode: WebSocketOpcode?
    var payload: [UInt8]
  }

  let port: UInt16
  private let listener: Int32
  private let state = Locked(State())
  private let changes = Watermark()
  private let thread: DedicatedThread

  private struct State {
    var sockets: [Int32] = []
    var threads: [DedicatedThread] = []
    var frames: [Frame] = []
    /// Connections whose script has ended.
    var ended = 0
    var isStopping = false
  }

  /// Starts to listen. `buffer` limits the bytes that a connection takes before they are read.
  init(buffer: Int32? = nil, _ script: @escaping Script) throws {
    let (listener, port) = try LoopbackServer.listen()
    if var buffer {
      setsockopt(listener, SOL_SOCKET, SO_RCVBUF, &buffer, socklen_t(MemoryLayout<Int32>.size))
    }
    (self.listener, self.port) = (listener, port)
    thread = try DedicatedThread(name: "websocket-server") { [state, changes] in
      while true {
        let socket = accept(listener, nil, nil)
        guard socket >= 0 else { return }
        Self.serve(socket, state, changes, script)
      }
    }
  }

  deinit { stop() }

  /// Returns `http://127.0.0.1:<port>` and `path`.
  func url(_ path: String = "/push") -> String { "http://127.0.0.1:\(port)\(path)" }

  var connections: Int { state.withLock { $0.sockets.count } }

  /// Waits until `count` connections have been accepted.
  func connections(atLeast count: Int) async {
    while case let mark = changes.value, connections < count {
      guard await changes.past(mark) != nil else { return }
    }
  }

  /// Waits until the scripts of `count` connections have ended.
  func endedConnections(atLeast count: Int) async {
    while case let mark = changes.value, state.withLock({ $0.ended }) < count {
      guard await changes.past(mark) != nil else { return }
    }
  }

  /// Waits until the frames of all clients are as wanted, and returns them.
  @discardableResult func frames(until isSo: ([Frame]) -> Bool) async -> [Frame] {
    while true {
      let (mark, frames) = (changes.value, state.withLock { $0.frames })
      if isSo(frames) { return frames }
      guard await changes.past(mark) != nil else { return frames }
    }
  }

  /// Ends all connections and waits for their scripts. Further calls do nothing.
  func stop() {
    let isFirst = state.withLock { state in
      defer { state.isStopping = true }
      return !state.isStopping
    }
    guard isFirst else { return }
    shutdown(listener, Int32(SHUT_RDWR))
    thread.join()
    close(listener)
    let (sockets, threads) = state.withLock { ($0.sockets, $0.threads) }
    for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) }
    for thread in threads { thread.join() }
    for socket in sockets { close(socket) }
  }

  private static func serve(_ socket: Int32, _ state: Locked<State>, _ changes: Watermark, _ script: @escaping Script) {
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    let index = state.withLock { state in
      state.sockets.append(socket)
      return state.sockets.count - 1
    }
    changes.raise { $0 + 1 }
    let thread = try? DedicatedThread(name: "websocket-peer") {
      let peer = WebSocketPeer(index: index, socket: socket) { frame in
        state.withLock { $0.frames.append(frame) }
        changes.raise { $0 + 1 }
      }
      try? script(peer)
      // The descriptor stays open until `stop`, so that its number is not used again.
      shutdown(socket, Int32(SHUT_RDWR))
      state.withLock { $0.ended += 1 }
      changes.raise { $0 + 1 }
    }
    if let thread { state.withLock { $0.threads.append(thread) } }
  }
}

/// One connection of a `WebSocketServer`, on its thread.
final class WebSocketPeer {
  let index: Int
  private let socket: Int32
  private let record: (WebSocketServer.Frame) -> Void
  private var input: [UInt8] = []

  /// The client has closed the connection.
  struct Closed: Error {}

  init(index: Int, socket: Int32, record: @escaping (WebSocketServer.Frame) -> Void) {
    (self.index, self.socket, self.record) = (index, socket, record)
  }

  /// Reads the request and switches to WebSocket.
  func accept() throws {
    let request = try request()
    let key = WebSocketHandshake.answer(to: request["sec-websocket-key"] ?? "")
    try send(Self.answer(key))
  }

  /// Returns the answer with this `Sec-WebSocket-Accept`.
  static func answer(_ key: String) -> [UInt8] {
    LoopbackAnswer.head(
      101, headers: [("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", key)])
  }

  func request() throws -> LoopbackRequest {
    while true {
      if let request = LoopbackRequest(takenFrom: &input) { return request }
      try readMore()
    }
  }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { throw Closed() }
      rest = rest.dropFirst(count)
    }
  }

  func sendText(_ text: String) throws { try send(Self.frame(0x81, Array(text.utf8))) }

  func sendClose(_ code: Int, _ reason: String = "") throws {
    try send(Self.frame(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8)))
  }

  /// Returns a frame with this first byte.
  static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let count = payload.count
    let length: [UInt8] =
      switch count {
      case ...125: [UInt8(count)]
      case ...0xFFFF: [126, UInt8(count >> 8), UInt8(count & 0xFF)]
      default: [127] + (0..<8).map { UInt8(count >> (56 - 8 * $0) & 0xFF) }
      }
    return [first] + length + payload
  }

  /// Reads the next frame. Its payload must be shorter than 126 bytes, and masked.
  func frame() throws -> WebSocketServer.Frame {
    while input.count < 6 || input.count < 6 + Int(input[1] & 0x7F) { try readMore() }
    let (count, mask) = (Int(input[1] & 0x7F), Array(input[2..<6]))
    let payload = input[6..<(6 + count)].enumerated().map { $0.element ^ mask[$0.offset & 3] }
    let isMasked = input[0] & 0xF0 == 0x80 && input[1] & 0x80 != 0
    let opcode = isMasked ? WebSocketOpcode(rawValue: input[0] & 0x0F) : nil
    input.removeFirst(6 + count)
    let frame = WebSocketServer.Frame(connection: index, opcode: opcode, payload: payload)
    record(frame)
    return frame
  }

  /// Reads frames until the client closes. With `answering`, pings and the close frame are answered.
  func readAll(answering: Bool = true) throws {
    while true {
      let frame = try frame()
      guard answering else { continue }
      if frame.opcode == .ping { try send(Self.frame(0x8A, frame.payload)) }
      if frame.opcode == .close { return try send(Self.frame(0x88, frame.payload)) }
    }
  }

  /// Ignores everything until the client closes.
  func hang() throws {
    while true {
      input = []
      try readMore()
    }
  }

  private func readMore() throws {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = recv(socket, &chunk, chunk.count, 0)
    guard count > 0 else { throw Closed() }
    input += chunk[..<count]
  }
}
