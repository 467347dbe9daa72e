internal import Glibc
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite struct IPAddressSocketTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("FE80:0:0::1%eth0", "fe80::1"), ("0:0:0:0:0:ffff:7f00:1", "::ffff:127.0.0.1"),
  ])
  func writesTheShortForm(_ text: String, _ short: String) { #expect(IPAddress(text)?.description == short) }

  @Test(arguments: ["10.1.2.3", "2001:db8::7"]) func readsASocketAddress(_ text: String) throws {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    var list: UnsafeMutablePointer<addrinfo>?
    try #require(getaddrinfo(text, nil, &hints, &list) == 0)
    defer { freeaddrinfo(list) }
    let address = try #require(list?.pointee.ai_addr)
    #expect(IPAddress(UnsafePointer(address)) == IPAddress(text))
    address.pointee.sa_family = sa_family_t(AF_UNIX)
    #expect(IPAddress(UnsafePointer(address)) == nil)
  }

  /// The C library parses the same texts to the same numbers.
  @Test(arguments: [
    "0.0.0.0", "1.2.3.4", "255.255.255.255", "1.2.3.04", "1.2.3", "1.2.3.4.", "::", "::1", "1::", "1:2:3:4:5:6:7::",
    "::2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4",
    "::1.2.3.04", "1.2.3.4::", "00001::", "0001::000f", ":1", "1:", ":::", "1::2::3", "::+1", "aBcD::",
  ])
  func agreesWithTheCLibrary(_ text: String) {
    var (short, long): (UInt32, UInt128) = (0, 0)
    let isShort = inet_pton(AF_INET, text, &short) == 1
    let isLong = inet_pton(AF_INET6, text, &long) == 1
    let expected: IPAddress? = isShort ? .v4(UInt32(bigEndian: short)) : isLong ? .v6(UInt128(bigEndian: long)) : nil
    #expect(IPAddress(text) == expected)
  }

  @Test func onlyAnyoneAdmitsAnUnknownAddress() {
    #expect(HTTPRequest.Peers.anyone.admits(nil))
    #expect(!HTTPRequest.Peers.publicOnly.admits(nil) && !HTTPRequest.Peers.privateOnly.admits(nil))
  }

  @Test(arguments: [
    (HTTPRequest.Peers.anyone, [true, true, true]), (.publicOnly, [false, true, false]),
    (.privateOnly, [true, false, false]),
  ])
  func admitsLocalOrGlobalAddresses(_ peers: HTTPRequest.Peers, _ admitted: [Bool]) {
    #expect(["192.168.1.1", "8.8.8.8", "0.0.0.0"].map { peers.admits(IPAddress($0)) } == admitted)
  }
}
