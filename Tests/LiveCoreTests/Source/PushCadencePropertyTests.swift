import Testing

@testable import LiveCore
@testable import LiveModel

/// Random messages and answers, true and false ones, early and late: whatever a push service says, the polls are never
/// fewer than without it unless it is trusted, and never more than the cap allows.
@Suite struct PushCadencePropertyTests {
  private struct Trial {
    var dice: SplitMix
    var push = PushCadence(bounds: .init(), at: Timestamp(seconds: 1_780_000_000))
    var now = Timestamp(seconds: 1_780_000_000)
    /// When the polls alone would ask again.
    var regular = Timestamp(seconds: 1_780_000_000)
    var results = 0
    var lastAnswer: Timestamp?
    /// Times of the polls for messages that came before the regular ones.
    var early: [Timestamp] = []
    var violations: [String] = []

    mutating func pick(_ count: Int) -> Int { Int(dice.next() % UInt64(count)) }

    mutating func check(_ what: String, _ isTrue: Bool) {
      if !isTrue, violations.count < 3 { violations.append("\(what) at \(now)") }
    }

    mutating func step() {
      switch pick(12) {
      case 0...6: hear()
      case 7 where pick(20) == 0: push.opened(at: now)
      case 8 where pick(20) == 0: push.closed()
      default: poll()
      }
      if !push.trust.isTrusted { check("later than the polls", push.deadline <= max(regular, now)) }
    }

    private mutating func hear() {
      now = min(now + .milliseconds(pick(8000)), max(now, push.deadline))
      let shift = pick(10) == 0 ? pick(100_000) - 50_000 : pick(3000)
      let kind = PushMessage.Kind.allCases[pick(PushMessage.Kind.allCases.count)]
      let stamp = Timestamp(seconds: (now - .milliseconds(6000 + shift)).seconds)
      push.heard(PushMessage(stamp: stamp, kind: kind), at: now)
    }

    private mutating func poll() {
      now = max(now, push.deadline)
      if now < regular, push.isWanted { early.append(now) }
      if push.isWanted, let lastAnswer { check("too soon", now - lastAnswer >= .seconds(1)) }
      let asked = now
      now = now + .milliseconds(100)
      let wait = Duration.milliseconds(1000 + pick(29_000))
      results += pick(4) == 0 ? 1 : 0
      let situations = [
        Situation.count(results: results, step: pick(6)), .due(results: results, .inPlay), .between(results: results),
        .pause(results: results),
      ]
      let age = 6000 + (pick(3) == 0 ? pick(20_000) : 0)
      let hints = PollHints(
        phase: .live, revision: Timestamp(seconds: (now - .milliseconds(age)).seconds),
        situation: situations[pick(situations.count)])
      if pick(10) == 0 {
        push.refused(asked: asked, wait: wait, at: now)
      } else {
        push.answered(hints, asked: asked, wait: wait, at: now)
      }
      lastAnswer = now
      regular = now + wait
    }

    /// Returns the largest number of early polls in a minute.
    var mostEarly: Int {
      early.indices.map { index in early[index...].prefix { $0 - early[index] < .seconds(60) }.count }.max() ?? 0
    }
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func thePollsAreNeitherLaterNorMoreThanAllowed(seed: UInt64) {
    var trial = Trial(dice: SplitMix(seed: seed))
    trial.push.opened(at: trial.now)
    for _ in 0..<1500 { trial.step() }
    #expect(trial.violations.isEmpty)
    // Six polls for messages, and twelve that repeat one whose answer was old.
    #expect(trial.mostEarly <= 18)
  }

  /// Fuzzed instants: clocks that stand still or jump.
  @Test func noInstantTraps() {
    var dice = SplitMix(seed: 7)
    var push = PushCadence(bounds: .init(), at: Timestamp(milliseconds: 0))
    // The bounds of what a stamp can be.
    let instants = [-62_167_219_200_000, -1, 0, 1, 1_780_000_000_000, 1_780_000_009_000, 253_402_300_799_999]
      .map(Timestamp.init(milliseconds:))
    for round in 0..<5000 {
      let (now, stamp) = (instants[Int(dice.next() % 7)], instants[Int(dice.next() % 7)])
      let kind = PushMessage.Kind.allCases[Int(dice.next() % 6)]
      push.speed = round % 100 == 0 ? 100_000 : 1
      push.heard(PushMessage(stamp: stamp, kind: kind), at: now)
      push.answered(PollHints(phase: .live, revision: stamp), asked: now, wait: .seconds(1), at: now)
      _ = push.deadline
    }
  }
}
