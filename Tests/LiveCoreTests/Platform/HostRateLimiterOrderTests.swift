import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite(.timeLimit(.minutes(1))) struct HostRateLimiterOrderTests {
  private let clock = ManualClock()

  private func limiter(
    spacing: Duration = .seconds(1), patience: Duration = .seconds(30)
  ) -> HostRateLimiter<ManualClock> {
    HostRateLimiter(clock: clock, longestSleep: .seconds(1), spacing: { spacing }, patience: { patience })
  }

  /// Takes the first turn, queues the others one after the other, and returns the order in which they are served.
  private func order(
    _ asking: [(name: String, isDue: Bool)], every span: Duration = .zero, patience: Duration = .seconds(30)
  ) async throws -> [String] {
    let limiter = limiter(patience: patience)
    try await limiter.turn(at: "a:443")
    let served = Locked<[String]>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (position, asker) in asking.enumerated() {
        group.addTask {
          try await limiter.turn(at: "a:443", isDue: asker.isDue)
          served.withLock { $0.append(asker.name) }
        }
        await clock.whenSleeping(position + 1)
        clock.advance(by: span)
      }
      while served.withLock({ $0.count }) < asking.count {
        // A task that was served may not have noted it yet.
        if served.withLock({ $0.count }) + clock.sleepers == asking.count { clock.advance(by: .milliseconds(100)) }
        // Yields to other threads; no result depends on the length.
        try await Task.sleep(for: .milliseconds(1))
      }
      try await group.waitForAll()
    }
    return served.withLock { $0 }
  }

  @Test func dueResultsGetTurnsFirstAndTheOthersInOrder() async throws {
    let served = try await order([("a", false), ("b", false), ("c", true), ("d", false), ("e", true)])
    #expect(served == ["c", "e", "a", "b", "d"])
  }

  @Test func aLongWaitPrecedesADueResult() async throws {
    let served = try await order([("a", false), ("b", true), ("c", true), ("d", true)], patience: .milliseconds(500))
    #expect(served.first == "a")
  }

  @Test func aTooLongWaitIsReportedOnceWhileItLasts() async throws {
    let limiter = limiter(spacing: .seconds(10))
    try await limiter.turn(at: "a:443")
    let reports = Locked<[Duration]>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        let waited = try await limiter.turn(at: "a:443", reportAfter: .seconds(3)) { span in
          reports.withLock { $0.append(span) }
        }
        #expect(waited >= .seconds(10))
      }
      for _ in 0..<10 {
        await clock.whenSleeping()
        clock.advance(by: .seconds(1))
      }
      try await group.waitForAll()
    }
    #expect(reports.withLock { $0 } == [.seconds(4)])
  }

  @Test func aCancelledCallerUsesNoTurn() async throws {
    let limiter = limiter()
    try await limiter.turn(at: "a:443")
    await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await limiter.turn(at: "a:443", isDue: true) }
      await clock.whenSleeping()
      group.cancelAll()
    }
    clock.advance(by: .seconds(1))
    #expect(try await limiter.turn(at: "a:443") == .zero)
  }

  @Test func aChangedSpacingTakesEffectWithinTheLongestSleep() async throws {
    let spacing = Locked(Duration.seconds(1000))
    let limiter = HostRateLimiter(
      clock: clock, longestSleep: .seconds(1), spacing: { spacing.withLock { $0 } })
    try await limiter.turn(at: "a:443")
    let task = Task { try await limiter.turn(at: "a:443") }
    await clock.whenSleeping()
    spacing.withLock { $0 = .milliseconds(250) }
    clock.advance(by: .seconds(1))
    #expect(try await task.value == .seconds(1))
  }

  @Test func aPauseHoldsADueResultToo() async throws {
    let limiter = limiter()
    await limiter.pause("a:443", for: .seconds(3))
    let task = Task { try await limiter.turn(at: "a:443", isDue: true) }
    for _ in 0..<3 {
      await clock.whenSleeping()
      clock.advance(by: .seconds(1))
    }
    #expect(try await task.value == .seconds(3))
  }
}
