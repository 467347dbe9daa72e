import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// Events as the web page reads them.
@Suite struct EventExtractTests {
  private let storage: TemporaryLog

  init() throws { storage = try TemporaryLog() }

  private var log: EventLog { storage.log }
  private let game = GameID(league: .mlb, gamePk: 1)

  private func labels(_ extract: EventExtract) -> [String] {
    extract.events.map { "\($0.sequence) \(SampleEvents.label($0.event.data.fact))@\($0.event.data.revision)" }
  }

  private func revise(_ name: String) async throws {
    var event = SampleEvents.event(name)
    (event.data.revision, event.data.change) = (2, .corrected)
    try await storage.append(event)
  }

  @Test func aGameHasAllRevisionsInLogOrder() async throws {
    try await storage.append("a", "b")
    try await storage.append("c", game: 2)
    try await revise("a")
    let extract = try await log.extract(of: game, after: 0)
    #expect(labels(extract) == ["1 1/a@1", "2 1/b@1", "4 1/a@2"] && extract.newest == 4)
  }

  @Test func onlyEventsAfterTheCursorAreRead() async throws {
    try await storage.append("a", "b")
    try await revise("a")
    let extract = try await log.extract(of: game, after: 2)
    #expect(labels(extract) == ["3 1/a@2"] && extract.newest == 3)
    #expect(try await log.extract(of: game, after: 3).events.isEmpty)
  }

  @Test func aGameThatBeganAnewOnAnotherDateIsOneGame() async throws {
    try await storage.append("a")
    let anew = GameID("mlb/1/2024-07-13") ?? game
    var event = SampleEvents.event("b")
    event.data.game.date = "2024-07-13"
    let entry = LogEntry(event: event, sinks: [], correctionSinks: [])
    try await log.append(
      LogAppend(checkpoint: Checkpoint(game: anew, state: [], isOver: false), events: [entry]), at: SampleEvents.start)
    #expect(try await log.extract(of: game, after: 0).events.count == 2)
  }

  @Test func aPageOfTheLogEndsAtItsLastEventIfThereAreMore() async throws {
    try await storage.append("a", "b")
    try await storage.append("c", game: 2)
    #expect(try await log.extract(after: 0, limit: 2).newest == 2)
    let rest = try await log.extract(after: 2, limit: 2)
    #expect(labels(rest) == ["3 2/c@1"] && rest.newest == 3)
  }

  @Test func anEmptyLogHasNoNewestEvent() async throws {
    let extract = try await log.extract(after: 0, limit: 10)
    #expect(extract.events.isEmpty && extract.newest == 0)
  }
}
