import Logging
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// The copy of a stream into the log of a node, also from a server that has lost messages.
@Suite(.timeLimit(.minutes(1))) struct StreamCopierTests {
  private let server = ScriptedStream()
  private let fixture: DeliveryFixture
  private let health = ClusterHealth()
  private let game = GameID(league: .mlb, gamePk: 1)

  init() throws { fixture = try DeliveryFixture() }

  /// Publishes events, each at the next place of the game.
  private func publish(_ names: String...) async throws {
    let connection = ScriptedStreamConnection(server, seed: 1)
    for name in names {
      let event = SampleEvents.event(name)
      let line = try CloudEvent(event: event, sequence: 0, logID: .none).line()
      let place = (server.messages.last?.message.place ?? 0) + 1
      let message = StreamMessage(
        game: game, place: place, session: ClusterSession(node: "attic", run: "1"), epoch: 1,
        content: .event(id: event.id, line: line))
      #expect(try await connection.publish(message, after: server.messages.last?.sequence ?? 0) != nil)
    }
  }

  /// Copies until nothing new is there. Then runs `script`, and copies again after each of its steps.
  private func copy(_ steps: (() async throws -> Void)...) async throws {
    let copier = StreamCopier(
      stream: ScriptedStreamConnection(server, seed: 1), log: fixture.log,
      plan: Reloadable(PollSettings(router: Router(rules: [], sinks: [], follow: []))), scoreboard: Scoreboard(),
      meters: Meters(), health: health, clock: fixture.clock, now: fixture.now, logger: fixture.logged.logger)
    try await fixture.during({ try? await copier.run() }) {
      await fixture.clock.whenSleeping()
      for step in steps {
        try await step()
        fixture.clock.advance(by: .seconds(1))
        await fixture.clock.whenSleeping()
      }
    }
  }

  private func copied() async throws -> [String] {
    try await fixture.log.page(after: 0, limit: 100).map { try $0.decoded().data.summary }
  }

  @Test func eachEventIsCopiedOnce() async throws {
    try await publish("a", "b")
    try await copy({ try await publish("c") })
    try await copy({ try await publish("d") })
    #expect(try await copied() == ["a", "b", "c", "d"])
    #expect(health.behind == 0)
  }

  @Test func aNodeKnowsWhatWasThereBeforeIt() async throws {
    try await publish("a", "b")
    try await copy({ try await publish("c") })
    let past = StreamPast(before: SampleEvents.start - .seconds(120), after: 0, through: 2)
    #expect(try await fixture.log.streamPast() == past)
    #expect(try await fixture.log.cursor(of: EventLog.journalReader) == 2)
    try await copy({ try await publish("d") })
    #expect(try await fixture.log.streamPast() == past)
  }

  @Test func anEmptyStreamHasNoPast() async throws {
    try await copy({ try await publish("a") })
    #expect(try await fixture.log.streamPast()?.through == 0)
  }

  @Test func theNodesOfANewClusterStartInAnyOrder() async throws {
    server.advance(by: SampleEvents.start - Timestamp(milliseconds: 0) - .seconds(300))
    try await publish("a")
    server.advance(by: .seconds(250))
    try await publish("b")
    try await copy()
    #expect(try await copied() == ["a", "b"])
    #expect(try await fixture.log.streamPast()?.through == 1)
  }

  @Test func messagesInPlaceOfLostOnesAreCopied() async throws {
    try await publish("a", "b", "c")
    // At the place of the last message there is another one when the connection is back.
    try await copy({
      server.loseNewest(1)
      try await publish("d", "c")
    })
    #expect(try await copied() == ["a", "b", "c", "d"])
  }

  @Test func anEmptiedStreamIsReadFromItsBeginning() async throws {
    try await publish("a", "b", "c")
    try await copy()
    server.loseNewest(3)
    try await copy({ try await publish("d") })
    #expect(try await copied() == ["a", "b", "c", "d"])
  }

  @Test func removedEventsAreNotCopiedAgain() async throws {
    try await publish("a")
    server.advance(by: .seconds(7200))
    try await publish("b", "c")
    try await copy()
    try await fixture.log.pool.write { try $0.execute(sql: "DELETE FROM event WHERE sequence = 1") }
    try await copy({
      server.loseNewest(1)
      try await publish("d")
    })
    #expect(try await copied() == ["b", "c", "d"])
  }

  @Test func aNodeWaitsForWhatTheStreamHas() async throws {
    try await publish("a")
    let hasCaughtUp = Locked(false)
    try await fixture.during({ [health] in
      if (try? await health.caughtUp()) != nil { hasCaughtUp.withLock { $0 = true } }
    }) {
      health.copied(leaving: 0)
      #expect(!hasCaughtUp.withLock { $0 })
      while !hasCaughtUp.withLock({ $0 }) {
        health.copied(leaving: 0)
        try await fixture.next()
      }
    }
  }
}
