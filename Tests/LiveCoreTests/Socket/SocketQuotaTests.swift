import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// Several users at one socket with few places.
@Suite(.timeLimit(.minutes(1))) struct SocketQuotaTests {
  /// The user id of the next client, in place of the kernel's answer.
  private final class Callers: Sendable {
    private let next = Locked<UnixSocket.Peer>(.init(pid: 1, uid: 1000))

    func become(_ uid: Int, pid: Int = 1) { next.withLock { $0 = .init(pid: pid, uid: uid) } }

    var options: SocketOptions {
      var options = SocketFixture.options
      options.clients = 16
      options.identify = { [self] _ in next.withLock { $0 } }
      options.isPrivileged = { $0?.mayOrder(of: 900) ?? false }
      options.meters = Meters()
      return options
    }
  }

  private let callers = Callers()

  /// Connects clients one after the other, each subscribed and up to date.
  private func clients(_ count: Int, at fixture: SocketFixture) async throws -> [SocketClient] {
    var clients: [SocketClient] = []
    for _ in 0..<count {
      let client = try await fixture.client(after: .now)
      #expect(try await client.read(1) == ["synced 3"])
      clients.append(client)
    }
    return clients
  }

  @Test func aUserWithAllPlacesShutsOutNeitherRootNorAnotherUser() async throws {
    let options = callers.options
    try await SocketFixture.with(options, events: 3) { fixture in
      // Two of the sixteen places are reserved.
      let hog = try await clients(14, at: fixture)
      let refused = try SocketClient(path: fixture.path)
      #expect(try await refused.read(9) == ["closed full"])
      for uid in [0, 900] {
        callers.become(uid)
        let privileged = try await fixture.client()
        _ = try await privileged.answer(to: .status)
      }
      callers.become(1001)
      let other = try await fixture.client(after: .oldest)
      #expect(try await other.read(4) == ["1", "2", "3", "synced 3"])
      // The newest client of the user with the most places gets its resume point.
      #expect(try await hog[13].read(9) == ["closed share 3"])
      try await fixture.store.append([4])
      #expect(try await hog[12].read(1) == ["4"])
      #expect(try await other.read(1) == ["4"])
      callers.become(1000)
      #expect(try await SocketClient(path: fixture.path).read(9) == ["closed full"])
      #expect(closings("share", options) == 1)
      #expect(closings("full", options) == 2)
      // The optimizer would otherwise release the clients after their last use, and their places with them.
      withExtendedLifetime((hog, other)) {}
    }
  }

  @Test func aReleasedPlaceIsFreeAgain() async throws {
    try await SocketFixture.with(callers.options, events: 3) { fixture in
      for _ in 0..<3 {
        try await fill(fixture)
        // The server has released the places when another user can connect.
        while try await SocketClient(path: fixture.path).next()?.op != "hello" { await Task.yield() }
      }
    }
  }

  /// Takes all places of a user, and releases them.
  private func fill(_ fixture: SocketFixture) async throws {
    var hog: [SocketClient] = []
    while true {
      let client = try SocketClient(path: fixture.path)
      guard try await client.next()?.op == "hello" else { break }
      hog.append(client)
    }
    #expect(hog.count <= 14)
  }

  /// The kernel may refuse further writes of the client, but not the reason that the daemon sent.
  @Test func aRefusedClientGetsTheReason() async throws {
    var options = SocketFixture.options
    options.clients = 0
    try await SocketFixture.with(options) { fixture in
      for _ in 0..<50 {
        let fault = await #expect(throws: Fault.self) {
          try await SocketClient(path: fixture.path).answer(to: .status)
        }
        #expect(fault?.code == .socketFailed)
        #expect(fault?.message.hasPrefix("the daemon closed the connection: full, all places") == true)
        let order = await #expect(throws: Fault.self) {
          try await SocketClient(path: fixture.path).answer(to: .retry(.all))
        }
        #expect(order?.message == fault?.message)
      }
    }
  }

  private func closings(_ reason: String, _ options: SocketOptions) -> Double? {
    options.meters.value(of: "livegamed_clients_closed_total{reason=\"\(reason)\"}")
  }
}
