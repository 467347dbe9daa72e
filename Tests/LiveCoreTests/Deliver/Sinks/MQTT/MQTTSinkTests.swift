import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(1))) struct MQTTSinkTests {
  private let az = MQTTSample.azure
  private let homer = MQTTSample.event("a", tags: [LiveModel.Tag("home_run"), .scoring], score: (1, 0))

  private func sink(_ broker: ScriptedBroker, clock: any Clock<Duration> = ManualClock(), waits: Bool = true)
    -> MQTTSink
  {
    MQTTSink(
      name: "house", settings: MQTTSettings(topics: MQTTSample.topics, waitsForSubscriber: waits),
      options: MQTTOptions(host: "broker.test", port: 1883, isSecure: false, clientID: "livegamed"),
      timeout: .seconds(15), clock: clock, wall: { SampleEvents.start }, connect: broker.connect)
  }

  private func surroundings(_ teams: Locked<[FollowedTeam]>, trusted: Locked<Bool> = Locked(true)) -> SinkSurroundings {
    SinkSurroundings(
      teams: { teams.withLock { $0 } }, followsEverything: { false },
      sources: { [LeagueID(rawValue: "mlb"): trusted.withLock { $0 }] })
  }

  private let log: TemporaryLog
  private var outbox: Outbox { Outbox(log: log.log, sink: "house") }

  init() throws { log = try TemporaryLog() }

  private static func send(_ event: Event, to sink: MQTTSink, sequence: Int = 1) async throws -> Answer {
    await sink.send(
      try MQTTSample.message(event, sequence: sequence), id: WebhookID(rawValue: "msg_a"), at: SampleEvents.start)
  }

  /// Runs `body` while the sink is connected and has told everything.
  private func connected(
    _ sink: MQTTSink, _ broker: ScriptedBroker, teams: Locked<[FollowedTeam]> = Locked([MQTTSample.azure]),
    _ body: @escaping @Sendable () async -> Void
  ) async throws {
    let (outbox, surroundings) = (outbox, surroundings(teams))
    await sink.accompany(
      {
        await broker.until { $0.retained["livegamed/status"] == "online" }; await body()
      }, of: outbox, in: surroundings)
  }

  /// Returns the answer to an event that is sent at once, while the broker may refuse what is retained.
  private func answer(to event: Event, by sink: MQTTSink) async -> Answer? {
    let answer = Locked<Answer?>(nil)
    let (outbox, surroundings) = (outbox, surroundings(Locked([az])))
    await sink.accompany(
      {
        let sent = try? await Self.send(event, to: sink)
        answer.withLock { $0 = sent }
      }, of: outbox, in: surroundings)
    return answer.withLock { $0 }
  }

  @Test func everythingIsToldAndOnlineIsLast() async throws {
    let broker = ScriptedBroker()
    try await connected(sink(broker), broker) {}
    let topics = broker.published.map(\.topic)
    #expect(topics.last == "livegamed/status" && broker.isClosed)
    #expect(broker.retained["livegamed/mlb/status"] == "online" && broker.retained["livegamed/devices"] == "mlb/AZ")
    #expect(broker.retained["homeassistant/device/livegamed_mlb_az/config"]?.contains("Arizona Diamondbacks") == true)
    #expect(broker.retained["livegamed/mlb/az/state"]?.contains(#""status":"none""#) == true)
    #expect(
      broker.subscriptions == [
        "livegamed/status", "homeassistant/status", "livegamed/devices", "livegamed/+/+/delivered",
      ])
  }

  @Test func theStateComesBeforeItsEventAndTheEventIsNotRetained() async throws {
    let broker = ScriptedBroker()
    let sink = sink(broker)
    let answer = Locked<Answer?>(nil)
    try await connected(sink, broker) { [homer] in
      let sent = try? await Self.send(homer, to: sink)
      answer.withLock { $0 = sent }
    }
    #expect(answer.withLock { $0 } == .accepted(Receipt()))
    let last = broker.published.suffix(3)
    #expect(last.map(\.topic) == ["state", "event", "delivered"].map { "livegamed/mlb/az/\($0)" })
    #expect(last.map(\.isRetained) == [true, false, true])
    #expect(last.contains { String(decoding: $0.payload, as: UTF8.self).contains(#""event_type":"home_run_against""#) })
  }

  @Test func anEventThatWasPublishedBeforeAKillIsNotRepeated() async throws {
    let mark = MQTTMessage("livegamed/mlb/az/delivered", Array(homer.id.utf8), isRetained: true)
    let broker = ScriptedBroker(kept: [mark])
    let sink = sink(broker)
    try await connected(sink, broker) { [homer] in _ = try? await Self.send(homer, to: sink) }
    #expect(!broker.published.contains { $0.topic.hasSuffix("/event") })
    #expect(broker.retained["livegamed/mlb/az/state"]?.contains(#""score":0"#) == true)
  }

  @Test func anEventWaitsForASubscriber() async throws {
    let clock = ManualClock()
    let broker = ScriptedBroker { message, _ in message.topic.hasSuffix("/event") ? .unheard : .acknowledged }
    let sink = sink(broker, clock: clock)
    let answer = Locked<Answer?>(nil)
    try await connected(sink, broker) { [homer] in
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          let sent = try? await Self.send(homer, to: sink)
          answer.withLock { $0 = sent }
        }
        group.addTask {
          // The time limit, the next look at the daemon, and the wait for a subscriber.
          while !Task.isCancelled {
            await clock.whenSleeping(3)
            clock.advance(by: .milliseconds(250))
          }
        }
        await group.next()
        group.cancelAll()
      }
    }
    #expect(answer.withLock { $0?.reason?.cause } == .broker(.noSubscriber))
    #expect(broker.published.count { $0.topic.hasSuffix("/event") } > 5)
    #expect(!broker.published.contains { $0.topic.hasSuffix("/delivered") })
  }

  /// A daemon that is killed before it knows that an event was heard does not repeat it: the broker has the mark with the
  /// event. Of an event that nobody has heard the mark is taken back.
  @Test func theMarkGoesWithTheEventAfterAnEventThatWasHeard() async throws {
    let away = Locked(false)
    let broker = ScriptedBroker { message, _ in
      message.topic.hasSuffix("/event") && away.withLock { $0 } ? .unheard : .acknowledged
    }
    let clock = ManualClock()
    let sink = sink(broker, clock: clock)
    let next = MQTTSample.event("b", tags: [.scoring], score: (2, 0))
    let answer = Locked<Answer?>(nil)
    try await connected(sink, broker) { [homer] in
      _ = try? await Self.send(homer, to: sink)
      away.withLock { $0 = true }
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          let sent = try? await Self.send(next, to: sink, sequence: 2)
          answer.withLock { $0 = sent }
        }
        // The time limit, the next look at the daemon, and the wait for a subscriber.
        await clock.whenSleeping(3)
        away.withLock { $0 = false }
        clock.advance(by: .milliseconds(250))
        await group.waitForAll()
      }
    }
    #expect(answer.withLock { $0 } == .accepted(Receipt()))
    let sent = broker.published.filter { $0.topic.hasSuffix("/event") || $0.topic.hasSuffix("/delivered") }
    #expect(sent.map(\.topic).map { $0.hasSuffix("/event") } == [true, false, true, false, false, true, false])
    let marks = sent.filter(\.isRetained).map(\.payload)
    #expect(marks == [Array(homer.id.utf8), Array(next.id.utf8), [], Array(next.id.utf8)])
  }

  /// Nobody subscribes for a team without a device. Its events must not delay those of the others.
  @Test func anEventOfATeamWithoutADeviceDoesNotWait() async throws {
    let broker = ScriptedBroker { message, _ in message.topic.hasSuffix("/event") ? .unheard : .acknowledged }
    let sink = sink(broker)
    let answer = Locked<Answer?>(nil)
    let other = FollowedTeam(league: LeagueID(rawValue: "mlb"), abbreviation: "BOS", name: "Boston Red Sox")
    try await connected(sink, broker, teams: Locked([other])) { [homer] in
      let sent = try? await Self.send(homer, to: sink)
      answer.withLock { $0 = sent }
    }
    #expect(answer.withLock { $0 } == .accepted(Receipt()))
    #expect(broker.published.count { $0.topic.hasSuffix("/event") } == 2)
  }

  /// The broker publishes the will of an older connection, or a second daemon that ends publishes its own.
  @Test func aForeignOfflineIsAnswered() async throws {
    let broker = ScriptedBroker()
    let clock = ManualClock()
    try await connected(sink(broker, clock: clock), broker) {
      await clock.whenSleeping()
      broker.deliver(MQTTMessage("livegamed/status", Array("offline".utf8)))
      clock.advance(by: .seconds(1))
      await broker.until { broker in broker.published.count { $0.topic == "livegamed/status" } == 2 }
    }
    #expect(broker.published.last?.payload == Array("online".utf8))
  }

  @Test func aTeamThatIsDroppedWhileTheBrokerIsAwayLosesItsDevice() async throws {
    let broker = ScriptedBroker()
    let teams = Locked([az, MQTTSample.toronto])
    try await connected(sink(broker), broker, teams: teams) { [az] in
      teams.withLock { $0 = [az] }
      broker.reconnect()
      await broker.until { broker in broker.published.count { $0.topic == "livegamed/status" } == 2 }
    }
    #expect(broker.retained["homeassistant/device/livegamed_mlb_tor/config"] == nil)
    #expect(broker.retained["livegamed/devices"] == "mlb/AZ")
  }

  @Test func aRefusedDescriptionIsNoFaultOfTheEvents() async throws {
    let broker = ScriptedBroker { message, _ in
      message.topic.hasPrefix("homeassistant/") ? .refused(0x95) : .acknowledged
    }
    guard case .tryAgain = await answer(to: homer, by: sink(broker)) else {
      return #expect(Bool(false), "the event is given up")
    }
  }

  @Test func withoutTheWaitAnUnheardEventIsSent() async throws {
    let broker = ScriptedBroker { message, _ in message.topic.hasSuffix("/event") ? .unheard : .acknowledged }
    let sink = sink(broker, waits: false)
    let answer = Locked<Answer?>(nil)
    try await connected(sink, broker) { [homer] in
      let sent = try? await Self.send(homer, to: sink)
      answer.withLock { $0 = sent }
    }
    #expect(answer.withLock { $0 } == .accepted(Receipt()))
  }

  @Test func aFollowedTeamGetsADeviceAndAnotherLosesIt() async throws {
    let clock = ManualClock()
    let broker = ScriptedBroker()
    let sink = sink(broker, clock: clock)
    let teams = Locked([az])
    let config = { (team: String) in "homeassistant/device/livegamed_mlb_\(team)/config" }
    try await connected(sink, broker, teams: teams) {
      teams.withLock { $0 = [MQTTSample.toronto] }
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          while !Task.isCancelled {
            clock.advance(by: .seconds(1))
            await Task.yield()
          }
        }
        await broker.until { $0.retained["livegamed/devices"] == "mlb/TOR" }
        group.cancelAll()
      }
    }
    #expect(broker.retained[config("tor")] != nil && broker.retained[config("az")] == nil)
    #expect(broker.retained["livegamed/mlb/az/state"] == nil && broker.retained["livegamed/mlb/tor/state"] != nil)
  }

  @Test func aTeamThatIsNoLongerFollowedAfterARestartIsRemoved() async throws {
    let broker = ScriptedBroker(kept: [MQTTMessage("livegamed/devices", Array("mlb/AZ mlb/TOR".utf8), isRetained: true)]
    )
    try await connected(sink(broker), broker) {}
    let removed = broker.published.filter { $0.payload.isEmpty }.map(\.topic)
    #expect(removed.first == "homeassistant/device/livegamed_mlb_tor/config" && removed.count == 4)
  }

  @Test func aNewConnectionIsToldEverythingAgain() async throws {
    let broker = ScriptedBroker()
    let sink = sink(broker)
    try await connected(sink, broker) { [homer] in
      _ = try? await Self.send(homer, to: sink)
      broker.reconnect()
      await broker.until { broker in broker.published.count { $0.topic == "livegamed/status" } == 2 }
    }
    let published = broker.published
    let again = published.suffix(from: (published.firstIndex { $0.topic == "livegamed/status" } ?? 0) + 1)
    #expect(again.contains { $0.topic == "homeassistant/device/livegamed_mlb_az/config" })
    #expect(again.last?.topic == "livegamed/status")
  }

  @Test func aRefusedTopicIsNamed() async throws {
    let broker = ScriptedBroker { message, _ in
      message.topic.hasPrefix("homeassistant/") ? .refused(0x87) : .acknowledged
    }
    let reason = try #require(await answer(to: homer, by: sink(broker))?.reason)
    #expect(reason.cause == .broker(.topic) && reason.text.contains("'homeassistant/device/livegamed_mlb_az/config'"))
    #expect(FailedAttempt(.tryAgain(reason))?.advice == "allow its user to write there in the broker's ACL")
  }

  @Test func aTestUsesAConnectionOfItsOwn() async throws {
    let broker = ScriptedBroker()
    let answer = try await Self.send(
      .test("A test.", league: LeagueID(rawValue: "mlb"), at: SampleEvents.start), to: sink(broker))
    #expect(answer == .accepted(Receipt()) && broker.isClosed)
    #expect(broker.published.map(\.topic) == ["livegamed/test", "homeassistant/device/livegamed_test/config"])
  }

  @Test(arguments: [
    (MQTTTrouble(.login(0x87), "no"), Answer.Cause.broker(.login)), (MQTTTrouble(.tls, "no"), .network(.tls)),
    (MQTTTrouble(.unresolved, "no"), .network(.unresolved)), (MQTTTrouble(.refused, "no"), .network(.refused)),
  ])
  func aTroubleIsTheAnswerToATest(_ trouble: MQTTTrouble, _ cause: Answer.Cause) async throws {
    let broker = ScriptedBroker()
    broker.state.replace(with: MQTTConnectionState(trouble: trouble))
    #expect(try await Self.send(homer, to: sink(broker)).reason == Answer.Reason(cause: cause, text: "no"))
  }
}
