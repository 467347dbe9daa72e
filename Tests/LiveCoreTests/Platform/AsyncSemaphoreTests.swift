import Testing

@testable import LivePlatform

@Suite(.timeLimit(.minutes(1))) struct AsyncSemaphoreTests {
  private struct Refusal: Error {}

  private let semaphore = AsyncSemaphore(2)
  private let begun = Watermark()
  private let gate = Watermark()

  /// Does a work with a permit until the gate is opened.
  private func hold() async throws {
    try await semaphore.withPermit {
      begun.raise { $0 + 1 }
      _ = await gate.past(0)
    }
  }

  /// Returns when so many tasks wait for a permit.
  private func whenWaiting(_ count: Int, for other: AsyncSemaphore? = nil) async throws {
    while (other ?? semaphore).waiting < count {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  @Test func noMoreTasksThanPermitsWorkAtOneTime() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { try await hold() } }
      try await whenWaiting(48)
      _ = await begun.past(1)
      #expect(begun.value == 2)
      gate.raise { $0 + 1 }
      try await group.waitForAll()
    }
    #expect(begun.value == 50)
  }

  @Test func tasksGetAPermitInTheOrderOfTheirArrival() async throws {
    let (semaphore, order) = (AsyncSemaphore(1), Locked<[Int]>([]))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await semaphore.withPermit {
          begun.raise { $0 + 1 }
          _ = await gate.past(0)
        }
      }
      _ = await begun.past(0)
      for number in 0..<20 {
        group.addTask { try await semaphore.withPermit { order.withLock { $0.append(number) } } }
        try await whenWaiting(number + 1, for: semaphore)
      }
      gate.raise { $0 + 1 }
      try await group.waitForAll()
    }
    #expect(order.withLock { $0 } == Array(0..<20))
  }

  @Test func aCancelledTaskStopsWaitingAndTakesNoPermit() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { try await hold() } }
      _ = await begun.past(1)
      await withTaskGroup(of: Bool.self) { waiting in
        for _ in 0..<3 { waiting.addTask { (try? await hold()) == nil } }
        try? await whenWaiting(3)
        waiting.cancelAll()
        for await hasFailed in waiting { #expect(hasFailed) }
      }
      #expect(semaphore.waiting == 0)
      gate.raise { $0 + 1 }
      try await group.waitForAll()
    }
    #expect(begun.value == 2)
    for _ in 0..<3 { try await hold() }
  }

  @Test func aTaskThatIsCancelledAlreadyGetsNoPermit() async {
    await withTaskGroup(of: Void.self) { group in
      group.cancelAll()
      group.addTask { await #expect(throws: CancellationError.self) { try await semaphore.withPermit {} } }
    }
  }

  @Test func aFailedWorkGivesItsPermitBack() async throws {
    for _ in 0..<3 {
      await #expect(throws: Refusal.self) { try await semaphore.withPermit { throw Refusal() } }
    }
    #expect(try await semaphore.withPermit { 1 } == 1)
  }
}
