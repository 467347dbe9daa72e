import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite(.timeLimit(.minutes(1))) struct BlockingThreadTests {
  private struct Refused: Error {}

  @Test func aCallReturnsTheResultOfItsWork() async throws {
    let thread = try BlockingThread(name: "test-call")
    for number in 1...100 {
      let answer = try await thread.call { number * 2 }
      #expect(answer == number * 2)
    }
    await #expect(throws: Refused.self) { try await thread.call { throw Refused() } }
    #expect(try await thread.call { "on" } == "on")
  }

  @Test func callsRunOneAtATime() async throws {
    let thread = try BlockingThread(name: "test-call")
    let depth = Locked((now: 0, most: 0))
    try await withThrowingDiscardingTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          try await thread.call {
            depth.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            depth.withLock { $0.now -= 1 }
          }
        }
      }
    }
    #expect(depth.withLock { $0.most } == 1)
  }

  /// A cancelled waiter returns although the call hangs; a call that has not begun is never made.
  @Test func aCancelledTaskDoesNotWait() async throws {
    let thread = try BlockingThread(name: "test-call")
    let (gate, begun, made) = (try UnixPipe(), Watermark(), Locked<[String]>([]))
    await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await thread.call {
          begun.raise { $0 + 1 }
          _ = try? gate.reading.read(atMost: 1)
          made.withLock { $0.append("hanging") }
        }
      }
      _ = await begun.past(0)
      group.addTask { try await thread.call { made.withLock { $0.append("waiting") } } }
      group.cancelAll()
      await #expect(throws: CancellationError.self) { try await group.waitForAll() }
    }
    #expect(made.withLock { $0 } == [])
    _ = try gate.writing.write([0])
    try await thread.call { made.withLock { $0.append("next") } }
    #expect(made.withLock { $0 } == ["hanging", "next"])
  }

  @Test func aTaskThatIsAlreadyCancelledMakesNoCall() async throws {
    let thread = try BlockingThread(name: "test-call")
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await thread.call { true }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
