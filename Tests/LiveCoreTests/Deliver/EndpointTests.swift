import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(2))) struct EndpointTests {
  private func endpoint(_ url: String, _ transport: any HTTPTransport) -> Endpoint {
    Endpoint(url: Secret(url), timeout: .seconds(5), transport: transport)
  }

  @Test(arguments: [
    ("https://discord.com/api/webhooks/1/t", "discord.com:443"), ("HTTPS://User:p@ss@Discord.COM?x", "discord.com:443"),
    ("http://homeassistant.local:8123/api", "homeassistant.local:8123"), ("http://nas", "nas:80"),
    ("HTTP://nas#x", "nas:80"), ("http://[::1]:8080/x", "[::1]:8080"), ("https://[FE80::A]", "[fe80::a]:443"),
    ("https://ntfy.sh./topic", "ntfy.sh:443"), ("https://ntfy.sh:/topic", "ntfy.sh:443"),
    ("https://ntfy.sh:443/a:80@b", "ntfy.sh:443"), ("", ":443"), ("https://", ":443"), ("://@:", ":443"),
  ])
  func knowsHostAndPortOfTheURL(_ url: String, _ host: String) {
    #expect(endpoint(url, ScriptedTransport(.status(200))).host == host)
  }

  @Test func aCompressionBombIsCutLikeAnyLongResponse() async throws {
    let server = try LoopbackServer { _ in
      .response(404, headers: [("Content-Encoding", "gzip")], body: GzipSample.zeros)
    }
    let outcome = await endpoint(server.url(), try CurlTransport(limits: .deliveries)).exchange(.post, [1], headers: [])
    guard case .replied(let reply) = outcome else {
      Issue.record("no reply")
      return
    }
    #expect(reply.head.status == 404)
    #expect(reply.body == [UInt8](repeating: 0, count: Endpoint.longestBody))
  }

  @Test func anEndlessResponseIsCut() async throws {
    let zeros = [UInt8](repeating: 0x41, count: 1 << 10)
    let server = try LoopbackServer { _ in LoopbackAnswer(.send(LoopbackAnswer.head(200)), .endless(zeros)) }
    let outcome = await endpoint(server.url(), try CurlTransport(limits: .deliveries)).exchange(.post, [1], headers: [])
    guard case .replied(let reply) = outcome else {
      Issue.record("no reply")
      return
    }
    #expect(reply.head.status == 200 && reply.body.count == Endpoint.longestBody)
  }

  @Test func aForbiddenPeerIsRetried() async throws {
    let server = try LoopbackServer { _ in .response(204) }
    var endpoint = endpoint(server.url("/hidden-path"), try CurlTransport(limits: .deliveries))
    endpoint.peers = .publicOnly
    guard case .failed(.tryAgain(let reason)) = await endpoint.exchange(.post, [1], headers: []) else {
      Issue.record("no retry")
      return
    }
    #expect(reason.cause == .network(.forbiddenPeer))
    #expect(reason.text.hasPrefix("the host is at 127.0.0.1, which is not public; "))
    #expect(server.connections == 0)
  }
}
