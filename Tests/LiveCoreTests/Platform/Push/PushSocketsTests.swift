internal import Glibc
import Testing

@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(2))) struct PushSocketsTests {
  @Test func deliversMessagesWhateverTheirFrames() async throws {
    let server = try WebSocketServer { peer in
      try peer.accept()
      try peer.sendText("one")
      try peer.send([0x01, 0x01, 0x74, 0x89, 0x01, 0x70] + [0x80, 0x02, 0x77, 0x6F])
      for byte in WebSocketPeer.frame(0x81, Array("three".utf8)) { try peer.send([byte]) }
      try peer.send(WebSocketPeer.frame(0x82, [0, 1, 2]))
      try peer.sendText(String(repeating: "4", count: 65_536))
      try peer.readAll()
    }
    let sockets = try PushSockets(timing: .once)
    let subscription = sockets.subscribe(server.url("/game/1?x=2"))
    #expect(await subscription.nextWords(4) == ["opened", "message one", "message two", "message three"])
    #expect(await subscription.nextWords() == "message \(String(repeating: "4", count: 65_536))")
    let frames = await server.frames { !$0.isEmpty }
    #expect(frames == [WebSocketServer.Frame(connection: 0, opcode: .pong, payload: [0x70])])
    let standing = subscription.standing
    #expect(standing.messages == 4 && standing.openings == 1 && standing.dropped == 0 && standing.lastMessage != nil)
    #expect(subscription.isOpen)
  }

  @Test func asksForItsPath() async throws {
    let server = try LoopbackServer { _ in .response(404) }
    let sockets = try PushSockets(timing: .once.with { $0.attempts = 1 })
    let subscription = sockets.subscribe(server.url("/game/1?x=2"))
    #expect(await subscription.nextWords(2) == ["gave up refused 404", "end"])
    let request = try #require(server.requests.first)
    #expect(request.method == "GET" && request.target == "/game/1?x=2" && request["upgrade"] == "websocket")
    #expect(request["host"] == "127.0.0.1:\(server.port)")
  }

  @Test func sendsHeartbeatsAndPings() async throws {
    let server = try WebSocketServer { peer in
      try peer.accept()
      try peer.readAll()
    }
    let timing = PushTiming.once.with { ($0.heartbeat, $0.ping) = (.milliseconds(1), .milliseconds(1)) }
    let sockets = try PushSockets(timing: timing)
    let subscription = sockets.subscribe(server.url(), heartbeat: "Gameday5")
    let beat = WebSocketServer.Frame(connection: 0, opcode: .text, payload: Array("Gameday5".utf8))
    await server.frames { frames in frames.count { $0 == beat } >= 3 && frames.count { $0.opcode == .ping } >= 3 }
    #expect(await subscription.nextWords() == "opened")
  }

  @Test func givesUpAConnectionWithoutPongsAndMakesANewOne() async throws {
    let server = try WebSocketServer { peer in
      try peer.accept()
      try peer.readAll(answering: peer.index > 0)
    }
    let timing = PushTiming.prompt.with { ($0.ping, $0.pong) = (.milliseconds(1), .milliseconds(50)) }
    let sockets = try PushSockets(timing: timing)
    let subscription = sockets.subscribe(server.url())
    #expect(await subscription.nextWords(3) == ["opened", "closed silent", "opened"])
    #expect(subscription.standing.reopenings == 1)
  }

  @Test func closesWith1000AtTheEndOfASubscription() async throws {
    let server = try WebSocketServer { peer in
      try peer.accept()
      try peer.readAll()
    }
    let sockets = try PushSockets(timing: .once)
    let first = sockets.subscribe(server.url())
    var second: PushSubscription? = sockets.subscribe(server.url())
    #expect(await first.nextWords() == "opened")
    #expect(await second?.nextWords() == "opened")
    first.end()
    second = nil
    #expect(await first.nextWords() == "end")
    let frames = await server.frames { $0.count == 2 }
    #expect(frames.allSatisfy { $0.opcode == .close && $0.payload == [0x03, 0xE8] })
    await server.endedConnections(atLeast: 2)
    #expect(server.connections == 2)
  }

  @Test func reopensOnRequest() async throws {
    let server = try WebSocketServer { peer in
      try peer.accept()
      try peer.sendText("\(peer.index)")
      try peer.readAll()
    }
    let sockets = try PushSockets(timing: .prompt)
    let subscription = sockets.subscribe(server.url())
    #expect(await subscription.nextWords(2) == ["opened", "message 0"])
    subscription.reopen()
    #expect(await subscription.nextWords(3) == ["closed reopened", "opened", "message 1"])
    let frames = await server.frames { !$0.isEmpty }
    #expect(frames == [WebSocketServer.Frame(connection: 0, opcode: .close, payload: [0x03, 0xE8])])
  }

  @Test func cancellationEndsTheWait() async throws {
    let server = try WebSocketServer { peer in
      try peer.accept()
      try peer.readAll()
    }
    let sockets = try PushSockets(timing: .once)
    let subscription = sockets.subscribe(server.url())
    #expect(await subscription.nextWords() == "opened")
    let task = Task { await subscription.next() }
    task.cancel()
    #expect(await task.value == nil)
    #expect(subscription.isOpen)
  }

  @Test func servesTwentySubscriptionsAtOnce() async throws {
    let server = try WebSocketServer { peer in
      try peer.accept()
      for number in 0..<20 { try peer.sendText("\(number)") }
      try peer.readAll()
    }
    let sockets = try PushSockets(timing: .once)
    let url = server.url()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          let subscription = sockets.subscribe(url)
          #expect(await subscription.nextWords() == "opened")
          for number in 0..<20 { #expect(await subscription.nextWords() == "message \(number)") }
          await server.connections(atLeast: 20)
        }
      }
    }
    sockets.close()
    await server.endedConnections(atLeast: 20)
    #expect(server.connections == 20)
  }

  @Test func endsWhenItIsClosed() async throws {
    let server = try WebSocketServer { peer in
      try peer.accept()
      try peer.readAll()
    }
    let sockets = try PushSockets(timing: .once)
    let subscription = sockets.subscribe(server.url())
    #expect(await subscription.nextWords() == "opened")
    sockets.close()
    sockets.close()
    #expect(await subscription.nextWords() == "end")
    #expect(subscription.standing.state == .ended)
    #expect(await sockets.subscribe(server.url()).nextWords() == "end")
    await server.frames { $0.contains { $0.opcode == .close } }
  }

  /// The server has accepted the connection, but neither TLS nor the handshake of WebSocket goes on.
  @Test(arguments: ["http", "https"]) func endsWhenItIsClosedWhileItConnects(scheme: String) async throws {
    let server = try WebSocketServer { try $0.hang() }
    let sockets = try PushSockets(timing: .once)
    let subscription = sockets.subscribe("\(scheme)://127.0.0.1:\(server.port)/")
    await server.connections(atLeast: 1)
    #expect(subscription.standing.state == .connecting)
    sockets.close()
    #expect(await subscription.nextWords() == "end")
  }

  @Test func endsWhileItWaits() async throws {
    let sockets = try PushSockets(timing: PushTiming())
    let subscription = sockets.subscribe("http://127.0.0.1:1/")
    #expect(await subscription.nextWords() == "closed failed refused")
    sockets.close()
    #expect(await subscription.nextWords() == "end")
  }

  @Test func leavesNoDescriptorOpen() async throws {
    await #expect(processExitsWith: .success) {
      // libcurl opens some descriptors once for the process.
      for count in [1, 20] {
        let before = Self.descriptors()
        let server = try WebSocketServer { peer in
          if peer.index % 3 > 0 { try peer.accept() }
          if peer.index % 3 == 1 { try peer.sendClose(1011) }
        }
        let sockets = try PushSockets(timing: .prompt)
        let subscriptions = (0..<count).map { _ in sockets.subscribe(server.url()) }
        for subscription in subscriptions { _ = await subscription.nextWords(10) }
        sockets.close()
        server.stop()
        #expect(server.connections > count)
        #expect(count == 1 || Self.descriptors() <= before)
      }
    }
  }

  private static func descriptors() -> Int {
    (0..<4096).count { fcntl($0, F_GETFD) >= 0 }
  }

  @Test func ignoresProxiesOfTheEnvironment() async throws {
    await #expect(processExitsWith: .success) {
      for name in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] { setenv(name, "http://127.0.0.1:1", 1) }
      let server = try WebSocketServer { peer in
        try peer.accept()
        try peer.readAll()
      }
      let sockets = try PushSockets(timing: .once)
      #expect(await sockets.subscribe(server.url()).nextWords() == "opened")
    }
  }
}
