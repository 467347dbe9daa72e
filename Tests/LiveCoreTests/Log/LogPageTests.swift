import Foundation
import GRDB
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// Pages of a log of twelve events: two games, a minute apart, every third one for a sink.
@Suite struct LogPageTests {
  private static let count = 12

  private func log() async throws -> TemporaryLog {
    let storage = try TemporaryLog()
    for number in 1...Self.count {
      try await storage.append(
        "e\(number)", game: number <= 6 ? 1 : 2, sinks: number.isMultiple(of: 3) ? ["den"] : [], at: Self.time(number))
    }
    return storage
  }

  private static func time(_ number: Int) -> Timestamp { SampleEvents.start + .seconds(60 * number) }

  /// Reads all pages of a range, and returns the sequences in the order of the log.
  private func sequences(
    _ range: LogRange, _ limits: LogPage.Limits, in log: EventLog,
    isWanted: @escaping (LoggedEvent) -> Bool = { _ in true }
  ) throws -> [Int] {
    var (range, found) = (range, [Int]())
    while true {
      let page = try log.pool.read { try LogPage.read(range, limits: limits, in: $0, isWanted: isWanted) }
      #expect(page.events.count <= limits.events)
      let sequences = page.events.map(\.sequence)
      switch range.cursor {
      case .after:
        found += sequences
        guard let next = page.next else { return found }
        range.cursor = .after(next)
      case .before:
        found = sequences + found
        guard let next = page.next else { return found }
        range.cursor = .before(next)
      }
    }
  }

  /// The expected sequences of a range do not depend on the direction and the size of the pages.
  @Test(
    arguments: [
      (nil, nil, nil, nil, Array(1...12)), (4, nil, nil, nil, Array(4...12)), (nil, 4, nil, nil, [1, 2, 3]),
      (3, 6, nil, nil, [3, 4, 5]), (6, 3, nil, nil, []), (0, 99, nil, nil, Array(1...12)), (99, nil, nil, nil, []),
      (nil, nil, 2, nil, Array(7...12)), (nil, nil, 3, nil, []), (nil, nil, nil, "den", [3, 6, 9, 12]),
      (4, 12, nil, "den", [6, 9]), (nil, nil, 1, "den", [3, 6]), (nil, nil, nil, "dne", []),
    ] as [(Int?, Int?, Int?, String?, [Int])])
  func readsARange(since: Int?, until: Int?, game: Int?, sink: String?, expected: [Int]) async throws {
    let storage = try await log()
    for (limit, examined) in [(1, 500), (5, 500), (100, 2), (100, 500)] {
      for cursor in [LogRange.Cursor.after(0), .before(nil)] {
        let range = LogRange(
          cursor: cursor, since: since.map(Self.time), until: until.map(Self.time), game: game, sink: sink)
        let limits = LogPage.Limits(events: limit, examined: examined)
        #expect(try sequences(range, limits, in: storage.log) == expected)
      }
    }
  }

  /// A page of a game looks at no other events, however many there are. Games of several leagues may have its number.
  @Test func findsTheEventsOfAGameByTheIndex() async throws {
    let storage = try await log()
    let games = ["mlb/7", "mlb/70", "mlb/7/2026-07-10", "nba/7", "mlb/8", "nba/17"]
    for number in 1...Self.count {
      try await storage.log.pool.write {
        try $0.execute(
          sql: "UPDATE event SET game = ? WHERE sequence = ?", arguments: [games[(number - 1) % games.count], number])
      }
    }
    let limits = LogPage.Limits(events: 3, examined: 3)
    for (cursor, expected) in [(LogRange.Cursor.before(nil), [7, 9, 10]), (.after(0), [1, 3, 4])] {
      let page = try await storage.log.pool.read {
        try LogPage.read(LogRange(cursor: cursor, game: 7), limits: limits, in: $0, isWanted: { _ in true })
      }
      #expect(page.events.map(\.sequence) == expected)
    }
    #expect(try sequences(LogRange(cursor: .after(0), game: 7), limits, in: storage.log) == [1, 3, 4, 7, 9, 10])
    #expect(try sequences(LogRange(cursor: .after(0), game: 0), limits, in: storage.log) == [])
  }

  /// Revisions in the order of the log; those of `a` and `c` were sent to a sink, but not the last one of `a`.
  private static let revisions = [("a", 1), ("b", 1), ("a", 2), ("c", 1), ("a", 3), ("b", 2), ("c", 2)]

  /// A play appears once, at its newest revision of the range, in either direction and with pages of any size.
  @Test(
    arguments: [
      (nil, nil, nil, [5, 6, 7]), (6, nil, nil, [4, 5, 6]), (4, nil, nil, [2, 3, 4]), (2, nil, nil, [1, 2]),
      (0, nil, nil, []), (nil, 4, nil, [2, 3]), (nil, nil, "den", [3, 7]), (6, nil, "den", [3, 4]),
    ] as [(Int?, Int?, String?, [Int])])
  func readsTheNewestRevisions(last: Int?, until: Int?, sink: String?, expected: [Int]) async throws {
    let storage = try TemporaryLog()
    for (number, (name, revision)) in Self.revisions.enumerated() {
      var event = SampleEvents.event(name)
      event.data.revision = revision
      let isSent = name != "b" && revision < 3
      try await storage.append(event, sinks: isSent ? ["den"] : [], at: Self.time(number + 1))
    }
    for (limit, examined) in [(1, 500), (100, 1), (100, 500)] {
      for cursor in [LogRange.Cursor.after(0), .before(nil)] {
        var range = LogRange(cursor: cursor, until: until.map(Self.time), last: last, sink: sink, isNewestOnly: true)
        let limits = LogPage.Limits(events: limit, examined: examined)
        #expect(try sequences(range, limits, in: storage.log) == expected)
        range.isNewestOnly = false
        let all = try sequences(range, limits, in: storage.log)
        #expect(all.count >= expected.count && all.allSatisfy { $0 <= last ?? until.map { $0 - 1 } ?? 7 })
      }
    }
  }

