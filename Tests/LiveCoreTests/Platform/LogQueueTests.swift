import Glibc
import Logging
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// The daemon's own log, with a destination that blocks for a while.
@Suite(.timeLimit(.minutes(1))) struct LogQueueTests {
  /// Accepts lines while it is open, and blocks its writer while it is closed.
  private final class Destination: Sendable {
    private let lines = Locked<[String]>([])
    private let written = Watermark()
    private let started = Watermark()
    private let gate: UnixPipe

    init() throws { gate = try UnixPipe() }

    var taken: [String] { lines.withLock { $0 } }

    /// Lets so many lines through.
    func open(for count: Int) { _ = try? gate.writing.write(Array(repeating: 0, count: count)[...]) }

    /// Runs on the queue's thread.
    func write(_ entry: OwnLogEntry) {
      started.raise { $0 + 1 }
      _ = try? gate.reading.read(atMost: 1)
      lines.withLock { $0.append(entry.line) }
      written.raise { $0 + 1 }
    }

    func whenWritten(_ count: Int) async { _ = await written.past(count - 1) }
    func whenStarted(_ count: Int) async { _ = await started.past(count - 1) }
  }

  private func queue(
    _ destination: Destination, entries: Int = 8, bytes: Int = 1 << 20,
    now: @escaping @Sendable () -> Timestamp = { SampleEvents.start }
  ) throws -> LogQueue {
    try LogQueue(limits: .init(entries: entries, bytes: bytes), now: now) { dropped in
      OwnLogEntry(payload: nil, line: "\(dropped) dropped")
    } write: {
      destination.write($0)
    }
  }

  private func append(_ lines: some Sequence<String>, to queue: LogQueue) {
    for line in lines { queue.append(OwnLogEntry(payload: nil, line: line)) }
  }

  @Test func linesAreWrittenInTheirOrder() async throws {
    let destination = try Destination()
    let queue = try queue(destination, entries: 1000)
    destination.open(for: 500)
    append((1...500).map { "\($0)" }, to: queue)
    queue.flush(within: .seconds(50))
    #expect(destination.taken == (1...500).map { "\($0)" })
    #expect(queue.standing.isWell)
  }

  @Test func aBlockedDestinationBlocksNoCaller() async throws {
    let destination = try Destination()
    let queue = try queue(destination)
    append(["0"], to: queue)
    await destination.whenStarted(1)
    // The writer blocks on the first line; each of these calls returns at once.
    append((1...20).map { "\($0)" }, to: queue)
    #expect(queue.standing.dropped == 13 && destination.taken == [])
    destination.open(for: 1)
    await destination.whenWritten(1)
    // The queue stays full until half of it has been written, so that missing lines form one gap.
    append(["21"], to: queue)
    destination.open(for: 3)
    await destination.whenWritten(4)
    destination.open(for: 5)
    await destination.whenWritten(9)
    append(["22"], to: queue)
    destination.open(for: 1)
    await destination.whenWritten(10)
    #expect(destination.taken == ["0", "1", "2", "3", "4", "5", "6", "7", "14 dropped", "22"])
    #expect(queue.standing.dropped == 14)
  }

  @Test func droppedLinesAreReportedEvenIfNoLineFollows() async throws {
    let destination = try Destination()
    let queue = try queue(destination, entries: 2)
    append(["0"], to: queue)
    await destination.whenStarted(1)
    append(["1", "2", "3"], to: queue)
    destination.open(for: 3)
    await destination.whenWritten(3)
    #expect(destination.taken == ["0", "1", "2 dropped"])
  }

  @Test func bytesAreLimitedToo() async throws {
    let destination = try Destination()
    let queue = try queue(destination, entries: 100, bytes: 100)
    let long = String(repeating: "x", count: 60)
    // A line above the limit is not lost if no other line waits.
    append([String(repeating: "y", count: 1000)], to: queue)
    await destination.whenStarted(1)
    append([long], to: queue)
    destination.open(for: 2)
    await destination.whenWritten(2)
    append([long], to: queue)
    await destination.whenStarted(3)
    append([long], to: queue)
    #expect(queue.standing.dropped == 2)
    destination.open(for: 2)
    await destination.whenWritten(4)
    #expect(destination.taken.map(\.count) == [1000, 9, 60, 9])
  }

  @Test func aFlushHasATimeout() async throws {
    let destination = try Destination()
    let queue = try queue(destination)
    append(["0"], to: queue)
    await destination.whenStarted(1)
    queue.flush(within: .milliseconds(1))
    #expect(destination.taken == [])
    destination.open(for: 1)
    await destination.whenWritten(1)
  }

  @Test func aBlockedWriteIsDetected() async throws {
    let destination = try Destination()
    let clock = Locked(SampleEvents.start)
    let queue = try queue(destination) { clock.withLock { $0 } }
    append(["0"], to: queue)
    await destination.whenStarted(1)
    #expect(queue.standing.blockedSince == nil)
    clock.withLock { $0 = $0 + OwnLogStanding.patience }
    #expect(queue.standing.blockedSince == SampleEvents.start)
    destination.open(for: 1)
    queue.flush(within: .seconds(50))
    #expect(queue.standing.isWell)
  }

  @Test func aReleasedQueueWritesItsRemainingLines() async throws {
    let destination = try Destination()
    var queue: LogQueue? = try queue(destination)
    append(["0", "1", "2"], to: try #require(queue))
    queue = nil
    destination.open(for: 3)
    await destination.whenWritten(3)
    #expect(destination.taken == ["0", "1", "2"])
  }

  /// The whole path from a logger: standard error blocks, and later shows how many lines are missing.
  @Test(arguments: [LogDestination.standardError, .journal])
  func aLoggerNeverBlocks(for place: LogDestination) async throws {
    let destination = try Destination()
    let ownLog = OwnLog(place, journal: JournalWriter(socket: "/nowhere"), limits: .init(entries: 2)) { line in
      destination.write(OwnLogEntry(payload: nil, line: line))
    }
    var logger = Logger(label: "livegamed") { ownLog.handler(label: $0) }
    logger.logLevel = .debug
    logger.debug("first", metadata: [LogKey.sink: "den"])
    await destination.whenStarted(1)
    for number in 0..<1000 { logger.debug("line \(number)") }
    #expect(ownLog.standing.dropped == 999)
    destination.open(for: 3)
    ownLog.flush(within: .seconds(50))
    let taken = destination.taken
    try #require(taken.count == 3)
    switch place {
    case .journal:
      #expect(taken[0] == "<7>first (sink den)")
      #expect(taken[2] == "<4>own log lines dropped: their destination took no more (count 999)")
    case .standardError:
      #expect(taken[0].hasSuffix(" debug first sink=den"))
      #expect(taken[2].hasSuffix(" warning own log lines dropped: their destination took no more count=999"))
    }
  }
}
