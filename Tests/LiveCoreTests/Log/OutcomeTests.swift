import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// Outcomes of predictions stay in the log.
@Suite(.timeLimit(.minutes(1))) struct OutcomeTests {
  private let now = Timestamp(seconds: 1_720_838_400)

  private func game() -> PredictedGame {
    var game = PredictedGame()
    game.poll()
    game.predict(game.prediction())
    game.play(1...6, away: 1)
    game.poll()
    game.play(7...9)
    game.game.status("F")
    game.poll()
    return game
  }

  private func append(_ events: [Event], to log: EventLog) async throws {
    let checkpoint = Checkpoint(game: PlayedGame.id, state: [], isOver: false)
    _ = try await log.append(
      LogAppend(checkpoint: checkpoint, events: events.map { LogEntry(event: $0, sinks: []) }), at: now)
  }

  @Test func theNewestRevisionIsKeptWhenEventsArePruned() async throws {
    let storage = try TemporaryFolder()
    let log = try EventLog(path: "\(storage.path)/log.sqlite")
    #expect(try await log.newestOutcome() == nil)
    try await append(game().events, to: log)
    #expect(try await log.outcomes().map(\.id) == ["mlb/900001/prediction/outcome@2"])
    let limits = Retention.Limits(maximumBytes: 1, age: .seconds(1), sinks: [])
    _ = try await Retention(log: log).pruneBySize(limits)
    #expect(try await log.newestEvent(of: PlayedGame.id) == nil)
    let book = PredictionBook(log: log, leagues: .known)
    let records = try await book.records(of: nil)
    #expect(records.map(\.games) == [1] && records.first?.winner.count == 1 && book.records == records)
    #expect(try await book.records(of: 2024).map(\.games) == [1])
    #expect(try await book.records(of: 2023).isEmpty)
  }

  @Test func testsAreNotKept() async throws {
    let storage = try TemporaryFolder()
    let log = try EventLog(path: "\(storage.path)/log.sqlite")
    let events = game().events.map { event in
      var event = event
      event.data.tags.append(.test)
      return event
    }
    try await append(events, to: log)
    #expect(try await log.outcomes().isEmpty)
  }
}
