import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// Events of a stream that are copied into a log, also those that a server has lost and got again.
@Suite struct LogCopyTests {
  private let log: TemporaryLog
  /// The server's clock.
  private let clock = Locked(SampleEvents.start)

  init() throws { log = try TemporaryLog() }

  private func event(
    _ summary: String, revision: Int = 1, change: EventChange = .new, provisional: Bool = false
  ) -> Event {
    var event = SampleEvents.event("a")
    (event.data.summary, event.data.revision, event.data.change) = (summary, revision, change)
    event.data.provisional = provisional
    return event
  }

  /// Copies events that were stored one after the other, the last ones again if `again`, and returns those that the log has taken: revision, change and summary.
  private func copy(_ events: Event..., again: Bool = false) async throws -> [String] {
    let first = again ? clock.withLock { $0 } - .seconds(events.count) : clock.withLock { $0 }
    let entries = events.enumerated().map { offset, event in
      LogCopy.Entry(event: event, stored: first + .seconds(offset + 1))
    }
    clock.withLock { $0 = max($0, first + .seconds(events.count)) }
    let cursor = StreamCursor(sequence: 1, message: "mlb/1/1", stored: SampleEvents.start)
    let logged = try await log.log.copy(LogCopy(entries: entries, cursor: cursor), at: SampleEvents.start) { event in
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
    let same = (event("error"), event("double", revision: 2, change: .corrected))
    #expect(try await copy(same.0, same.1, again: true) == [])
  }

  @Test func theLastRevisionOfTheStreamIsTheLastOfTheLog() async throws {
    let second = event("double", revision: 2, change: .corrected)
    let third = event("triple", revision: 3, change: .corrected)
    #expect(try await copy(event("single"), second, third).count == 3)
    // The server has lost the second and the third, and the feed has changed in between.
    let other = event("error", revision: 2, change: .corrected)
    #expect(try await copy(other, third) == ["4 corrected error", "5 corrected triple"])
    #expect(try await copy(other, third, again: true) == [])
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
