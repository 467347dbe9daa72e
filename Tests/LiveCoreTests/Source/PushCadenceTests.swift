import Testing

@testable import LiveCore
@testable import LiveModel

/// When a game with a push service is polled.
@Suite struct PushCadenceTests {
  /// A game whose feed shows each revision seven seconds after its stamp. Times are in seconds.
  struct Game {
    static let start = Timestamp(seconds: 1_780_000_000)
    static let publication = 7.0

    var push = PushCadence(bounds: .init(), at: Game.start)
    /// The wait that the polls alone would make.
    var wait = 9.0
    var fresh = 0.0
    private(set) var results = 0

    static func time(_ seconds: Double) -> Timestamp { start + .milliseconds((seconds * 1000).rounded()) }
    /// Returns the stamp of a revision that can be read from that second on.
    static func stamp(_ seconds: Double) -> Timestamp { time(seconds - publication) }

    var deadline: Double { (push.deadline - Game.start) / .seconds(1) }

    /// Records an answer that shows the revision of `revision`, or the newest one.
    mutating func polls(
      at now: Double, _ situation: (Int) -> Situation = { .count(results: $0, step: 1) }, revision: Double? = nil,
      asked: Double? = nil, newResults: Int = 0
    ) {
      results += newResults
      let hints = PollHints(phase: .live, revision: Game.stamp(revision ?? now), situation: situation(results))
      push.answered(
        hints, asked: Game.time(asked ?? now - 0.1), wait: .seconds(wait), fresh: .seconds(fresh), at: Game.time(now))
    }

    /// Records a message of `now` about the revision of `revision`, or the newest one.
    mutating func hears(_ kind: PushMessage.Kind, at now: Double, revision: Double? = nil) {
      push.heard(PushMessage(stamp: Game.stamp(revision ?? now), kind: kind), at: Game.time(now))
    }

    /// A game whose service is trusted: three announced results, the last one polled at 40.
    static var trusted: Game {
      var game = Game()
      game.polls(at: 0)
      game.push.opened(at: time(0.5))
      game.polls(at: 2, revision: 0)
      for now in [20.0, 30, 40] {
        game.hears(.news, at: now)
        game.polls(at: now, { .between(results: $0) }, newResults: 1)
      }
      return game
    }
  }

  private static func between(_ results: Int) -> Situation { .between(results: results) }
  private static func due(_ results: Int) -> Situation { .due(results: results, .inPlay) }
  private static func pause(_ results: Int) -> Situation { .pause(results: results) }

  @Test func withoutAConnectionTheWaitsAreThoseOfThePolls() {
    var game = Game()
    #expect(game.deadline == 0)
    for now in [0.0, 10, 100] {
      game.polls(at: now)
      #expect(game.deadline == now + 9)
    }
    #expect(game.push.trust.counts == PushCounts() && !game.push.isWanted)
  }

  @Test func anOpenedConnectionCausesOnePoll() {
    var game = Game()
    game.polls(at: 10)
    game.push.opened(at: Game.time(10.5))
    #expect(game.deadline == 11 && game.push.isWanted)
    game.polls(at: 11, revision: 10)
    #expect(game.deadline == 20 && !game.push.isWanted)
  }

  @Test(arguments: [PushMessage.Kind.news, .scoring])
  func newsIsPolledAtOnce(kind: PushMessage.Kind) {
    var game = Game.trusted
    game.hears(kind, at: 60)
    #expect(game.deadline == 60 && game.push.isWanted)
    game.polls(at: 60.1, revision: 60)
    #expect(game.deadline > 69 && !game.push.isWanted)
  }

  @Test(arguments: [PushMessage.Kind.pitch, .ending, .idle])
  func otherKindsCauseNoPoll(kind: PushMessage.Kind) {
    var game = Game.trusted
    game.hears(kind, at: 60)
    #expect(game.deadline > 60 && !game.push.isWanted)
  }

  @Test func theNextPlayIsPolledOnlyWhileTheLastOneIsOpen() {
    var game = Game.trusted
    game.hears(.batter, at: 60)
    #expect(!game.push.isWanted)
    game.polls(at: 61, Self.due)
    game.hears(.batter, at: 70)
    #expect(game.deadline == 70)
  }

  @Test func aPollFollowsAnAnswerByAtLeastASecond() {
    var game = Game.trusted
    game.hears(.news, at: 40.2)
    #expect(game.deadline == 41)
    game.hears(.news, at: 40.6, revision: 40.5)
    #expect(game.deadline == 41)
  }

  @Test func anythingIsPolledAfter45Seconds() {
    var game = Game.trusted
    game.hears(.idle, at: 84)
    #expect(!game.push.isWanted)
    game.hears(.idle, at: 86)
    #expect(game.deadline == 86)
  }

