import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite struct WatermarkTests {
  @Test func aWaiterGetsTheNewestNumberHoweverFarBehindItIs() async {
    let level = Watermark(3)
    async let reached = level.past(4)
    level.raise { $0 + 1 }
    level.raise { max($0, 9) }
    #expect(await reached == 9)
    #expect(await level.past(8) == 9 && level.waiting == 0)
  }

  @Test func aSmallerNumberChangesNothing() {
    let level = Watermark(3)
    level.raise { _ in 2 }
    #expect(level.value == 3)
  }

  @Test(arguments: 0..<100)
  func aCancelledWaitEnds(round: Int) async {
    let level = Watermark()
    let wait = Task { await level.past(0) }
    if round.isMultiple(of: 2) { await Task.yield() }
    wait.cancel()
    #expect(await wait.value == nil && level.waiting == 0)
  }
}
