import Testing

@testable import LiveCore

/// Who gets a place when there are too few.
@Suite struct ClientQuotaTests {
  private var quota = ClientQuota(places: 80) { $0?.mayOrder(of: 900) ?? false }
  private var next: UInt64 = 2

  /// Whether a client gets a place; takes one from whoever has to go.
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

  @Test mutating func oneUserMayHaveAllThatIsFreeButTheReserve() {
    fill(1000)
    #expect(quota.count == 70 && quota.reserve == 10)
    #expect(admit(1000) == .refused)
  }

  @Test(arguments: [0, 900]) mutating func rootAndTheDaemonsOwnUserHaveAReserve(uid: Int) {
    var test = self
    test.fill(1000)
    for _ in 0..<10 { #expect(test.admit(uid) == .admitted) }
    #expect(test.quota.count == 80)
    // Past it they have what others have: places of whoever has more.
    guard case .instead = test.admit(uid) else { return #expect(Bool(false), "root is refused") }
    #expect(test.quota.count == 80 && test.quota.count(of: 1000) == 69)
  }

  @Test mutating func aUserWithFewerGetsAPlaceOfTheOneWithTheMost() {
    for _ in 0..<5 { admit(1001) }
    fill(1000)
    #expect(quota.count(of: 1000) == 65)
    // The newest of the user with the most goes.
    #expect(admit(1002) == .instead(of: 71))
    #expect(admit(1001) == .instead(of: 70))
    #expect(quota.count(of: 1000) == 63 && quota.count(of: 1001) == 6 && quota.count(of: 1002) == 1)
    #expect(admit(1000) == .refused)
  }

  /// Each comes again as soon as it is sent away: that must end, with fair shares.
  @Test mutating func nobodyTakesPlacesFromEachOtherWithoutEnd() {
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

  /// In the service's user namespace everybody has the same name.
  @Test mutating func oneProcessShutsOutNoOther() {
    let stranger = UnixSocket.Peer.overflowUID
    fill(stranger, pid: 10)
    #expect(admit(stranger, pid: 10) == .refused)
    for pid in 20..<50 {
      guard case .instead = admit(stranger, pid: pid) else { return #expect(Bool(false), "\(pid) is refused") }
    }
    #expect(quota.count(of: stranger) == 70)
  }

  @Test mutating func noOneIsRootInAUserNamespace() {
    fill(UnixSocket.Peer.overflowUID, pid: 10)
    #expect(quota.count == 70)
    #expect(admit(0) == .admitted)
  }

  @Test mutating func aPlaceThatIsLeftIsFree() {
    fill(1000)
    for token: UInt64 in 2..<72 { quota.remove(token) }
    quota.remove(5)
    #expect(quota.count == 0 && quota.count(of: 1000) == 0)
    fill(1001)
    #expect(quota.count == 70)
  }

  @Test(arguments: [(0, 0), (1, 0), (7, 0), (8, 1), (16, 2), (16_384, 64)])
  func theReserveIsAnEighthAndNoMoreThan64(places: Int, reserve: Int) {
    #expect(ClientQuota(places: places) { _ in false }.reserve == reserve)
  }

  @Test func whoTheKernelDoesNotNameIsOneUser() {
    var quota = ClientQuota(places: 2) { _ in false }
    #expect(quota.verdict(on: nil) == .admitted)
    quota.add(2, of: nil)
    quota.add(3, of: nil)
    #expect(quota.verdict(on: nil) == .refused && quota.count(of: -1) == 2)
  }
}
