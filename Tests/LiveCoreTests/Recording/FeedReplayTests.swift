import Foundation
import LiveSimulator
import Logging
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// Simulated games with delays, corrections and failed requests, recorded in virtual time and played again.
@Suite(.timeLimit(.minutes(30))) struct FeedReplayTests {
  private let folder: TemporaryFolder
  private var path: String { "\(folder.path)/evening.recording" }
  private static let start = Timestamp(seconds: 1_790_000_000)

  init() throws { folder = try TemporaryFolder() }

  /// The source, polled through a session, with a log of its own.
  private func poller<C: Clock<Duration>>(
    _ session: any PollSession, over transport: any HTTPTransport, _ log: EventLog, _ clock: C
  ) -> SchedulePoller<MLB, C> where C: Sendable {
    let league = MLB(baseURL: "http://127.0.0.1:9", sportIDs: [1])
    var context = PollContext(
      league: league, reader: FeedReader(league: league, transport: session.transport(over: transport)),
      budget: HostRateLimiter(clock: clock) { .milliseconds(1) },
      plan: Reloadable(PollSettings(router: Router(rules: [], sinks: ["hook"], follow: []))), log: log, clock: clock,
      now: { session.time.wall }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      scoreboard: Scoreboard(), health: SourceHealth(since: Self.start), rounds: InFlightDeadlines())
    context.monotonic = { session.time.monotonic }
    context.session = session
    return SchedulePoller(context: context, catchUp: .tellAll, lastAlive: nil) { _ in }
  }

  /// Records a slate until all its games are over, or only the chosen one. Returns the events.
  private func record(seed: UInt64, games: Int, only game: Int? = nil, seconds: Double = 0) async throws -> [Event] {
    let clock = ManualClock()
    let first = Double(Self.start.seconds) + 600
    let slate = Slate(seed: seed, games: games, firstPitch: first, spread: 300, isPlain: false)
    let now: @Sendable () -> PollTime = {
      let wall = Self.start + (clock.now.offset)
      return PollTime(wall: wall, monotonic: wall + .milliseconds(1234))
    }
    let log = try EventLog(path: "\(folder.path)/recorded.sqlite")
    let recorder = try FeedRecorder(to: path, games: game.map { [$0] }, present: now)
    let poller = poller(recorder, over: SlateTransport(slate) { Double(now().wall.milliseconds) / 1000 }, log, clock)
    let end = (slate.games.map(\.end).max() ?? first) + 3600
    await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await poller.run() }
      group.addTask {
        while Double(now().wall.seconds) < end {
          await clock.whenSleeping()
          clock.advance(by: .seconds(2))
          // Yields to the log's own threads; no result depends on the length.
          try await Task.sleep(for: .microseconds(200))
        }
      }
      _ = await group.nextResult()
      group.cancelAll()
      while await group.nextResult() != nil {}
    }
    try recorder.close()
    return try events(log)
  }

  private func replay(
    pace: ReplayPace = .unlimited, from begin: (@Sendable (RecordedAnswer) -> Bool)? = nil,
    check: (FeedReplay, EventLog) throws -> Void = { _, _ in }
  ) async throws -> [Event] {
    let log = try EventLog(path: "\(folder.path)/\(UUID().uuidString).sqlite")
    let replay = FeedReplay(try Recording(path: path), pace: pace, from: begin)
    let poller = poller(replay, over: ScriptedTransport(.pause), log, VirtualPollClock())
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await poller.run() }
      group.addTask { try await replay.play() }
      try await group.next()
      group.cancelAll()
    }
    #expect(replay.skipped == 0)
    try check(replay, log)
    return try events(log)
  }

  private func events(_ log: EventLog) throws -> [Event] {
    try log.events(after: 0, limit: 100_000).map { try $0.decoded() }
  }

  private func ofGames(_ events: [Event]) -> [Int: [Event]] { Dictionary(grouping: events) { $0.data.game.id } }

  @Test func aReplayHasTheEventsOfTheRecording() async throws {
    let recorded = try await record(seed: 3, games: 3)
    #expect(
      recorded.count > 300 && recorded.contains { $0.data.revision > 1 } && Set(ofGames(recorded).keys).count == 3)
    let first = try await replay()
    #expect(ofGames(first) == ofGames(recorded))
    #expect(try await replay(pace: .speed(100_000)) == first)
  }

  @Test func aChosenGameIsTheOnlyOneOfItsRecording() async throws {
    let recorded = try await record(seed: 5, games: 3, only: 900_001)
    #expect(!recorded.isEmpty && recorded.allSatisfy { $0.data.game.id == 900_001 })
    #expect(try Recording(path: path).feeds == [900_001])
    #expect(try await replay() == recorded)
  }

  @Test func nothingIsSentBeforeTheBeginning() async throws {
    _ = try await record(seed: 5, games: 1)
    let whole = try await replay(check: { replay, log in
      #expect(replay.shownSince != nil)
      let waiting = try log.standing(of: "hook").waiting
      #expect(waiting > 100)
    })
    let middle = whole[whole.count / 2].data.observedAt
    let partly = try await replay(
      from: { $0.time.wall >= middle },
      check: { replay, log in
        #expect(replay.shownSince == middle)
        let later = whole.count { $0.data.observedAt >= middle && !$0.data.provisional }
        let waiting = try log.standing(of: "hook").waiting
        #expect(waiting == later)
      })
    #expect(partly == whole)
    // The first answer has the plays before the recording.
    let first = try #require(whole.first).data.observedAt
    try await _ = replay(
      from: { if case .game = $0.subject { true } else { false } },
      check: { replay, _ in
        let shown = try #require(replay.shownSince)
        #expect(shown > first)
      })
    let silent = try await replay(from: { _ in false }, check: { replay, _ in #expect(replay.isSilent) })
    #expect(silent == whole)
  }

  @Test func aRecordingIsServedByItsTimes() async throws {
    _ = try await record(seed: 5, games: 1)
    let recording = try Recording(path: path)
    let source = try #require(try RecordedSource(recording))
    let (first, last) = (try #require(recording.first).wall, try #require(recording.last).wall)
    #expect(source.start == first)
    #expect(try source.answer(to: .game(900_000), at: first) == nil)
    guard case .response(let head, let body) = try source.answer(to: .schedule, at: first) else {
      return #expect(Bool(false), "no schedule")
    }
    #expect(head.status == 200 && String(decoding: body, as: UTF8.self).contains("900000"))
    guard case .response(_, let feed) = try source.answer(to: .game(900_000), at: last) else {
      return #expect(Bool(false), "no feed")
    }
    #expect(String(decoding: feed, as: UTF8.self).contains(#""Final""#))
    #expect(try source.answer(to: .game(1), at: last) == nil)
  }
}
