internal import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite struct PeerTests {
  /// The user that asks, the user that the daemon runs as, and whether the first may give commands.
  @Test(arguments: [
    (0, 1000, true), (1000, 1000, true), (1001, 1000, false), (0, 0, true), (1000, 0, false),
    // Users that a user namespace does not map all appear as `nobody`; none of them is the daemon, even if that runs
    // as `nobody`.
    (65_534, 1000, false), (65_534, 65_534, false), (-1, 0, false),
  ])
  func onlyRootAndTheUserOfTheDaemonMayGiveCommands(uid: Int, owner: Int, may: Bool) {
    #expect(UnixSocket.Peer(pid: 1, uid: uid).mayOrder(of: owner) == may)
  }
}
