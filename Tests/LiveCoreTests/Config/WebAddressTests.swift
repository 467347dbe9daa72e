internal import Testing

@testable import LiveCore

@Suite struct WebAddressTests {
  @Test(arguments: [
    "127.0.0.1", "127.255.0.9", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.9", "169.254.1.1", "100.64.0.1",
    "[::1]", "[fd00::1]", "[fe80::1%25eth0]", "[::ffff:192.168.1.9]", "[::FFFF:7f00:1]", "localhost", "LocalHost",
    "x.localhost", "[0:0:0:0:0:0:0:1]",
  ])
  func findsAHostAtHome(host: String) throws {
    #expect(try #require(WebAddress("https://\(host):8443/x")).reach == .home)
  }

  @Test(arguments: [
    "8.8.8.8", "172.15.0.1", "172.32.0.1", "192.167.0.1", "100.128.0.1", "[2606:4700::1111]", "[::ffff:8.8.8.8]",
  ])
  func findsAHostInTheWorld(host: String) throws {
    #expect(try #require(WebAddress("http://\(host)/x")).reach == .world)
  }

  @Test(arguments: ["0.0.0.0", "224.0.0.1", "255.255.255.255", "203.0.113.1", "[::]", "[ff02::1]", "[2001:db8::1]"])
  func findsAHostThatNobodyHas(host: String) throws {
    #expect(try #require(WebAddress("http://\(host)/x")).reach == .nowhere)
  }

  @Test(arguments: [
    "example.org", "homeassistant.local", "127.1", "1.2.3.4.5", "10.0.0.1.example.org", "256.1.1.1", "localhost.org",
    "[64:ff9b::808:808]",
  ])
  func leavesANameToTheLookUp(host: String) throws {
    #expect(try #require(WebAddress("http://\(host)/x")).reach == nil)
  }

  @Test(arguments: ["::1::", "1:2:3", "1:2:3:4:5:6:7:8:9", ":::", "12345::", "::g", "::1.2.3", "1.2.3.4::", "", ":"])
  func readsNoAddressOutOfWhatIsNone(host: String) {
    #expect(WebAddress.Reach(host: host) == nil)
  }
}
