@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// One game that is polled with the help of a push service, in virtual time, by the daemon's own policy and reader.
struct PushRun {
  private(set) var run: GameRun
  private(set) var push: PushCadence
  private var cadence = Cadence(bounds: .init())
  private var reader: MLBPushReader
  private var deliveries: ArraySlice<PushFaults.Delivery>

  /// Plays the game. Without deliveries there is no connection.
  init(
    _ timeline: Timeline, gamePk: Int, _ deliveries: [PushFaults.Delivery]?, stale: Double, phase: Int64, seed: UInt64
  ) {
    let start = timeline.start + phase
    run = GameRun(timeline)
    push = PushCadence(bounds: .init(), at: Timestamp(milliseconds: start))
    reader = MLBPushReader(gamePk: gamePk)
    self.deliveries = (deliveries ?? [])[...]
    var dice = Dice(seed: seed)
    if deliveries != nil { push.opened(at: Timestamp(milliseconds: start)) }
    var now = start
    while !run.isOver {
      // A message may move the deadline.
      while let next = self.deliveries.first?.time, next <= max(now, push.deadline.milliseconds) { hear() }
      let asked = max(now, push.deadline.milliseconds)
      let age = dice.unit() < stale ? Int64(dice.unit() * 3000) : 0
      let (answer, end) = run.ask(at: asked, staleBy: age)
      while let next = self.deliveries.first?.time, next <= end { hear() }
      take(answer, asked: asked, at: end)
      now = end
    }
  }

  private mutating func hear() {
    guard let delivery = deliveries.popFirst(), let message = reader.read(delivery.text) else { return }
    push.heard(message, at: Timestamp(milliseconds: delivery.time))
  }

  private mutating func take(_ answer: Timeline.Revision, asked: Int64, at end: Int64) {
    let wait = Duration.milliseconds(cadence.wait(after: answer, at: end))
    let hints = PollHints(phase: .live, revision: answer.stamp, situation: answer.situation)
    push.answered(hints, asked: Timestamp(milliseconds: asked), wait: wait, at: Timestamp(milliseconds: end))
  }
}
