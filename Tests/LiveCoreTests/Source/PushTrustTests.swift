import Testing

@testable import LiveCore
@testable import LiveModel

/// How a push service gains and loses trust.
@Suite struct PushTrustTests {
  private typealias Game = PushCadenceTests.Game

  @Test func threeAnnouncementsThatCameTrueAreNeeded() {
    var game = Game()
    game.polls(at: 0)
    game.push.opened(at: Game.time(0.5))
    game.polls(at: 2, revision: 0)
    var states: [PushTrust.State] = []
    for now in [20.0, 30, 40] {
      game.hears(.news, at: now)
      states.append(game.push.trust.state)
      game.polls(at: now + 0.1, revision: now, newResults: 1)
    }
    #expect(states == [.proving, .proving, .proving] && game.push.trust.state == .trusted)
    #expect(game.push.trust.counts == PushCounts(messages: 3, announced: 3, polls: 4))
  }

  /// A service that announces pitches alone has not shown that it announces results.
  @Test func announcedResultsAreNeeded() {
    var game = Game()
    game.push.opened(at: Game.time(0))
    for now in stride(from: 10.0, to: 200, by: 10) {
      game.hears(.pitch, at: now)
      game.polls(at: now + 0.1, revision: now)
    }
    #expect(game.push.trust.state == .proving)
  }

  @Test func aRevisionThatWasNotAnnouncedEndsTheTrust() {
    var game = Game.trusted
    game.polls(at: 50)
    #expect(game.push.trust.state == .trusted && game.deadline == 60)
    game.polls(at: 60, revision: 50)
    #expect(game.push.trust.state == .deaf && game.push.trust.missesInRow == 1 && game.deadline == 69)
    #expect(game.push.trust.counts.missed == 1 && game.push.trust.counts.falsified == 0)
  }

  @Test func aMessageWithinTenSecondsIsInTime() {
    var game = Game.trusted
    game.polls(at: 50)
    game.hears(.pitch, at: 51, revision: 50)
    game.polls(at: 61, revision: 50)
    #expect(game.push.trust.state == .trusted && game.push.trust.counts.missed == 0)
    #expect(game.push.trust.counts.announced == 4)
  }

  @Test func trustReturnsWithThreeAnnouncements() {
    var game = Game.trusted
    game.polls(at: 50)
    game.polls(at: 60, revision: 50)
    for now in [70.0, 80, 90] {
      #expect(game.push.trust.state != .trusted)
      game.hears(.pitch, at: now)
      game.polls(at: now + 0.1, revision: now)
    }
    #expect(game.push.trust.state == .trusted && game.push.trust.missesInRow == 0)
  }

  @Test func lateMessagesAreNotTrusted() {
    var game = Game.trusted
    for now in [60.0, 70, 80] { game.hears(.news, at: now, revision: now - 5) }
    #expect(game.push.trust.state == .late)
    game.polls(at: 80.1, revision: 80)
    #expect(abs(game.deadline - 89.1) < 0.001)
    // A message that comes late still helps.
    game.hears(.news, at: 86, revision: 81)
    #expect(game.deadline == 86)
  }

  @Test func duplicatesAndOldMessagesCauseNoPoll() {
    var game = Game.trusted
    game.hears(.news, at: 60)
    game.polls(at: 60.1, revision: 60)
    game.hears(.news, at: 62, revision: 60)
    game.hears(.news, at: 63, revision: 55)
    #expect(!game.push.isWanted && game.push.trust.counts.repeated == 1 && game.push.trust.state == .trusted)
  }

  /// Two things of one second have the same stamp.
  @Test func anotherMessageOfTheSameSecondIsNoDuplicate() {
    var game = Game.trusted
    game.hears(.idle, at: 60)
    game.polls(at: 60.1, revision: 60)
    game.hears(.news, at: 62, revision: 60)
    #expect(game.deadline == 62)
  }

