import Foundation
import Logging
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// A whole game from the schedule to the sinks, with a disk that fails once or from some point on. No logged fact is
/// lost or repeated, no task ends, and when the disk works again everything is logged.
/// Runs some points of each kind, or all with `LIVEGAMED_FAULTS=all`.
@Suite(.serialized, .timeLimit(.minutes(60))) struct LogFaultTests {
  private static let tries =
    ProcessInfo.processInfo.environment["LIVEGAMED_FAULTS"] == "all" ? Int.max : 10

  struct Kind: Sendable, CustomTestStringConvertible {
    var failure: FaultyDisk.Failure
    var lasts: Bool

    var testDescription: String { "\(failure.rawValue) \(lasts ? "lasting" : "once")" }

    /// A lock that stays taken is waited for; that is tested with a second process.
    static let all = FaultyDisk.Failure.allCases.flatMap { failure in
      [false, true].map { Kind(failure: failure, lasts: $0) }
    }.filter { $0.failure != .busy || !$0.lasts }
  }

  @Test(arguments: Kind.all) func nothingIsLostOrRepeated(_ kind: Kind) async throws {
    let clean = try await FaultyGame().run(nil)
    #expect(clean.isWell && !clean.neededRestart, "\(clean)")
    let points = clean.counts[kind.failure] ?? 0
    // Most pages stay in the cache once they were read.
    #expect(points > (kind.failure == .corrupt ? 3 : 20))
    let stride = max(1, points / Self.tries)
    var (tried, hit, restarts, lost, repeated) = (0, 0, 0, 0, 0)
    for number in Swift.stride(from: 1, through: points, by: stride) {
      let outcome = try await FaultyGame().run(.init(failure: kind.failure, number: number, lasts: kind.lasts))
      #expect(outcome.isWell, "\(kind.testDescription), operation \(number) of \(points): \(outcome)")
      tried += 1
      hit += outcome.failed > 0 ? 1 : 0
      restarts += outcome.neededRestart ? 1 : 0
      lost += outcome.lost
      repeated += outcome.repeated
    }
    print(
      "log faults: \(kind.testDescription): \(points) points, \(tried) tried, \(hit) hit, \(lost) facts lost, "
        + "\(repeated) repeated, \(restarts) restarts")
  }
}

/// One game on one disk.
struct FaultyGame {
  /// The result of a run.
  struct Outcome: Sendable, CustomStringConvertible {
    var counts: [FaultyDisk.Failure: Int] = [:]
    /// The number of failed operations.
    var failed = 0
    /// Whether the log could not be opened, or could not continue without a restart.
    var neededRestart = false
    /// The number of facts that are missing from the log in the end.
    var lost = 0
    /// The number of facts that are in the log more than once.
    var repeated = 0
    /// Whether the log was ever not a prefix of the facts in their order.
    var isOutOfOrder = false
    /// Events that the sink or the journal never got.
    var undelivered: [String] = []
    /// Whether a lasting failure was not reported.
    var wasHidden = false
    /// Whether the run did not end.
    var isStuck = false

    var isWell: Bool {
      lost == 0 && repeated == 0 && !isOutOfOrder && undelivered.isEmpty && !wasHidden && !isStuck
    }

    var description: String {
      "\(failed) failed, \(lost) lost, \(repeated) repeated, undelivered \(undelivered)"
        + (isOutOfOrder ? ", out of order" : "") + (wasHidden ? ", hidden" : "") + (isStuck ? ", stuck" : "")
        + (neededRestart ? ", restarted" : "")
    }
  }

  private static let words = ["a", "b", "c", "d", "e", "f", "g", "h"]
  /// The duration of an outage in steps of a second.
  private static let outage = 25
  private static let mostSteps = 3000

  private let folder: String
  private let disk: FaultyDisk
  private let source = ToyTransport()
  private let got = Locked<(sink: Set<String>, journal: Set<String>)>(([], []))

  init() throws {
    let base = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    folder = "\(base)/livegamed-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    disk = try FaultyDisk(folder: folder)
    let feeds = Self.words.indices.map { Self.words[...$0].joined(separator: " ") }
    source.script(schedule: "1 S\n", then: "1 I\n", feed: feeds + [feeds[feeds.count - 1] + "."])
  }

  /// Plays the game. A lasting failure is repaired after a while.
  func run(_ plan: FaultyDisk.Plan?) async throws -> Outcome {
    defer {
      disk.remove()
      try? FileManager.default.removeItem(atPath: folder)
    }
    var outcome = Outcome()
    disk.arm(plan)
    var isDone = false
    for attempt in 1...3 where !isDone {
      if attempt > 1 {
        outcome.neededRestart = true
        disk.heal()
      }
      // A daemon that cannot start is started again by systemd.
      guard let log = try? EventLog(path: "\(folder)/log.sqlite") else { continue }
      isDone = await play(on: log, healing: plan?.lasts == true, &outcome)
      _ = try? log.close()
    }
    outcome.isStuck = !isDone
    for failure in FaultyDisk.Failure.allCases { outcome.counts[failure] = disk.count(of: failure) }
    outcome.failed = disk.failed
    disk.heal()
    try judge(&outcome)
    return outcome
  }

