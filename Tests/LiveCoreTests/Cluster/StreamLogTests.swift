import Logging
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// The log of shared games, on a server that loses what it had acknowledged.
@Suite struct StreamLogTests {
  private let server = ScriptedStream()
  private let game = GameID(league: .mlb, gamePk: 1)

  private struct Node {
    let share: LeaseShare<ManualClock>
    let log: StreamLog<ManualClock>
  }

  private func node(_ name: String) -> Node {
    let connection = ScriptedStreamConnection(server, seed: 1)
    let share = LeaseShare(
      .watch, connection, session: ClusterSession(node: name, run: "1"), ttl: .seconds(4), clock: ManualClock(),
      now: { SampleEvents.start }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    share.want(.game(game))
    return Node(share: share, log: StreamLog(connection, share, health: LogHealth()))
  }

  private func append(_ names: String..., to node: Node) async throws {
    _ = try await node.log.append(
      LogAppend(
        checkpoint: Checkpoint(game: game, state: [], isOver: false),
        events: names.map { LogEntry(event: SampleEvents.event($0), sinks: []) }),
      at: SampleEvents.start)
  }

  private var facts: [String] {
    server.messages.compactMap { stored in
      if case .event(let id, _) = stored.message.content { id } else { nil }
    }
  }

  @Test func lostMessagesAreWrittenAgain() async throws {
    let node = node("attic")
    try await node.share.round()
    #expect(try await node.log.open(game) != nil)
    try await append("a", "b", "c", to: node)
    server.loseNewest(2)
    #expect(facts.count == 1 && !node.log.isCurrent(game))
    try await node.share.round()
    // The checkpoint has outlived, with the sequence of an event that is there again.
    #expect(try await node.log.open(game) == .whole)
    #expect(facts == ["a", "b", "c"].map { SampleEvents.event($0).id })
  }

  @Test func aNodeThatWaitsDoesNotTakeAGameThatIsOver() async throws {
    let (first, second) = (node("attic"), node("cellar"))
    try await first.share.round()
    #expect(try await first.log.open(game) != nil)
    try await second.share.round()
    let opened = try await withThrowingTaskGroup(of: OpenedGame?.self) { group in
      group.addTask { [game] in try await second.log.open(game) }
      while second.share.waiting == 0 { await Task.yield() }
      await first.log.close(game, isOver: true)
      group.addTask {
        await second.share.run()
        return .whole
      }
      defer { group.cancelAll() }
      return try await group.next() ?? .whole
    }
    #expect(opened == nil)
    #expect(second.share.epoch(of: .game(game)) == nil)
  }

  @Test func aTakeOverReadsTheNewestMessages() async throws {
    let (first, second) = (node("attic"), node("cellar"))
    try await first.share.round()
    #expect(try await first.log.open(game) != nil)
    for number in 0..<100 { try await append("\(number)", to: first) }
    await first.share.giveBack(.game(game))
    try await second.share.round()
    let before = server.reads
    #expect(try await second.log.open(game) == .whole)
    #expect(server.reads - before <= RecentMessages.most + 3)
    #expect(try await second.log.newestEvent(of: game)?.decoded().id == SampleEvents.event("99").id)
    #expect(try await second.log.newestRevisions(of: game).count == 100)
  }

  @Test func aNodeDoesNotWriteOverAnotherOne() async throws {
    let (first, second) = (node("attic"), node("cellar"))
    try await first.share.round()
    #expect(try await first.log.open(game) != nil)
    try await append("a", "b", to: first)
    server.loseNewest(1)
    // The leases are gone too, and the other node is faster. It numbers its lease on from the claim in the stream.
    try await second.share.round()
    await #expect(throws: GameMoved.self) { try await second.log.open(game) }
    for _ in 0..<2 { try await second.share.round() }
    #expect(try await second.log.open(game) != nil)
    try await append("c", to: second)
    try await first.share.round()
    #expect(first.share.epoch(of: .game(game)) == nil)
    #expect(facts == ["a", "c"].map { SampleEvents.event($0).id })
  }
}
