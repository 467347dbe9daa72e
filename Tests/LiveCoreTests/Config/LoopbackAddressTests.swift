internal import Testing

@testable import LiveCore

@Suite struct LoopbackAddressTests {
  @Test(arguments: [
    ("127.0.0.1:9464", "127.0.0.1", 9464), ("127.255.3.4:0", "127.255.3.4", 0), ("[::1]:65535", "::1", 65_535),
    ("[0:0:0:0:0:0:0:1]:80", "0:0:0:0:0:0:0:1", 80),
  ])
  func readsWhatOnlyThisMachineReaches(text: String, host: String, port: Int) throws {
    let address = try LoopbackAddress(text)
    #expect(address.host == host && address.port == port)
  }

  @Test(arguments: [
    "0.0.0.0:9464", "192.168.1.9:9464", "128.0.0.1:80", "[::]:9464", "[2001:db8::1]:9464",
    "[::ffff:127.0.0.1]:80",
  ])
  func refusesWhatOthersReach(text: String) {
    #expect(throws: LoopbackAddress.Refusal.reach) { try LoopbackAddress(text) }
  }

  @Test(arguments: [
    "", ":", ":9464", "9464", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:+80", "127.0.0.1:-1",
    "127.0.0.1:9464 ", " 127.0.0.1:9464", "127.0.0.01:9464", "127.1:9464", "127..0.0.1:9464", "127.0.0.1.1:9464",
    "localhost:9464", "::1:9464", "*:9464", "127.0.0.1:٩", "127.0.0.256:1", "+127.0.0.1:1",
    "[127.0.0.1]:80", "[::1%lo]:80", "127.0.0.1%lo:80", "[::1:80", "[x]:80",
  ])
  func refusesWhatIsNoAddressInNumbers(text: String) {
    #expect(throws: LoopbackAddress.Refusal.form) { try LoopbackAddress(text) }
  }

  @Test func anAddressWithColonsStandsInBracketsInAURL() throws {
    #expect(try LoopbackAddress("[::1]:0").url(port: 80, path: "/metrics") == "http://[::1]:80/metrics")
    #expect(try LoopbackAddress("127.0.0.1:0").url(port: 9464, path: "/") == "http://127.0.0.1:9464/")
  }
}
