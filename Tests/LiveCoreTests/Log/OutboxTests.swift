import Testing

@testable import LiveCore

@Suite struct OutboxTests {
  private let folder: TemporaryFolder
  private let now = Timestamp(seconds: 1_720_000_000)

  init() throws { folder = try TemporaryFolder() }

  /// Two games, two events each: sequences 1 and 2, 3 and 4.
  private func outbox() async throws -> Outbox {
    let log = try EventLog(path: "\(folder.path)/log.sqlite")
    for pk in [1, 2] {
      var game = PlayedGame()
      game.play("single")
      let events = try Replayed.events(of: [game.snapshot]).suffix(2).map { event in
        var event = event
        event.data.fact = Fact(rawValue: "mlb/\(pk)/\(event.data.tags)")
        return LogEntry(event: event, sinks: ["hook", "other"])
      }
      let checkpoint = Checkpoint(game: GameID(league: .mlb, gamePk: pk), state: [], isOver: false)
      try await log.append(LogAppend(checkpoint: checkpoint, events: events), at: now)
    }
    return Outbox(log: log, sink: "hook")
  }

  private func due(_ outbox: Outbox, after wait: Duration = .zero) async throws -> [Int] {
    try await outbox.due(at: now + wait, limit: 10).map(\.event.sequence)
  }

  @Test func offersOnlyTheOldestOfEachGame() async throws {
    let outbox = try await outbox()
    #expect(try await due(outbox) == [1, 3])
    try await outbox.delivered(1)
    #expect(try await due(outbox) == [2, 3])
  }

  @Test func aPostponedHeadHoldsItsLaneAndNoOther() async throws {
    let outbox = try await outbox()
    try await outbox.postpone(1, until: now + .seconds(5), because: "503")
    try await outbox.delivered(3)
    #expect(try await due(outbox) == [4])
    try await outbox.delivered(4)
    #expect(try await due(outbox).isEmpty)
    #expect(try await outbox.nextDue() == now + .seconds(5))
    let again = try await outbox.due(at: now + .seconds(5), limit: 10)
    #expect(again.map(\.event.sequence) == [1] && again.first?.attempts == 1)
  }

  @Test func aBuriedHeadLetsItsLaneMoveOn() async throws {
    let outbox = try await outbox()
    try await outbox.bury(1, because: "400")
    #expect(try await due(outbox) == [2, 3])
  }

  @Test func sinksDoNotSeeEachOther() async throws {
    let outbox = try await outbox()
    try await outbox.delivered(1)
    #expect(try await due(Outbox(log: outbox.log, sink: "other")) == [1, 3])
    #expect(try await Outbox(log: outbox.log, sink: "nobody").nextDue() == nil)
  }
}
