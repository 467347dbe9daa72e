internal import Glibc
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(2))) struct CurlGateTests {
  private let transport: CurlTransport

  init() throws { transport = try CurlTransport(limits: .deliveries) }

  private func fault(_ url: String, _ peers: HTTPRequest.Peers) async -> HTTPFault? {
    await #expect(throws: HTTPFault.self) {
      try await transport.collect(HTTPRequest(method: .post, url: url, body: [1], peers: peers))
    }
  }

  @Test(arguments: ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "[::ffff:127.0.0.1]", "0.0.0.0"])
  func doesNotConnectToAForbiddenAddress(_ host: String) async throws {
    let server = try LoopbackServer { _ in .response(204) }
    for scheme in ["http", "https"] {
      let fault = await fault("\(scheme)://\(host):\(server.port)/hook", .publicOnly)
      #expect(fault?.kind == .forbiddenPeer)
    }
    #expect(server.connections == 0)
  }

  @Test(arguments: [
    "[::1]", "[fe80::1%25lo]", "10.255.255.1", "169.254.169.254", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
  ])
  func refusesForbiddenAddressesWithoutConnecting(_ host: String) async {
    #expect(await fault("https://\(host):9/", .publicOnly)?.kind == .forbiddenPeer)
  }

  @Test(arguments: ["8.8.8.8", "[2606:4700::1111]", "224.0.0.1", "0.0.0.0", "[64:ff9b::a00:1]"])
  func allowsPlainHTTPToPrivateAddressesOnly(_ host: String) async {
    #expect(await fault("http://\(host):9/", .privateOnly)?.kind == .forbiddenPeer)
  }

  @Test(arguments: ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"]) func admitsPrivateAddresses(_ host: String)
    async throws
  {
    let server = try LoopbackServer { _ in .response(204) }
    for _ in 0..<2 {
      let request = HTTPRequest(url: "http://\(host):\(server.port)/", peers: .privateOnly)
      #expect(try await transport.collect(request).head.status == 204)
    }
    #expect(server.requests.count == 2)
    #expect(server.connections == 1)
  }

  /// The connection pool is keyed by host name. Without a second check, a request could use a connection to an
  /// address that is forbidden for it.
  @Test(arguments: [HTTPRequest.Peers.anyone, .privateOnly])
  func sendsNothingOnAConnectionThatItMayNotUse(_ other: HTTPRequest.Peers) async throws {
    let server = try LoopbackServer { _ in .response(204) }
    _ = try await transport.collect(HTTPRequest(url: server.url("/first"), peers: other))
    #expect(await fault(server.url("/second"), .publicOnly)?.kind == .forbiddenPeer)
    _ = try await transport.collect(HTTPRequest(url: server.url("/third"), peers: other))
    #expect(server.requests.map(\.target) == ["/first", "/third"])
  }

  @Test func socketsAreClosedOnExecAndAtTheEnd() async throws {
    let server = try LoopbackServer { _ in LoopbackAnswer(.stall) }
    let url = server.url()
    let task = Task { [transport] in try await transport.collect(HTTPRequest(url: url)) }
    _ = await server.requests(atLeast: 1)
    let socket = try #require((3..<20_000).first { Self.peerPort(of: $0) == server.port })
    #expect(fcntl(socket, F_GETFD) & FD_CLOEXEC != 0)
    var (patience, length): (Int32, socklen_t) = (0, 4)
    getsockopt(socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &patience, &length)
    #expect(patience == 20_000)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  private static func peerPort(of socket: Int32) -> UInt16? {
    var (address, length) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(socket, $0, &length) }
    }
    return result == 0 && Int32(address.sin_family) == AF_INET ? UInt16(bigEndian: address.sin_port) : nil
  }

  @Test func reportsTheAddressAndTheFix() async throws {
    #expect(
      await fault("https://u:hidden@127.0.0.1:9/hidden", .publicOnly)?.description
        == "the host is at 127.0.0.1, which is not public; 'allow_private: true' admits loopback and private addresses")
    #expect(
      await fault("http://192.0.2.1/hidden", .privateOnly)?.description
        == "the host is at 192.0.2.1, which is neither loopback nor private; plain http may not go there, use https")
  }

  @Test func oneAllowedAddressSuffices() {
    let gate = CurlGate(.publicOnly)
    #expect(!gate.mayConnect(to: IPAddress("10.0.0.1")))
    #expect(gate.fault?.kind == .forbiddenPeer)
    #expect(gate.mayConnect(to: IPAddress("8.8.8.8")))
    #expect(!gate.mayConnect(to: IPAddress("::1")))
    // The connection to the admitted address fails.
    #expect(gate.fault == nil)
    #expect(gate.maySend(to: IPAddress("8.8.8.8")))
    #expect(gate.fault == nil)
    #expect(!gate.maySend(to: nil))
    #expect(gate.fault?.description.hasPrefix("the host is at an unknown address, ") == true)
  }
}
