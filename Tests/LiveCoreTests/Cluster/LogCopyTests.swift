import Testing

@testable import LiveCore
@testable import LiveModel

/// Events of a stream that are copied into a log, also those that a server has lost and got again.
@Suite struct LogCopyTests {
  private let log: TemporaryLog

  init() throws { log = try TemporaryLog() }

  private func event(_ summary: String, revision: Int = 1, change: EventChange = .new, provisional: Bool = false) -> Event {
    var event = SampleEvents.event("a")
    (event.data.summary, event.data.revision, event.data.change) = (summary, revision, change)
    event.data.provisional = provisional
    return event
  }

  /// Copies events, and returns those that the log has taken: revision, change and summary.
  private func copy(_ events: Event...) async throws -> [String] {
    let cursor = StreamCursor(sequence: 1, message: "mlb/1/1")
    let logged = try await log.log.copy(LogCopy(events: events, cursor: cursor), at: SampleEvents.start) { event in
      LogEntry(event: event, sinks: [])
    }
    return try logged.map { try $0.decoded().data }.map { "\($0.revision) \($0.change.rawValue) \($0.summary)" }
  }

  @Test func aCopiedEventIsNotCopiedAgain() async throws {
    #expect(try await copy(event("single")) == ["1 new single"])
    var again = event("single")
    again.data.late = true
    again.data.observedAt = again.data.observedAt + .seconds(60)
    again.data.game.status = .final
    #expect(try await copy(again) == [])
  }

  @Test func anotherEventOfTheSameIDIsARevision() async throws {
    #expect(try await copy(event("single")) == ["1 new single"])
    #expect(try await copy(event("error")) == ["2 corrected error"])
    #expect(try await copy(event("error")) == [])
    // The next revision in the stream has a number that the log has used.
    #expect(try await copy(event("double", revision: 2, change: .corrected)) == ["3 corrected double"])
    #expect(try await copy(event("error"), event("double", revision: 2, change: .corrected)) == [])
  }

  @Test func bothRevisionsOfOnePageAreTaken() async throws {
    #expect(try await copy(event("single")) == ["1 new single"])
    let next = [event("error"), event("double", revision: 2, change: .corrected)]
    #expect(try await copy(next[0], next[1]) == ["2 corrected error", "3 corrected double"])
  }

  @Test func aProvisionalEventIsCompleted() async throws {
    #expect(try await copy(event("in play", provisional: true)) == ["1 new in play"])
    #expect(try await copy(event("single")) == ["2 completed single"])
  }

  @Test func aRetractedEventStaysRetracted() async throws {
    #expect(try await copy(event("single"), event("single", revision: 2, change: .retracted)).count == 2)
    #expect(try await copy(event("single", revision: 2, change: .retracted)) == [])
    #expect(try await copy(event("double", revision: 2, change: .corrected)) == ["3 corrected double"])
  }
}