  /// The poll found it first, so that the message has nothing to add.
  @Test func aMessageAboutAShownRevisionCausesNoPoll() {
    var game = Game.trusted
    game.polls(at: 60)
    game.hears(.news, at: 62, revision: 60)
    #expect(!game.push.isWanted && game.push.trust.counts.announced == 4)
  }

  @Test func anEarlierRevisionMayBeAnnouncedAfterALaterOne() {
    var game = Game.trusted
    game.hears(.pitch, at: 60)
    game.hears(.news, at: 60.5, revision: 59)
    #expect(game.deadline == 60.5)
  }

  @Test func anImpossibleRevisionEndsTheTrust() {
    var game = Game.trusted
    game.hears(.news, at: 60, revision: 4000)
    #expect(game.push.trust.state == .proving && !game.push.isWanted && game.push.trust.counts.falsified == 1)
    // Until three announcements in a row come true, no message causes a poll.
    for now in [61.0, 71, 81] {
      game.hears(.news, at: now)
      #expect(!game.push.isWanted)
      game.polls(at: now + 1, revision: now)
    }
    game.hears(.news, at: 90)
    #expect(game.deadline == 90)
  }

  /// The result was announced as something else, which is no loss but a false message.
  @Test func aHiddenResultIsFalse() {
    var game = Game.trusted
    game.hears(.idle, at: 60)
    game.polls(at: 70, revision: 60, newResults: 1)
    game.polls(at: 81, revision: 60)
    #expect(game.push.trust.counts.missed == 1 && game.push.trust.counts.falsified == 1)
  }

  @Test func aServiceThatLiesAgainIsTrustedLater() {
    var game = Game.trusted
    func announcements(_ game: inout Game, from start: Double) -> Int {
      for number in 1...100 {
        let now = start + Double(number) * 12
        game.hears(.news, at: now)
        game.polls(at: now + 0.1, revision: now, newResults: 1)
        if game.push.trust.state == .trusted { return number }
      }
      return 101
    }
    var counts: [Int] = []
    for round in 1...7 {
      let start = Double(round) * 2000
      game.hears(.news, at: start, revision: start + 1000)
      counts.append(announcements(&game, from: start))
    }
    #expect(counts == [4, 8, 16, 32, 64, 64, 64])
  }

  @Test func aNewConnectionIsProvedAnew() {
    var game = Game.trusted
    game.push.closed()
    game.push.opened(at: Game.time(50))
    #expect(game.push.trust.state == .proving)
  }

  @Test func whatIsKeptIsBounded() {
    var game = Game.trusted
    for second in 0..<2000 {
      let now = 60 + Double(second) / 10
      game.hears(second % 2 == 0 ? .idle : .news, at: now, revision: now + Double(second % 7))
      if second % 5 == 0 { game.polls(at: now, { .count(results: $0, step: second) }) }
    }
    let members = Mirror(reflecting: game.push.trust).children.map(\.value)
    #expect(members.allSatisfy { (($0 as? [PushMessage])?.count ?? 0) <= 32 })
    #expect(members.allSatisfy { (($0 as? [Duration])?.count ?? 0) <= 100 })
  }

  @Test func latenessIsMeasuredAgainstTheEarliestAnswer() {
    var game = Game.trusted
    for now in [60.0, 70, 80, 90, 100] { game.hears(.news, at: now + 1.5, revision: now) }
    let lateness = (game.push.trust.medianLateness ?? .zero) / .seconds(1)
    #expect(abs(lateness - 1.5) < 0.2)
  }

  @Test func aReplayIsNotLateBecauseItIsFast() {
    var push = PushCadence(bounds: .init(), at: Game.start)
    push.speed = 20
    push.opened(at: Game.start)
    for number in 0..<30 {
      let (now, stamp) = (Game.time(Double(number)), Game.time(Double(number) * 20))
      push.heard(PushMessage(stamp: stamp, kind: .news), at: now)
      let hints = PollHints(phase: .live, revision: stamp, situation: .between(results: number))
      push.answered(hints, asked: now, wait: .seconds(1), at: now + .seconds(0.02))
    }
    #expect(push.trust.state == .trusted && push.trust.counts.falsified == 0)
  }
}