  @Test func anAnswerBeforeTheRevisionIsRepeatedAfterASecond() {
    var game = Game.trusted
    game.hears(.news, at: 60)
    for stale in 0..<4 {
      let now = 60.1 + Double(stale)
      game.polls(at: now, revision: 40)
      #expect(abs(game.deadline - now - 1) < 0.001)
    }
    game.polls(at: 64.1, revision: 40)
    #expect(!game.push.isWanted && game.push.trust.counts.stale == 1 && game.push.trust.counts.falsified == 1)
    #expect(abs(game.deadline - 73.1) < 0.001)
  }

  @Test func aRefusedAnswerIsRepeatedLikeAnOldOne() {
    var game = Game.trusted
    game.hears(.news, at: 60)
    game.push.refused(asked: Game.time(60), wait: .seconds(9), at: Game.time(60.1))
    #expect(abs(game.deadline - 61.1) < 0.001)
    game.polls(at: 61.2, revision: 60)
    #expect(!game.push.isWanted)
  }

  /// The answer was made before the message, so that it proves nothing.
  @Test func aRequestUnderWayIsNotBlamed() {
    var game = Game.trusted
    game.hears(.news, at: 60)
    game.polls(at: 60.1, revision: 40, asked: 59.9)
    #expect(abs(game.deadline - 61.1) < 0.001 && game.push.trust.counts.stale == 0)
    game.polls(at: 61.2, revision: 60)
    #expect(!game.push.isWanted && game.push.trust.counts.stale == 0)
  }

  @Test func aMessageShortensNoBackOff() {
    var game = Game.trusted
    game.push.failed(wait: .seconds(30), at: Game.time(45))
    game.hears(.news, at: 50)
    #expect(game.deadline == 75)
  }

  @Test func aMessageCausesNoPollThatACacheWouldAnswer() {
    var game = Game.trusted
    game.fresh = 5
    game.polls(at: 50, Self.between)
    game.hears(.news, at: 52)
    #expect(game.deadline == 55)
  }

  @Test func theCapIsSixInAMinute() {
    var game = Game.trusted
    var polls = 0
    for second in 0..<40 {
      let now = 120 + Double(second)
      game.hears(.news, at: now)
      guard game.push.isWanted else { continue }
      polls += 1
      game.polls(at: now + 0.1, Self.between, revision: now)
    }
    #expect(polls == 6)
    #expect(game.push.trust.state == .proving)
  }

  @Test(arguments: [
    (PushMessage.Kind.pitch, 30.0), (.batter, 45), (.ending, 10), (.idle, 45), (.scoring, 10),
  ])
  func theWaitOfATrustedServiceFollowsFromItsMessages(kind: PushMessage.Kind, span: Double) {
    var game = Game.trusted
    game.hears(kind, at: 60)
    if kind == .scoring { game.polls(at: 60.1, Self.due, revision: 60) }
    #expect(abs(game.deadline - 60 - span) < 0.001)
  }

  private typealias Shown = (situation: (Int) -> Situation, span: Double)

  @Test func theWaitOfATrustedServiceFollowsFromTheAnswer() {
    let shown: [Shown] = [
      (Self.between, 45), (Self.pause, 60), (Self.due, 10), ({ .count(results: $0, step: 2) }, 30),
    ]
    for (situation, span) in shown {
      var game = Game.trusted
      game.polls(at: 50, situation, revision: 40)
      #expect(abs(game.deadline - 50 - span) < 0.001)
    }
  }

  @Test func aDueResultIsPolledEveryFourSeconds() {
    var game = Game.trusted
    game.hears(.ending, at: 60)
    game.wait = 2
    game.polls(at: 70, Self.due, revision: 60)
    #expect(game.deadline == 74)
    game.polls(at: 74, Self.due, revision: 60)
    #expect(game.deadline == 78)
    // The feed has stopped.
    game.wait = 20
    game.polls(at: 78, Self.due, revision: 60)
    #expect(game.deadline == 98)
  }

  @Test func theBoundsOfTheOwnerHold() {
    var game = Game.trusted
    game.push.bounds.liveMax = .seconds(12)
    game.polls(at: 50, Self.pause, revision: 40)
    #expect(game.deadline == 74)
    game.push.bounds.liveMin = .seconds(5)
    game.hears(.news, at: 51)
    #expect(game.deadline == 55)
  }

  @Test func outsideOfPlayThePollsGoOnAsWithoutMessages() {
    var game = Game.trusted
    let hints = PollHints(phase: .delayed, revision: Game.stamp(50))
    game.push.answered(hints, asked: Game.time(49.9), wait: .seconds(30), at: Game.time(50))
    #expect(game.deadline == 80)
    game.hears(.news, at: 60)
    #expect(game.deadline == 60)
  }

  @Test func aReplayIsPolledByItsOwnClock() {
    var game = Game.trusted
    game.push.speed = 10
    game.polls(at: 50, Self.pause, revision: 40)
    #expect(game.deadline == 56)
  }

  @Test func aLostConnectionIsNotTrusted() {
    var game = Game.trusted
    game.push.closed()
    #expect(game.deadline == 49)
  }
}
