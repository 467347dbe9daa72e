import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// The subscription of one game: when it begins and ends, and what its events change.
@Suite(.timeLimit(.minutes(1))) struct GamePushTests {
  /// Reads `KIND SECONDS`; other texts announce nothing.
  private struct WordReader: PushReader {
    mutating func read(_ text: [UInt8]) -> PushMessage? {
      let words = String(decoding: text, as: UTF8.self).split(separator: " ")
      guard words.count == 2, let kind = PushMessage.Kind(rawValue: String(words[0])), let second = Int(words[1]) else {
        return nil
      }
      return PushMessage(stamp: start + .seconds(second), kind: kind)
    }
  }

  private static let start = Timestamp(seconds: 1_780_000_000)
  private static let game = GameID(league: .mlb, gamePk: 1)

  private let mailbox = PushMailbox()
  private let health: PushHealth
  private let push: GamePush
  private let now = Locked(GamePushTests.start)

  init() {
    let (mailbox, now) = (mailbox, now)
    health = PushHealth(meters: Meters()) { now.withLock { $0 } }
    push = GamePush(of: Self.game, WordReader(), health: health, bounds: .init(), at: Self.start) {
      PushSubscription(mailbox) {}
    }
  }

  private func at(_ second: Int) -> Timestamp { Self.start + .seconds(second) }

  /// Records an answer that came at a second, with the revision of another one.
  private func answer(
    _ phase: GameStatus.Phase = .live, at second: Int, revision: Int? = nil, start: Int? = nil, results: Int = 0
  ) {
    var hints = PollHints(phase: phase, revision: at(revision ?? second), situation: .between(results: results))
    hints.scheduledStart = start.map(at)
    push.answered(
      hints, asked: at(second), wait: .seconds(9), fresh: .zero,
      at: Cadence.Instant(wall: at(second), monotonic: at(second)))
  }

  /// Posts an event and waits until it has changed the plan.
  private func post(_ event: PushEvent) async {
    let generation = push.plan.generation
    mailbox.post(event)
    await push.replanned(since: generation)
  }

  private func message(_ text: String, at second: Int) -> PushEvent { .message([UInt8](text.utf8), at: at(second)) }

  /// Runs the subscription while the body runs.
  private func running(_ body: () async -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await push.run() }
      await body()
      group.cancelAll()
    }
  }

  @Test func aGameIsConnectedTenMinutesBeforeItsStart() {
    answer(.scheduled, at: 0, start: 601)
    #expect(health.state == PushState())
    answer(.scheduled, at: 1, start: 601)
    #expect(health.state.waiting == 1)
  }

  @Test func aGameThatIsOverIsNeverConnected() {
    answer(.final, at: 0)
    #expect(health.state == PushState())
  }

  @Test func aMessageBringsTheNextPollForward() async {
    answer(at: 0)
    await running {
      await post(.opened(at: at(1)))
      #expect(push.plan.deadline == at(1) && health.state.open == 1 && health.state.openings == 1)
      answer(at: 2, revision: 0)
      #expect(push.plan.deadline == at(11) && !push.isWanted)
      await post(message("news 4", at: 4))
      #expect(push.plan.deadline == at(4) && push.isWanted)
      answer(at: 5, revision: 4)
      #expect(push.plan.deadline == at(14) && !push.isWanted)
    }
    #expect(health.state.messages == 1 && health.state.announced == 1 && health.state.polls == 2)
    #expect(health.state.lateness == 0)
  }

  @Test func textThatAnnouncesNothingChangesNothing() async {
    answer(at: 0)
    await running {
      await post(.opened(at: at(1)))
      answer(at: 2)
      mailbox.post(message("nonsense", at: 3))
      await post(message("news 4", at: 4))
    }
    #expect(health.state.messages == 1)
  }

  @Test func theEndOfTheGameEndsTheSubscription() async {
    answer(at: 0)
    answer(.final, at: 9)
    #expect(mailbox.takeOrders() == .init(isEnded: true, reopens: false))
    await push.run()
    #expect(health.state == PushState())
    answer(at: 20)
    #expect(health.state.waiting == 0)
  }

  @Test func theEndOfTheTaskEndsTheSubscription() async {
    answer(at: 0)
    await running { await post(.opened(at: at(1))) }
    #expect(mailbox.takeOrders().isEnded && health.state.open == 0 && health.state.openings == 1)
  }

  @Test func twoMissedRevisionsAskForANewConnection() async {
    answer(at: 0)
    await running {
      await post(.opened(at: at(1)))
      for second in [10, 20, 30] {
        #expect(!mailbox.takeOrders().reopens)
        answer(at: second)
      }
      answer(at: 40)
      #expect(mailbox.takeOrders().reopens && health.state.deaf == 1 && health.state.missed == 3)
    }
  }

  @Test func aLostConnectionIsWaitedForAndItsReasonShown() async {
    answer(at: 0)
    await running {
      await post(.opened(at: at(1)))
      answer(at: 2)
      mailbox.post(.closed(.silent, next: at(9)))
      await post(.opened(at: at(9)))
    }
    #expect(health.state.openings == 2 && health.state.error == nil)
    health.began(Self.game)
    health.closed(Self.game, because: .refused(status: 503, retryAfter: nil))
    #expect(health.state.waiting == 1 && health.state.error == "the server refused the connection with status 503")
  }

  @Test func aSocketThatWasGivenUpRestsForADay() async {
    answer(at: 0)
    mailbox.post(.gaveUp(.closed(code: 4404, reason: "")))
    await running {
      while health.state.unavailable == 0 { await Task.yield() }
      #expect(health.hasGivenUp(Self.game) && !health.hasGivenUp(GameID(league: .mlb, gamePk: 2)))
    }
    #expect(health.state.unavailable == 0 && health.hasGivenUp(Self.game))
    now.withLock { $0 = at(86_400) }
    #expect(!health.hasGivenUp(Self.game))
  }

  @Test func aFailedRequestIsNotFollowedSoonerByAMessage() async {
    answer(at: 0)
    await running {
      await post(.opened(at: at(1)))
      push.failed(wait: .seconds(60), at: at(2))
      #expect(push.plan.deadline == at(62))
      mailbox.post(message("news 4", at: 4))
      while health.state.messages == 0 { await Task.yield() }
      #expect(push.plan.deadline == at(62))
    }
  }
}
