import Testing

@testable import LiveCore

@Suite struct WatchBackOffTests {
  @Test(arguments: [
    (nil, [100, 200, 400, 800, 1600, 2000, 2000]), ("shutdown", [100, 200, 400]), ("slow", [100, 200]),
    ("full", [1000, 2000, 4000, 8000, 16000, 30000, 30000]), ("log", [1000, 2000]), ("novelty", [1000, 2000]),
  ])
  func theWaitDoubles(reason: String?, milliseconds: [Int]) {
    var backOff = WatchBackOff()
    #expect(milliseconds.map { _ in backOff.wait(after: reason) } == milliseconds.map { .milliseconds($0) })
    backOff.reset()
    #expect(backOff.wait(after: reason) == .milliseconds(milliseconds[0]))
  }

  @Test func neverOverflows() {
    var backOff = WatchBackOff()
    for _ in 0..<1000 { #expect(backOff.wait(after: "full") <= .seconds(30)) }
  }
}
