internal import Testing

@testable import LiveCore
@testable import LiveModel

@Suite(.timeLimit(.minutes(1))) struct SocketClientEventTests {
  @Test(arguments: [1, 2, 5])
  func findsTheEventOfASequence(sequence: Int) async throws {
    try await SocketFixture.with(events: 5) { fixture in
      let line = try await SocketClient(path: fixture.path).event(numbered: sequence)
      #expect(try CloudEvent(line: line).sequence == sequence)
    }
  }

  @Test(arguments: [-1, 0, 6, 7, 1000])
  func reportsAMissingEvent(sequence: Int) async throws {
    try await SocketFixture.with(events: 5) { fixture in
      let fault = await #expect(throws: Fault.self) {
        try await SocketClient(path: fixture.path).event(numbered: sequence)
      }
      #expect(fault?.code == .socketNoEvent)
      #expect(fault?.message.hasPrefix("there is no event \(sequence): ") == true)
    }
  }

  @Test func reportsARemovedEvent() async throws {
    try await SocketFixture.with(events: 5) { fixture in
      try await fixture.store.prune(upTo: 3)
      let fault = await #expect(throws: Fault.self) {
        try await SocketClient(path: fixture.path).event(numbered: 2)
      }
      #expect(fault?.message == "there is no event 2: the log has removed it")
      let line = try await SocketClient(path: fixture.path).event(numbered: 4)
      #expect(try CloudEvent(line: line).sequence == 4)
    }
  }
}