  private func judge(_ outcome: inout Outcome) throws {
    let log = try EventLog(path: "\(folder)/log.sqlite")
    let summaries = try log.events(after: 0, limit: 100).map { try $0.decoded().data.summary }
    try log.close()
    outcome.lost = Self.words.count { !summaries.contains($0) }
    outcome.repeated = summaries.count - Set(summaries).count
    outcome.isOutOfOrder = outcome.isOutOfOrder || summaries != Array(Self.words.prefix(summaries.count))
    let (sink, journal) = got.withLock { $0 }
    outcome.undelivered =
      Self.words.filter { !sink.contains($0) }.map { "sink \($0)" }
      + Self.words.filter { !journal.contains($0) }.map { "journal \($0)" }
  }

  /// Does what log maintenance and a socket client do, and ignores failures.
  private func keep(_ log: EventLog, at now: Timestamp) async {
    try? await log.markAlive(at: now)
    _ = try? await Retention(log: log).pruneByAge(TemporaryLog.retention)
    _ = try? await Retention(log: log).pruneBySize(
      .init(maximumBytes: 1 << 30, age: TemporaryLog.retention, sinks: ["hook"]))
    _ = try? log.events(after: 0, limit: 10)
    _ = try? log.extent()
  }

  private var hasAll: Bool {
    got.withLock { $0.sink.count == Self.words.count && $0.journal.count == Self.words.count }
  }

  /// Plays the game on an open log. Returns true when everything was logged.
  private func play(on log: EventLog, healing: Bool, _ outcome: inout Outcome) async -> Bool {
    let clock = ManualClock()
    let now: @Sendable () -> Timestamp = { ToyTransport.start + clock.now.offset }
    let logged = RecordedLog()
    let league = ToyLeague()
    let plan = Reloadable(PollSettings(router: Router(rules: [], sinks: ["hook"], follow: [])))
    let context = PollContext(
      league: league, reader: FeedReader(league: league, transport: source),
      budget: HostRateLimiter(clock: clock) { .milliseconds(1) }, plan: plan, log: log, clock: clock, now: now,
      logger: logged.logger,
      scoreboard: Scoreboard(), health: SourceHealth(since: ToyTransport.start), rounds: InFlightDeadlines())
    let poller = SchedulePoller(context: context, catchUp: .tellAll, lastAlive: ToyTransport.start) { _ in }
    let delivery = DeliveryService(
      plan: Reloadable(DeliveryConfig(sinks: [ConfiguredSink(sink: RecordingSink(got: got))], hasJournal: true)),
      journal: JournalSink(log: log, clock: clock, now: now, logger: logged.logger) { [got] event, _ in
        got.withLock { _ = $0.journal.insert(event.data.summary) }
      }, log: log, clock: clock, now: now, wall: now, logger: logged.logger, attempts: InFlightDeadlines()
    ) { _, _ in }
    let (steps, wasHidden) = await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await poller.run() }
      group.addTask { try await delivery.run() }
      var (steps, wasHidden) = (0, false)
      var failure: (step: Int, newest: Int)?
      let before = disk.failed
      while !(hasAll && log.tail.newest >= Self.words.count), steps < Self.mostSteps {
        steps += 1
        if failure == nil, disk.failed > before { failure = (steps, log.tail.newest) }
        if healing, let failure, steps == failure.step + Self.outage {
          // A failure that does not keep the game from the log may go unreported.
          let isStill = log.tail.newest == failure.newest && failure.newest < Self.words.count
          wasHidden = isStill && log.health.trouble == nil
          disk.heal()
        }
        if steps.isMultiple(of: 5) { await keep(log, at: now()) }
        clock.advance(by: .seconds(1))
        // Yields to the log's own threads; no result depends on the length.
        try? await Task.sleep(for: .milliseconds(1))
      }
      group.cancelAll()
      while await group.nextResult() != nil {}
      return (steps, wasHidden)
    }
    outcome.wasHidden = outcome.wasHidden || wasHidden
    return steps < Self.mostSteps
  }
}

/// A sink that accepts everything and records it.
private struct RecordingSink: Sink {
  let name = "hook"
  let traits = SinkTraits(audience: .program)
  let got: Locked<(sink: Set<String>, journal: Set<String>)>

  func compose(_ content: MessageContent) throws(Fault) -> Message {
    Message(body: Array(content.deliverables.map(\.event.data.summary).joined(separator: " ").utf8))
  }

  func send(_ message: Message, id: WebhookID, at now: Timestamp) async -> Answer {
    // A program gets the line of the event.
    guard let word = try? CloudEvent(line: message.body).event.data.summary else { return .accepted(Receipt()) }
    got.withLock { _ = $0.sink.insert(word) }
    return .accepted(Receipt())
  }
}
