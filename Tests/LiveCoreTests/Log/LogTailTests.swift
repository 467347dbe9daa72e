import Testing

@testable import LiveCore

@Suite struct LogTailTests {
  @Test func manyReadersMissNothingBehindOneNumber() async {
    let tail = LogTail(newest: 0)
    let reached = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<50 {
        group.addTask {
          var seen = 0
          while seen < 1000, let newest = await tail.past(seen) { seen = newest }
          return seen
        }
      }
      for number in 1...1000 {
        tail.publish(number)
        if number.isMultiple(of: 100) { await Task.yield() }
      }
      return await group.reduce(0, +)
    }
    #expect(reached == 50_000 && tail.waiting == 0)
  }

  @Test(arguments: 0..<100)
  func aWaitEndsWhenItIsCancelledWheneverThatIs(round: Int) async {
    let tail = LogTail(newest: 0)
    let wait = Task { await tail.past(0) }
    if round.isMultiple(of: 2) { await Task.yield() }
    wait.cancel()
    #expect(await wait.value == nil && tail.waiting == 0)
  }

  @Test func theBellRingsForEachNewerSequence() {
    let tail = LogTail(newest: 3)
    let rung = Guarded(0)
    tail.ring { rung.withLock { $0 += 1 } }
    tail.publish(4)
    tail.publish(5)
    tail.ring(nil)
    tail.publish(6)
    #expect(rung.withLock { $0 } == 2 && tail.newest == 6)
  }
}
