import Testing

@testable import LiveCore
@testable import LivePlatform

/// Assignment of places when there are too few.
@Suite struct ClientQuotaTests {
  private var quota = ClientQuota(places: 80) { $0?.mayOrder(of: 900) ?? false }
  private var next: UInt64 = 2

  /// Returns whether a client gets a place; removes the client that has to give one up.
  @discardableResult
  private mutating func admit(_ uid: Int, pid: Int = 1) -> ClientQuota.Verdict {
    let peer = UnixSocket.Peer(pid: pid, uid: uid)
    let verdict = quota.verdict(on: peer)
    if verdict == .refused { return verdict }
    if case .instead(let token) = verdict { quota.remove(token) }
    quota.add(next, of: peer)
    next += 1
    return verdict
  }

  private mutating func fill(_ uid: Int, pid: Int = 1) { while admit(uid, pid: pid) == .admitted {} }

  @Test mutating func oneUserMayTakeAllPlacesExceptTheReserve() {
    fill(1000)
    #expect(quota.count == 70 && quota.reserve == 10)
    #expect(admit(1000) == .refused)
  }

  @Test(arguments: [0, 900]) mutating func rootAndTheUserOfTheDaemonHaveAReserve(uid: Int) {
    var test = self
    test.fill(1000)
    for _ in 0..<10 { #expect(test.admit(uid) == .admitted) }
    #expect(test.quota.count == 80)
    // Beyond the reserve they get what others get: places of a user that has more.
    guard case .instead = test.admit(uid) else { return #expect(Bool(false), "root is refused") }
    #expect(test.quota.count == 80 && test.quota.count(of: 1000) == 69)
  }

  @Test mutating func aUserWithFewerPlacesGetsOneOfTheUserWithMost() {
    for _ in 0..<5 { admit(1001) }
    fill(1000)
    #expect(quota.count(of: 1000) == 65)
    // The newest client of the user with the most places is removed.
    #expect(admit(1002) == .instead(of: 71))
    #expect(admit(1001) == .instead(of: 70))
    #expect(quota.count(of: 1000) == 63 && quota.count(of: 1001) == 6 && quota.count(of: 1002) == 1)
    #expect(admit(1000) == .refused)
  }

  /// Each reconnects as soon as it is removed; that must end, with equal shares.
  @Test mutating func reconnectingUsersReachEqualShares() {
    fill(1000)
    let users = [1000, 1001, 1002]
    var moves = 0
    for round in 0..<1000 {
      if case .instead = admit(users[round % 3]) { moves += 1 }
    }
    #expect(moves < 100 && quota.count == 70)
    #expect(users.map { quota.count(of: $0) }.sorted() == [23, 23, 24])
    for user in users { #expect(admit(user) == .refused) }
  }

  /// In the user namespace of the service, all users appear as the same one.
  @Test mutating func oneProcessCannotTakeAllPlaces() {
    let stranger = UnixSocket.Peer.overflowUID
    fill(stranger, pid: 10)
    #expect(admit(stranger, pid: 10) == .refused)
    for pid in 20..<50 {
      guard case .instead = admit(stranger, pid: pid) else { return #expect(Bool(false), "\(pid) is refused") }
    }
    #expect(quota.count(of: stranger) == 70)
  }

  @Test mutating func noClientIsRootInAUserNamespace() {
    fill(UnixSocket.Peer.overflowUID, pid: 10)
    #expect(quota.count == 70)
    #expect(admit(0) == .admitted)
  }

  @Test mutating func aReleasedPlaceIsFree() {
    fill(1000)
    for token: UInt64 in 2..<72 { quota.remove(token) }
    quota.remove(5)
    #expect(quota.count == 0 && quota.count(of: 1000) == 0)
    fill(1001)
    #expect(quota.count == 70)
  }

  @Test(arguments: [(0, 0), (1, 0), (7, 0), (8, 1), (16, 2), (16_384, 64)])
  func theReserveIsAnEighthUpTo64(places: Int, reserve: Int) {
    #expect(ClientQuota(places: places) { _ in false }.reserve == reserve)
  }

  @Test func unmappedUsersCountAsOneUser() {
    var quota = ClientQuota(places: 2) { _ in false }
    #expect(quota.verdict(on: nil) == .admitted)
    quota.add(2, of: nil)
    quota.add(3, of: nil)
    #expect(quota.verdict(on: nil) == .refused && quota.count(of: -1) == 2)
  }
}
