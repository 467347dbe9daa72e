import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite struct LogTailTests {
  @Test func concurrentReadersMissNoNumber() async {
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
  func aCancelledWaitEnds(round: Int) async {
    let tail = LogTail(newest: 0)
    let wait = Task { await tail.past(0) }
    if round.isMultiple(of: 2) { await Task.yield() }
    wait.cancel()
    #expect(await wait.value == nil && tail.waiting == 0)
  }

  @Test func theBellRingsForEachNewSequence() {
    let tail = LogTail(newest: 3)
    let rung = Locked(0)
    tail.ring { rung.withLock { $0 += 1 } }
    tail.publish(4)
    tail.publish(5)
    tail.ring(nil)
    tail.publish(6)
    #expect(rung.withLock { $0 } == 2 && tail.newest == 6)
  }

  private func events(_ sequences: ClosedRange<Int>) -> [LoggedEvent] {
    sequences.map { LoggedEvent(sequence: $0, game: "mlb/1", logged: SampleEvents.start, line: []) }
  }

  @Test func theReaderWithTheBellGetsNewLinesOnceAndInOrder() {
    let tail = LogTail(newest: 0)
    tail.ring {}
    tail.publish(events(1...3))
    tail.publish(events(4...4))
    #expect(tail.takeFresh().map(\.sequence) == [1, 2, 3, 4] && tail.newest == 4)
    #expect(tail.takeFresh().isEmpty)
    tail.publish(events(5...5))
    #expect(tail.takeFresh().map(\.sequence) == [5])
  }

  @Test func newLinesAreAvailableWhenTheBellRings() {
    let tail = LogTail(newest: 0)
    let taken = Locked<[Int]>([])
    tail.ring { [unowned tail] in
      let fresh = tail.takeFresh().map(\.sequence)
      taken.withLock { $0 += fresh }
    }
    tail.publish(events(1...2))
    tail.publish(events(3...3))
    #expect(taken.withLock { $0 } == [1, 2, 3])
  }

  @Test func withoutABellNoLinesAreKeptAndANewBellBeginsEmpty() {
    let tail = LogTail(newest: 0)
    tail.publish(events(1...3))
    #expect(tail.takeFresh().isEmpty && tail.newest == 3)
    tail.ring {}
    tail.publish(events(4...4))
    tail.ring {}
    #expect(tail.takeFresh().isEmpty)
    tail.publish(events(5...5))
    tail.ring(nil)
    #expect(tail.takeFresh().isEmpty && tail.newest == 5)
  }

  /// Lines that exceed the limit are read from the log; later lines that fit are handed over again.
  @Test func keptLinesAreLimited() {
    let tail = LogTail(newest: 0)
    let most = LogTail.mostFresh
    tail.ring {}
    tail.publish(events(1...most - 1))
    tail.publish(events(most...most + 1))
    #expect(tail.takeFresh().map(\.sequence) == Array(1..<most) && tail.newest == most + 1)
    tail.publish(events(1...most))
    tail.publish(events(most + 1...most + 1))
    #expect(tail.takeFresh().count == most)
    tail.publish(events(1...most + 1))
    #expect(tail.takeFresh().isEmpty)
  }

  @Test func onlyNewEventsWakeAWait() async {
    let tail = LogTail(newest: 0)
    let rung = Locked(0)
    tail.ring { rung.withLock { $0 += 1 } }
    async let newest = tail.past(1)
    tail.publish(events(1...1))
    tail.publish([])
    #expect(rung.withLock { $0 } == 1 && tail.newest == 1)
    tail.publish(events(2...4))
    #expect(await newest == 4)
  }
}
