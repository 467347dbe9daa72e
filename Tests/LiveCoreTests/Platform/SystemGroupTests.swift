internal import Foundation
internal import Glibc
internal import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite struct SystemGroupTests {
  @Test(arguments: [
    ("         0          0 4294967295\n", UInt32(1000), true), ("0 0 4294967295", 0, true),
    // A service with PrivateUsers=yes sees root and itself.
    ("0 0 1\n61184 61184 1\n", 0, true), ("0 0 1\n61184 61184 1\n", 61_184, true),
    ("0 0 1\n61184 61184 1\n", 1000, false), ("0 100000 65536", 65_535, true), ("0 100000 65536", 65_536, false),
    // The number of all groups without a mapping.
    ("0 0 4294967295", 65_534, false), ("", 1000, false), ("a b c\n1000", 1000, false),
  ])
  func aGroupIsVisibleIfItsNumberIsMapped(map: String, number: UInt32, isVisible: Bool) {
    #expect(SystemGroup(number: number).isVisible(in: map) == isVisible)
  }

  @Test func membersAreRecognizedByNumber() {
    #expect(SystemGroup(number: 5).isAmong([4, 5]) && !SystemGroup(number: 5).isAmong([4]))
    #expect(!SystemGroup(number: 65_534).isAmong([65_534]))
    #expect(!FollowGroup(name: "x", group: nil).isAdmitted([0]) && !FollowGroup(name: "x", group: nil).exists)
    #expect(FollowGroup(name: "x", group: SystemGroup(number: 5)).isAdmitted([5]))
  }

  @Test func thereIsNoGroupOfAnUnknownName() {
    #expect(SystemGroup(named: "no-such-group-here") == nil && SystemGroup(named: "root")?.number == 0)
  }

  @Test func theKernelReportsTheGroupsOfAPeer() throws {
    let path = NSTemporaryDirectory() + "livegamed-groups-\(UUID().uuidString.prefix(8)).sock"
    defer { unlink(path) }
    let listener = try UnixSocket.bound(to: path)
    try listener.listen()
    let client = try UnixSocket.connected(to: path)
    let accepted = try #require(try listener.accept())
    var own = [gid_t](repeating: 0, count: 65_536)
    let count = Int(getgroups(Int32(own.count), &own))
    #expect(accepted.peerGroups == [getegid()] + own.prefix(count))
    withExtendedLifetime(client) {}
  }
}
