internal import Testing

@testable import LiveCore

@Suite struct PeerTests {
  /// Who, which user the daemon runs as, and whether the one may order the other about.
  @Test(arguments: [
    (0, 1000, true), (1000, 1000, true), (1001, 1000, false), (0, 0, true), (1000, 0, false),
    // Whom a user namespace has no name for is nobody in particular, and not the daemon, even where that is called so.
    (65_534, 1000, false), (65_534, 65_534, false), (-1, 0, false),
  ])
  func rootAndTheDaemonsOwnUserMayOrder(uid: Int, owner: Int, may: Bool) {
    #expect(UnixSocket.Peer(pid: 1, uid: uid).mayOrder(of: owner) == may)
  }
}
