import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite(.timeLimit(.minutes(1))) struct HostRateLimiterTests {
  private let clock = ManualClock()
  private let limiter: HostRateLimiter<ManualClock>
  private let step = Duration.milliseconds(20)

  init() { limiter = HostRateLimiter(clock: clock) }

  /// Starts tasks that wait for a turn, one after the other; `others` sleep already.
  private func waiters(_ count: Int, at host: String = "a:443", besides others: Int = 0) async -> [Task<
    Void, any Error
  >] {
    var tasks: [Task<Void, any Error>] = []
    for number in 1...count {
      tasks.append(Task { [limiter] in try await limiter.turn(at: host) })
      await clock.whenSleeping(others + number)
    }
    return tasks
  }

  @Test func givesTurnsInOrderAtAnEvenPace() async throws {
    try await limiter.turn(at: "a:443")
    let tasks = await waiters(100)
    for (number, task) in tasks.enumerated() {
      clock.advance(by: step - .nanoseconds(1))
      await clock.whenSleeping(100 - number)
      clock.advance(by: .nanoseconds(1))
      try await task.value
    }
    // The last of 101 turns is two seconds after the first.
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func hostsDoNotDelayEachOther() async throws {
    await limiter.pause("a:443", for: .seconds(60))
    let task = await waiters(1)[0]
    try await limiter.turn(at: "b:443")
    try await limiter.turn(at: "a:8443")
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func aPauseDelaysAllWaitersAndKeepsTheirOrder() async throws {
    try await limiter.turn(at: "a:443")
    var tasks = await waiters(2)
    await limiter.pause("a:443", for: .seconds(3))
    await limiter.pause("a:443", for: .seconds(1))
    tasks += await waiters(1, besides: 2)
    clock.advance(by: .milliseconds(40))
    await clock.whenSleeping(3)
    clock.advance(by: .milliseconds(2959))
    await clock.whenSleeping(3)
    for (advance, task) in zip([.milliseconds(1), step, step], tasks) {
      clock.advance(by: advance)
      try await task.value
    }
    #expect(clock.now.offset == .milliseconds(3040))
  }

  @Test func aTurnInAdvanceDelaysTheOthersByOne() async throws {
    try await limiter.turn(at: "a:443")
    #expect(await limiter.takeInAdvance(at: "a:443"))
    let task = await waiters(1)[0]
    clock.advance(by: step * 2 - .nanoseconds(1))
    await clock.whenSleeping(1)
    clock.advance(by: .nanoseconds(1))
    try await task.value
    #expect(clock.now.offset == step * 2)
  }

  @Test func noTurnIsTakenInAdvanceDuringAPause() async {
    #expect(await limiter.takeInAdvance(at: "a:443"))
    await limiter.pause("a:443", for: .seconds(1))
    #expect(await !limiter.takeInAdvance(at: "a:443"))
    clock.advance(by: .seconds(1))
    #expect(await limiter.takeInAdvance(at: "a:443"))
  }

  @Test func aLateWakeUpCausesNoBurst() async throws {
    try await limiter.turn(at: "a:443")
    let tasks = await waiters(3)
    clock.advance(by: .seconds(1))
    try await tasks[0].value
    await clock.whenSleeping(2)
    clock.advance(by: step)
    try await tasks[1].value
    await clock.whenSleeping(1)
    clock.advance(by: step)
    try await tasks[2].value
  }

  @Test func aCancelledWaiterUsesNoTurn() async throws {
    try await limiter.turn(at: "a:443")
    let tasks = await waiters(3)
    for task in tasks[..<2] {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    clock.advance(by: .seconds(1))
    try await tasks[2].value
  }

  @Test func aTaskThatIsAlreadyCancelledUsesNoTurn() async throws {
    await withTaskGroup(of: Void.self) { group in
      group.cancelAll()
      group.addTask { await #expect(throws: CancellationError.self) { try await limiter.turn(at: "a:443") } }
    }
    try await limiter.turn(at: "a:443")
  }

  @Test(arguments: [
    (Duration.seconds(1), 1), (.seconds(3600), 3600), (.seconds(3601), 3600), (.seconds(Int64.max), 3600),
  ])
  func aPauseLastsAsLongAsAskedForUpToAnHour(_ span: Duration, _ seconds: Int) async throws {
    await limiter.pause("a:443", for: span)
    let task = await waiters(1)[0]
    clock.advance(by: .seconds(seconds) - .nanoseconds(1))
    await clock.whenSleeping()
    clock.advance(by: .nanoseconds(1))
    try await task.value
    #expect(clock.now.offset == .seconds(seconds))
  }

  /// A pause of zero or less delays no task and does not end a running pause.
  @Test(arguments: [Duration.seconds(-1), .zero, .seconds(Int64.min)])
  func aPauseOfNoTimeChangesNothing(_ span: Duration) async throws {
    await limiter.pause("a:443", for: span)
    try await limiter.turn(at: "a:443")
    await limiter.pause("b:443", for: .seconds(10))
    await limiter.pause("b:443", for: span)
    let task = await waiters(1, at: "b:443")[0]
    clock.advance(by: .seconds(10) - .nanoseconds(1))
    await clock.whenSleeping()
    clock.advance(by: .nanoseconds(1))
    try await task.value
    #expect(clock.now.offset == .seconds(10))
  }

  @Test func forgetsIdleHosts() async throws {
    await limiter.pause("silent:443", for: .seconds(60))
    for number in 0..<100 { try await limiter.turn(at: "host-\(number):443") }
    clock.advance(by: .seconds(1))
    try await limiter.turn(at: "another:443")
    #expect(await limiter.count == 2)
  }
}