  /// With the first page's `end`, a play that is corrected between two pages is on one of them.
  @Test(arguments: [LogRange.Cursor.after(0), .before(nil)])
  func theRangeOfTheNewestRevisionsStaysWhatItWas(cursor: LogRange.Cursor) async throws {
    let storage = try TemporaryLog()
    for name in ["a", "b", "c"] { try await storage.append(SampleEvents.event(name), sinks: [], at: Self.time(1)) }
    var range = LogRange(cursor: cursor, isNewestOnly: true)
    var found: [Int] = []
    for number in 1...3 {
      let page = try await storage.log.pool.read { [range] in
        try LogPage.read(range, limits: LogPage.Limits(events: 1), in: $0) { _ in true }
      }
      found += page.events.map(\.sequence)
      guard let next = page.next else { break }
      range.cursor = if case .after = cursor { .after(next) } else { .before(next) }
      range.last = page.end
      for name in ["a", "c"] {
        var event = SampleEvents.event(name)
        event.data.revision = number + 1
        try await storage.append(event, sinks: [], at: Self.time(2))
      }
    }
    #expect(found.sorted() == [1, 2, 3])
  }

  @Test func aPageIsBoundedInBytes() async throws {
    let storage = try await log()
    let page = try await storage.log.pool.read {
      try LogPage.read(
        LogRange(cursor: .after(0)), limits: LogPage.Limits(events: 100, bytes: 1), in: $0, isWanted: { _ in true })
    }
    #expect(page.events.map(\.sequence) == [1] && page.next == 1)
  }

  @Test func continuesWhereNoEventMatched() async throws {
    let storage = try await log()
    let limits = LogPage.Limits(events: 5, examined: 3)
    let found = try sequences(LogRange(cursor: .after(2)), limits, in: storage.log) { $0.sequence == 11 }
    #expect(found == [11])
  }

  @Test func extremeCursorsAreEmptyOrWhole() async throws {
    let storage = try await log()
    let limits = LogPage.Limits(events: 100)
    #expect(try sequences(LogRange(cursor: .after(.max)), limits, in: storage.log) == [])
    #expect(try sequences(LogRange(cursor: .before(0)), limits, in: storage.log) == [])
    #expect(try sequences(LogRange(cursor: .before(.max)), limits, in: storage.log).count == Self.count)
    let empty = try TemporaryLog()
    #expect(try sequences(LogRange(cursor: .before(nil), since: SampleEvents.start), limits, in: empty.log) == [])
  }

  @Test func aRangeBeginsAtTheOldestEventThatIsLeft() async throws {
    let storage = try await log()
    try await storage.log.pool.write { database in
      try database.execute(sql: "DELETE FROM delivery WHERE sequence < 5")
      try database.execute(sql: "DELETE FROM event WHERE sequence < 5")
    }
    let range = LogRange(cursor: .after(0), since: Self.time(2))
    #expect(try sequences(range, LogPage.Limits(events: 100), in: storage.log) == Array(5...12))
  }
}

/// The file of a log without a daemon.
@Suite struct LogSnapshotTests {
  private let folder = try? TemporaryFolder()

  private func path() throws -> String { "\(try #require(folder).path)/livegamed 100%?.sqlite" }

  private func append(to log: EventLog) async throws {
    let checkpoint = Checkpoint(game: GameID(league: .mlb, gamePk: 1), state: [], isOver: false)
    let entry = LogEntry(event: SampleEvents.event("a"), sinks: [])
    try await log.append(LogAppend(checkpoint: checkpoint, events: [entry]), at: SampleEvents.start)
  }

  private func read(_ path: String) throws -> [Int] {
    try LogSnapshot(path: path).page(LogRange(cursor: .after(0)), limits: LogPage.Limits(events: 9)) { _ in true }
      .events.map(\.sequence)
  }

  @Test func aClosedLogIsReadAndNothingIsCreatedBesideIt() async throws {
    let path = try path()
    let log = try EventLog(path: path)
    try await append(to: log)
    #expect(try log.close())
    #expect(try read(path) == [1])
    #expect(try FileManager.default.contentsOfDirectory(atPath: try #require(folder).path).count == 1)
  }

  /// The newest events of a daemon that was killed are in the `-wal`.
  @Test func aLogThatWasNotClosedIsReadWithItsWAL() async throws {
    let path = try path()
    let log = try EventLog(path: path)
    try await append(to: log)
    #expect(try read(path) == [1])
    try log.close()
  }

  @Test func aMissingLogIsReported() throws {
    let path = try path()
    let fault = #expect(throws: Fault.self) { try LogSnapshot(path: path) }
    #expect(fault?.code == .logMissing)
  }

  @Test func aFileThatIsNoLogIsReported() throws {
    let path = try path()
    try Data(repeating: 65, count: 5000).write(to: URL(filePath: path))
    let fault = #expect(throws: Fault.self) { try read(path) }
    #expect(fault?.code == .logUnusable)
  }
}
