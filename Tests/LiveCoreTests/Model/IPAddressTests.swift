internal import Testing

@testable import LiveCore
@testable import LiveModel

/// Source: IANA's IPv4 and IPv6 Special-Purpose Address Registries: first and last address of each block, and its
/// neighbours.
@Suite struct IPAddressTests {
  @Test(arguments: [
    "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.100.100.100", "100.127.255.255", "127.0.0.0", "127.0.0.1",
    "127.255.255.255", "169.254.0.0", "169.254.169.254", "169.254.255.255", "172.16.0.0", "172.31.255.255",
    "192.168.0.0", "192.168.255.255", "::1", "fc00::", "fd12:3456:789a::1", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "fe80::", "fe80::1%eth0", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
    "::ffff:c0a8:1", "::FFFF:7f00:1", "127.255.0.9", "0:0:0:0:0:0:0:1", "fd00::1",
  ])
  func findsALocalAddress(_ text: String) { #expect(IPAddress(text)?.scope == .local) }

  @Test(arguments: [
    "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
    "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0", "192.0.3.0",
    "192.31.196.1", "192.52.193.1", "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0", "192.175.48.1",
    "198.17.255.255", "198.20.0.0", "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0",
    "223.255.255.255", "8.8.8.8", "2000::", "2001:200::", "2001:db7:ffff::", "2001:db9::", "2606:4700::1111",
    "2620:4f:8000::1", "3fff:1000::", "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "::ffff:8.8.8.8", "::8.8.8.8",
    "64:ff9b::8.8.8.8", "2002:808:808::1",
  ])
  func findsAGlobalAddress(_ text: String) { #expect(IPAddress(text)?.scope == .global) }

  @Test(arguments: [
    "0.0.0.0", "0.255.255.255", "192.0.0.0", "192.0.0.9", "192.0.0.170", "192.0.0.255", "192.0.2.0", "192.0.2.255",
    "192.88.99.0", "192.88.99.255", "198.18.0.0", "198.19.255.255", "198.51.100.0", "198.51.100.255", "203.0.113.0",
    "203.0.113.255", "224.0.0.0", "239.255.255.255", "240.0.0.0", "255.255.255.254", "255.255.255.255", "::", "::2",
    "::127.0.0.1", "::10.0.0.1", "::ffff:0.0.0.0", "::ffff:224.0.0.1", "::fffe:8.8.8.8", "::1:0:0:0",
    "64:ff9b::10.0.0.1",
    "64:ff9b::127.0.0.1", "64:ff9b::169.254.169.254", "64:ff9b:0:0:0:1::", "64:ff9b:1::", "64:ff9b:1:ffff::", "100::",
    "100::ffff:ffff:ffff:ffff", "100:0:0:1::1", "1fff:ffff::", "2001::", "2001::1", "2001:1::1", "2001:2::",
    "2001:10::",
    "2001:20::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
    "2002::", "2002:a00:1::1", "2002:7f00:1::", "2002:c0a8:101::1", "2002:e000:1::", "3fff::", "3fff:fff:ffff::",
    "4000::", "5f00::", "fbff:ffff::", "fe00::", "fe7f:ffff::", "fec0::", "fec0::1", "feff:ffff::", "ff00::", "ff02::1",
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  ])
  func findsAnAddressWithoutAReceiver(_ text: String) { #expect(IPAddress(text)?.scope == .unusable) }

  @Test(arguments: [
    "", " ", "localhost", "127.1", "0x7f000001", "1.2.3", "1.2.3.256", ":::", "1::2::3", "[::1]", "%eth0", ":", "::1::",
    "1:2:3", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "12345::", "::g", "::+1", "::-1", "::1.2.3",
    "::1.2.3.256", "::1.2.3.04", "1.2.3.4::", "::1.2.3.4:5", "1:2:3:4:5:6:7:1.2.3.4", "1.2.3.4.5", "1.2.3.4.",
    ".1.2.3.4",
    "1..3.4", "+1.2.3.4", "1.2.3.-4", "127.0.0.01", "010.0.0.1", "00.0.0.0", "1.2.3.4 ", "1.2.3.٤", "::1\0",
    "1.2.3.4\0",
  ])
  func rejectsAnyOtherText(_ text: String) { #expect(IPAddress(text) == nil) }

  @Test(arguments: [
    ("1:2:3:4:5:6:7:8", [1, 2, 3, 4, 5, 6, 7, 8] as [UInt128]), ("1::8", [1, 0, 0, 0, 0, 0, 0, 8]),
    ("1:2:3:4:5:6:7::", [1, 2, 3, 4, 5, 6, 7, 0]), ("::2:3:4:5:6:7:8", [0, 2, 3, 4, 5, 6, 7, 8]),
    ("1:2:3:4:5:6:1.2.3.4", [1, 2, 3, 4, 5, 6, 0x102, 0x304]), ("ABCD:abcd::", [0xABCD, 0xABCD, 0, 0, 0, 0, 0, 0]),
    ("fe80::0001%eth0", [0xFE80, 0, 0, 0, 0, 0, 0, 1]),
  ])
  func readsGroups(_ text: String, _ groups: [UInt128]) {
    #expect(IPAddress(text) == .v6(groups.reduce(0) { $0 << 16 | $1 }))
  }

  @Test func readsOctets() { #expect(IPAddress("1.2.3.255") == .v4(0x0102_03FF)) }

  @Test func aHostIsInBracketsOrNot() {
    #expect(IPAddress(host: "[::1]") == .v6(1) && IPAddress(host: "::1") == .v6(1))
    #expect(IPAddress(host: "10.0.0.1") == .v4(0x0A00_0001))
    #expect(IPAddress(host: "[fe80::1%25eth0]") == IPAddress("fe80::1"))
    #expect(IPAddress(host: "[::1") == nil && IPAddress(host: "[]") == nil && IPAddress(host: "[") == nil)
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.255.255.255", true), ("::1", true), ("126.255.255.255", false), ("128.0.0.0", false),
    ("::", false), ("::ffff:127.0.0.1", false), ("10.0.0.1", false),
  ])
  func findsLoopback(_ text: String, _ isLoopback: Bool) { #expect(IPAddress(text)?.isLoopback == isLoopback) }

  @Test(
    arguments: [
      ("64:ff9b::8.8.8.8", 0x0808_0808), ("2002:a00:1::1", 0x0A00_0001), ("::10.0.0.1", 0x0A00_0001), ("::2", 2),
      ("::", nil), ("::1", nil), ("::ffff:10.0.0.1", nil), ("2606:4700::1111", nil), ("10.0.0.1", nil),
    ] as [(String, UInt32?)])
  func findsTheTargetOfATranslator(_ text: String, _ target: UInt32?) {
    #expect(IPAddress(text)?.translated == target)
  }
}
