import Testing

@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(2))) struct PushSocketsFaultTests {
  private static let now = Timestamp(seconds: 1_800_000_000)

  /// Returns the first events of a subscription to a server with that script, after the opening.
  private func events(
    _ count: Int = 1, timing: PushTiming = .once, _ script: @escaping @Sendable (WebSocketPeer) throws -> Void
  ) async throws -> (words: [String], frames: [WebSocketServer.Frame]) {
    let server = try WebSocketServer { peer in
      try peer.accept()
      try script(peer)
    }
    let sockets = try PushSockets(timing: timing)
    let subscription = sockets.subscribe(server.url())
    #expect(await subscription.nextWords() == "opened")
    let words = await subscription.nextWords(count)
    return (words, await server.frames { _ in true })
  }

  /// Each of the server's codes, and the wait that follows it; nil if none does.
  static let codes: [(Int, Int?)] = [(1011, 3), (1000, 3), (4400, 300), (4404, nil)]

  /// The clock stands still, so that the next attempt stays in the future.
  @Test(arguments: codes) func waitsAsTheCloseCodeSays(code: Int, wait: Int?) async throws {
    let server = try WebSocketServer { peer in
      try peer.accept()
      try peer.sendClose(code, "why")
      _ = try peer.frame()
    }
    let timing = PushTiming().with { $0.spread = .zero }
    let sockets = try PushSockets(timing: timing, now: { Self.now }, chance: { 0.5 })
    let subscription = sockets.subscribe(server.url())
    #expect(await subscription.next() == .opened(at: Self.now))
    let ending = PushEnding.closed(code: code, reason: "why")
    let event = await subscription.next()
    if let wait {
      #expect(event == .closed(ending, next: Self.now + .seconds(wait)))
      #expect(subscription.standing.state == .waiting(ending, until: Self.now + .seconds(wait)))
    } else {
      #expect(event == .gaveUp(ending))
      #expect(await subscription.next() == nil)
      #expect(subscription.standing.state == .unavailable(ending))
    }
    let frames = await server.frames { !$0.isEmpty }
    #expect(frames.first?.opcode == .close && frames.first?.payload == [UInt8(code >> 8), UInt8(code & 255)])
  }

  /// Bytes of a server, and the code with which the client closes.
  static let violations: [([UInt8], Int)] = [
    (Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), 1002), (WebSocketPeer.frame(0x81, [0xFF]), 1007),
    (WebSocketPeer.frame(0x81, [UInt8](repeating: 0x61, count: 200_000)), 1009),
    (
      WebSocketPeer.frame(0x01, [UInt8](repeating: 0x61, count: 65_000))
        + WebSocketPeer.frame(0x80, Array(0...199) + Array(0...199) + Array(0...199)), 1009
    ),
  ]

  @Test(arguments: violations.indices) func closesAfterAViolation(index: Int) async throws {
    let (bytes, code) = Self.violations[index]
    let (words, frames) = try await events { peer in
      // The client closes before it has read everything.
      try? peer.send(bytes)
      try peer.readAll()
    }
    #expect(words == ["closed violated \(code)"])
    let close = WebSocketServer.Frame(connection: 0, opcode: .close, payload: [UInt8(code >> 8), UInt8(code & 255)])
    #expect(frames.first == close)
  }

  @Test func closesThoughTheServerDoesNotHelp() async throws {
    let timing = PushTiming.once.with { $0.closing = .milliseconds(1) }
    let (words, _) = try await events(timing: timing) { peer in
      try peer.send([0xFF, 0xFF])
      while true { _ = try peer.frame() }
    }
    #expect(words == ["closed violated 1002"])
  }

  @Test func aLostConnectionIsMadeAgain() async throws {
    let (words, _) = try await events(2, timing: .prompt) { peer in
      if peer.index > 0 { try peer.readAll() }
    }
    #expect(words == ["closed failed broken", "opened"])
  }

  @Test(arguments: [(403, "5"), (503, nil), (200, nil), (301, nil)]) func reportsARefusal(
    status: Int, retryAfter: String?
  ) async throws {
    let headers = [("Location", "/x")] + (retryAfter.map { [("Retry-After", $0)] } ?? [])
    let server = try LoopbackServer { _ in .response(status, headers: headers.map { (name: $0, value: $1) }) }
    let sockets = try PushSockets(timing: .once)
    let subscription = sockets.subscribe(server.url())
    let ending = PushEnding.refused(status: status, retryAfter: retryAfter == nil ? nil : .seconds(5))
    #expect(await subscription.nextEnding() == ending)
  }

  @Test(arguments: ["http", "https"]) func aHandshakeHasATimeout(scheme: String) async throws {
    let server = try LoopbackServer(greeting: .stall) { _ in .response(200) }
    let sockets = try PushSockets(timing: .once.with { $0.handshake = .milliseconds(200) })
    let subscription = sockets.subscribe("\(scheme)://127.0.0.1:\(server.port)/")
    #expect(await subscription.nextWords() == "closed failed timeout")
  }

  @Test(arguments: [
    ("http://127.0.0.1:1/", "refused"), ("http://nowhere.invalid/", "unresolved"),
  ])
  func reportsAMissingServer(url: String, kind: String) async throws {
    let sockets = try PushSockets(timing: .prompt)
    let subscription = sockets.subscribe(url)
    #expect(await subscription.nextWords(2) == ["closed failed \(kind)", "closed failed \(kind)"])
  }

  @Test(arguments: [
    "wss://127.0.0.1/", "ws://127.0.0.1/", "file:///etc/passwd", "", "http://ho st/", "http://a\r\nX: 1/",
  ])
  func refusesOtherAddresses(url: String) async throws {
    let sockets = try PushSockets(timing: .once)
    #expect(await sockets.subscribe(url).nextWords(2) == ["gave up failed bad-url", "end"])
  }

  @Test func givesUpAfterTenFailures() async throws {
    let sockets = try PushSockets(timing: .prompt.with { $0.attempts = 10 })
    let words = await sockets.subscribe("http://127.0.0.1:1/").nextWords(11)
    #expect(words == [String](repeating: "closed failed refused", count: 9) + ["gave up failed refused", "end"])
  }

  /// Half a frame, half an answer and an unread connection are all held while another one gets its messages.
  @Test func aServerThatHangsHarmsOnlyItsOwnConnection() async throws {
    let hanging = try WebSocketServer { peer in
      guard peer.index > 0 else { return try peer.hang() }
      try peer.accept()
      if peer.index > 1 { try peer.send([0x81, 0x7E, 0x10]) }
      try peer.readAll()
    }
    let server = try WebSocketServer { peer in
      try peer.accept()
      for number in 0..<50 { try peer.sendText("\(number)") }
      try peer.readAll()
    }
    let sockets = try PushSockets(timing: .once)
    let held = [sockets.subscribe(hanging.url()), sockets.subscribe(hanging.url()), sockets.subscribe(hanging.url())]
    await hanging.connections(atLeast: 3)
    let subscription = sockets.subscribe(server.url())
    #expect(await subscription.nextWords() == "opened")
    for number in 0..<50 { #expect(await subscription.nextWords() == "message \(number)") }
    #expect(held.count { $0.standing.state == .connecting } >= 1)
    #expect(held.allSatisfy { $0.standing.messages == 0 })
  }

  @Test func aServerThatReadsNothingIsGivenUp() async throws {
    let server = try WebSocketServer(buffer: 4096) { peer in
      try peer.accept()
      let pings = (0..<400).flatMap { _ in WebSocketPeer.frame(0x89, [UInt8](repeating: 1, count: 125)) }
      while true { try peer.send(pings) }
    }
    let sockets = try PushSockets(timing: .once.with { $0.closing = .milliseconds(1) })
    let subscription = sockets.subscribe(server.url())
    #expect(await subscription.nextWords() == "opened")
    let fault = HTTPFault(kind: .broken, description: "the server takes no data")
    #expect(await subscription.nextEnding() == .failed(fault))
  }

  /// More messages than the mailbox holds, and nobody who takes them.
  @Test func aFloodOfMessagesIsDroppedAndCounted() async throws {
    let server = try WebSocketServer { peer in
      try peer.accept()
      for number in 0..<1000 { try peer.sendText("\(number)") }
      try peer.sendClose(4404)
      _ = try peer.frame()
    }
    let sockets = try PushSockets(timing: .once)
    let subscription = sockets.subscribe(server.url())
    while subscription.standing.state != .unavailable(.closed(code: 4404, reason: "")) { await Task.yield() }
    let words = await subscription.nextWords(64)
    #expect(words == ["opened"] + (938..<1000).map { "message \($0)" } + ["gave up 4404"])
    #expect(subscription.standing.dropped == 938 && subscription.standing.messages == 1000)
  }

  @Test(.enabled(if: UntrustedTLSServer.isPossible, "needs /usr/bin/openssl"))
  func verifiesCertificates() async throws {
    let server = try UntrustedTLSServer()
    let url = "https://127.0.0.1:\(server.port)/"
    let strict = try PushSockets(timing: .once)
    #expect(await strict.subscribe(url).nextWords() == "closed failed tls")
    let trusting = try PushSockets(timing: .once, certificates: server.certificate)
    // The server is one of HTTP only, and its answer comes through TLS.
    #expect(await trusting.subscribe(url).nextWords() == "closed refused 200")
  }
}
