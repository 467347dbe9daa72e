import Testing

@testable import LiveModel
@testable import LivePlatform

@Suite struct PushKeepAliveTests {
  private static let start = Timestamp(seconds: 1_800_000_000)

  private static func keepAlive(sendsHeartbeats: Bool = true) -> PushKeepAlive {
    PushKeepAlive(PushTiming(), sendsHeartbeats: sendsHeartbeats, openedAt: start)
  }

  @Test func sendsHeartbeatsAndPingsWhenTheyAreDue() {
    var keepAlive = Self.keepAlive()
    var log: [Int: [PushKeepAlive.Duty]] = [:]
    for second in 0...60 {
      let now = Self.start + .seconds(second)
      #expect(keepAlive.next >= now)
      let duties = keepAlive.duties(at: now)
      if !duties.isEmpty { log[second] = duties }
      if duties.contains(.ping) { keepAlive.pongArrived() }
    }
    #expect(
      log == [
        0: [.heartbeat], 10: [.heartbeat], 20: [.heartbeat, .ping], 30: [.heartbeat], 40: [.heartbeat, .ping],
        50: [.heartbeat], 60: [.heartbeat, .ping],
      ])
  }

  @Test func onlyPingsWithoutAHeartbeat() {
    var keepAlive = Self.keepAlive(sendsHeartbeats: false)
    #expect(keepAlive.next == Self.start + .seconds(20))
    #expect(keepAlive.duties(at: Self.start).isEmpty)
    #expect(keepAlive.duties(at: Self.start + .seconds(20)) == [.ping])
  }

  @Test func givesUpWithoutAPong() {
    var keepAlive = Self.keepAlive(sendsHeartbeats: false)
    _ = keepAlive.duties(at: Self.start + .seconds(20))
    #expect(keepAlive.next == Self.start + .seconds(30))
    #expect(keepAlive.duties(at: Self.start + .milliseconds(29_999)).isEmpty)
    #expect(keepAlive.duties(at: Self.start + .seconds(30)) == [.giveUp])
  }

  @Test func aLatePongThatWasReadFirstSavesTheConnection() {
    var keepAlive = Self.keepAlive(sendsHeartbeats: false)
    _ = keepAlive.duties(at: Self.start + .seconds(20))
    keepAlive.pongArrived()
    #expect(keepAlive.duties(at: Self.start + .seconds(300)) == [.ping])
  }

  @Test func makesUpForNoIntervalThatHasPassed() {
    var keepAlive = Self.keepAlive()
    #expect(keepAlive.duties(at: Self.start + .seconds(1000)) == [.heartbeat, .ping])
    #expect(keepAlive.duties(at: Self.start + .seconds(1000)).isEmpty)
    #expect(keepAlive.next == Self.start + .seconds(1010))
  }

  @Test func scalesAllIntervals() {
    let timing = PushTiming().scaled(by: 0.01)
    #expect(timing.heartbeat == .milliseconds(100) && timing.ping == .milliseconds(200))
    #expect(timing.pong == .milliseconds(100) && timing.handshake == .milliseconds(100))
    #expect(timing.closing == .milliseconds(10) && timing.firstWait == .milliseconds(30))
    #expect(timing.longestWait == .seconds(3) && timing.unavailable == .seconds(3))
    #expect(timing.refused == .seconds(18) && timing.spread == .milliseconds(10))
    #expect(timing.attempts == PushTiming().attempts)
  }
}
