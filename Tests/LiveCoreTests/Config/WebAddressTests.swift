internal import Testing

@testable import LiveCore

@Suite struct WebAddressTests {
  @Test(arguments: [
    "127.0.0.1", "127.255.0.9", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.9", "169.254.1.1", "100.64.0.1",
    "[::1]", "[fd00::1]", "[fe80::1%25eth0]", "[::ffff:192.168.1.9]", "[::FFFF:7f00:1]", "localhost", "LocalHost",
    "localhost.", "x.localhost", "[0:0:0:0:0:0:0:1]",
  ])
  func findsALocalHost(host: String) throws {
    #expect(try #require(WebAddress("https://\(host):8443/x")).scope == .local)
  }

  @Test(arguments: [
    "8.8.8.8", "172.15.0.1", "172.32.0.1", "192.167.0.1", "100.128.0.1", "[2606:4700::1111]", "[::ffff:8.8.8.8]",
  ])
  func findsAGlobalHost(host: String) throws {
    #expect(try #require(WebAddress("http://\(host)/x")).scope == .global)
  }

  @Test(arguments: ["0.0.0.0", "224.0.0.1", "255.255.255.255", "203.0.113.1", "[::]", "[ff02::1]", "[2001:db8::1]"])
  func findsAHostWithoutAReceiver(host: String) throws {
    #expect(try #require(WebAddress("http://\(host)/x")).scope == .unusable)
  }

  @Test(arguments: [
    "example.org", "homeassistant.local", "127.1", "1.2.3.4.5", "10.0.0.1.example.org", "256.1.1.1", "localhost.org",
    "[64:ff9b::808:808]", "[2002:a00:1::1]", "[::8.8.8.8]", "10.0.0.01", "010.0.0.1", "localhost.localdomain",
  ])
  func leavesAnythingElseToTheLookup(host: String) throws {
    #expect(try #require(WebAddress("http://\(host)/x")).scope == nil)
  }
}
