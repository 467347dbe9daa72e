internal import LiveModel

/// One WebSocket connection without its socket: bytes in, events and bytes out, and the instants at which something is
/// due. It begins when the transport is connected.
///
/// Bound: `WebSocketReader`'s or `WebSocketAnswerReader`'s, and the output since `takeOutput`.
struct PushSession: Sendable {
  enum Event: Equatable, Sendable {
    case opened
    /// A text message in UTF-8. Binary messages are ignored.
    case message([UInt8])
  }

  private enum Phase {
    case handshake(until: Timestamp)
    case open
    /// Our close frame is sent; the server has until then to end the connection.
    case closing(PushEnding, until: Timestamp)
    case over(PushEnding)
  }

  private let endpoint: PushEndpoint
  private let timing: PushTiming
  private let handshake: WebSocketHandshake
  private var phase: Phase
  private var answer = WebSocketAnswerReader()
  private var reader = WebSocketReader()
  private var keepAlive: PushKeepAlive
  private var output: [UInt8]

  /// Starts the handshake: its request is the first output.
  init(
    _ endpoint: PushEndpoint, _ timing: PushTiming, handshake: WebSocketHandshake = WebSocketHandshake(),
    at now: Timestamp
  ) {
    (self.endpoint, self.timing, self.handshake) = (endpoint, timing, handshake)
    phase = .handshake(until: now + timing.handshake)
    keepAlive = PushKeepAlive(timing, sendsHeartbeats: endpoint.heartbeat != nil, openedAt: now)
    output = handshake.request(for: endpoint.url)
  }

  /// The reason for the end; nil before it.
  var ending: PushEnding? {
    if case .over(let ending) = phase { ending } else { nil }
  }

  /// The instant at which `pass` must be called.
  var deadline: Timestamp? {
    switch phase {
    case .handshake(let limit), .closing(_, let limit): limit
    case .open: keepAlive.next
    case .over: nil
    }
  }

  /// Returns the bytes to send.
  mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// Takes bytes of the server.
  mutating func receive(_ bytes: some Collection<UInt8>, at now: Timestamp) -> [Event] {
    switch phase {
    case .handshake: return finishHandshake(with: bytes, at: now)
    case .open: return read(bytes, at: now)
    case .closing, .over: return []
    }
  }

  /// Does what is due at that instant.
  mutating func pass(_ now: Timestamp) {
    switch phase {
    case .handshake(let limit):
      guard limit <= now else { return }
      phase = .over(.failed(HTTPFault(kind: .timeout, description: "no answer to the handshake in time")))
    case .open:
      for duty in keepAlive.duties(at: now) {
        switch duty {
        case .heartbeat: output += WebSocketFrame.text(endpoint.heartbeat ?? "")
        case .ping: output += WebSocketFrame.ping()
        case .giveUp: phase = .over(.silent)
        }
      }
    case .closing(let ending, let limit):
      if limit <= now { phase = .over(ending) }
    case .over: return
    }
  }

  /// Ends the connection by a close frame with 1000. Before the end of the handshake there is nothing to close.
  mutating func close(_ ending: PushEnding, at now: Timestamp) {
    switch phase {
    case .handshake: phase = .over(ending)
    case .open: close(with: WebSocketCloseCode.normal, ending, at: now)
    case .closing, .over: return
    }
  }

  /// Notes that the transport has ended.
  mutating func lost(_ fault: HTTPFault) {
    switch phase {
    case .handshake, .open: phase = .over(.failed(fault))
    case .closing(let ending, _): phase = .over(ending)
    case .over: return
    }
  }

  private mutating func finishHandshake(with bytes: some Collection<UInt8>, at now: Timestamp) -> [Event] {
    do throws(HTTPFault) {
      guard let (head, rest) = try answer.take(bytes) else { return [] }
      guard head.status == 101 else {
        let wait = head.headers["retry-after"].flatMap { RetryAfter($0, at: now)?.wait }
        phase = .over(.refused(status: head.status, retryAfter: wait))
        return []
      }
      try handshake.verify(head)
      phase = .open
      keepAlive = PushKeepAlive(timing, sendsHeartbeats: endpoint.heartbeat != nil, openedAt: now)
      return [.opened] + read(rest, at: now)
    } catch {
      phase = .over(.failed(error))
      return []
    }
  }

  private mutating func read(_ bytes: some Collection<UInt8>, at now: Timestamp) -> [Event] {
    var events: [Event] = []
    do throws(WebSocketFault) {
      reader.append(bytes)
      while let input = try reader.next() {
        switch input {
        case .text(let text): events.append(.message(text))
        case .binary: break
        case .ping(let payload): output += WebSocketFrame.pong(payload)
        case .pong: keepAlive.pongArrived()
        case .close(let code, let reason):
          output += WebSocketFrame.close(code)
          phase = .over(.closed(code: code, reason: reason))
        }
      }
    } catch {
      close(with: error.code, .violated(code: error.code, description: error.description), at: now)
    }
    return events
  }

  private mutating func close(with code: Int, _ ending: PushEnding, at now: Timestamp) {
    output += WebSocketFrame.close(code)
    phase = .closing(ending, until: now + timing.closing)
  }
}
