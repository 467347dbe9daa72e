import LiveSimulator
import Logging
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// A live game of MLB that is polled with short requests where they suffice.
@Suite(.timeLimit(.minutes(2))) struct ShortGamePollerTests {
  private static let mlb = MLB(baseURL: "http://127.0.0.1", sportIDs: [1])
  private static let game = SimulatedGame(seed: 3)

  private let folder: TemporaryFolder
  private let log: EventLog
  private let clock = ManualClock()

  init() throws {
    folder = try TemporaryFolder()
    log = try EventLog(path: "\(folder.path)/log.sqlite")
  }

  /// A time at which the game is live and has some plays.
  private static let start: Double = {
    let live = game.moments.first { time in
      guard let snapshot = try? decoded(game.feed(at: time)) else { return false }
      return snapshot.status.phase == .live && snapshot.plays.count == 5
    }
    return live ?? 0
  }()

  private static func decoded(_ body: [UInt8]) throws -> GameSnapshot {
    var decoder = MLBFeedDecoder()
    try decoder.feed(body.span)
    return try decoder.finish()
  }

  /// Returns what StatsAPI answers now, without the members that it does not know.
  private static func answer(_ request: HTTPRequest, at offset: Duration, without unknown: Set<String> = []) -> String {
    let names = request.url.split(separator: "=").last.map { $0.split(separator: ",").map(String.init) } ?? []
    let time = start + Double(offset.wholeMilliseconds) / 1000
    let body = JSONTree(game.feed(at: time)).trimmed(to: Set(names).subtracting(unknown)).bytes
    return String(decoding: body, as: UTF8.self)
  }

  private static func isShort(_ request: HTTPRequest) -> Bool { request.url.contains("currentPlay") }

  /// Polls until the transport has had this many requests, and returns which of them were short.
  private func poll(
    _ count: Int, session: (any PollSession)? = nil, _ transport: ScriptedTransport
  ) async -> [Bool] {
    let (clock, id) = (clock, GameID(league: .mlb, gamePk: Self.game.gamePk))
    let now: @Sendable () -> Timestamp = {
      Timestamp(milliseconds: Int64(Self.start * 1000)) + clock.now.offset
    }
    let context = PollContext(
      league: Self.mlb, reader: FeedReader(league: Self.mlb, transport: transport),
      budget: HostRateLimiter(clock: clock) { .milliseconds(1) },
      plan: Reloadable(PollSettings(router: Router(rules: [], sinks: ["hook"], follow: []))), log: log, clock: clock,
      now: now, monotonic: now, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      scoreboard: Scoreboard(), health: SourceHealth(since: now()), rounds: InFlightDeadlines(), session: session)
    await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await GamePoller(
          game: id, baseline: .tellAll, context: context, rows: Reloadable(nil), isWanted: { true }
        )
        .run()
      }
      while transport.requests.count < count {
        await clock.whenSleeping()
        clock.advance(by: .seconds(1))
        // Yields to the log's own threads; no result depends on the length.
        try? await Task.sleep(for: .milliseconds(1))
      }
      group.cancelAll()
    }
    return transport.requests.prefix(count).map(Self.isShort)
  }

  @Test func aShortRequestSufficesWhileTheSamePlateAppearanceLasts() async throws {
    let (clock, newest) = (clock, Locked<[Int?]>([]))
    let transport = ScriptedTransport { request, _ in
      let body = Self.answer(request, at: clock.now.offset)
      let whole = try? Self.decoded(Self.game.feed(at: Self.start + Double(clock.now.offset.wholeMilliseconds) / 1000))
      newest.withLock { $0.append(whole?.plays.last?.atBatIndex) }
      return .status(200, body: body)
    }
    let isShort = await poll(60, transport)
    #expect(isShort.first == false)
    #expect(isShort.count { $0 } > 25, "\(isShort)")
    // After a short answer with another plate appearance, the next request is whole.
    let plays = newest.withLock { $0 }
    for index in 1..<isShort.count - 1 where isShort[index] && plays[index] != plays[index - 1] {
      #expect(!isShort[index + 1], "request \(index)")
    }
    // The log has what whole answers alone would have given.
    let events = try log.events(after: 0, limit: 1000).map { try $0.decoded() }
    #expect(events.contains { $0.type == EventType.play })
    #expect(Set(events.map(\.id)).count == events.count)
  }

  @Test func aSourceWithoutTheNewestPlayGetsWholeRequests() async {
    let clock = clock
    let isShort = await poll(
      60,
      ScriptedTransport { request, _ in
        .status(200, body: Self.answer(request, at: clock.now.offset, without: ["currentPlay"]))
      })
    #expect(isShort.count { $0 } == ShortPolls<GameSnapshot>.mostBlanks)
    // A whole answer follows each blank one at once.
    #expect(!zip(isShort, isShort.dropFirst()).contains { $0 && $1 })
  }

  @Test func aSourceThatIgnoresTheFieldsIsAskedOnce() async {
    let clock = clock
    let list = HTTPRequest(url: "?fields=\(MLBFeedFields.list)")
    let times = Locked<[Duration]>([])
    let isShort = await poll(
      10,
      ScriptedTransport { _, _ in
        times.withLock { $0.append(clock.now.offset) }
        return .status(200, body: Self.answer(list, at: clock.now.offset))
      })
    #expect(isShort.contains(true))
    let all = times.withLock { $0 }
    #expect(Set(all).count == all.count, "two requests at the same time")
  }

  @Test func afterAFailureTheNextRequestIsWhole() async {
    let clock = clock
    let isShort = await poll(
      5,
      ScriptedTransport { request, number in
        number == 2 ? .status(500) : .status(200, body: Self.answer(request, at: clock.now.offset))
      })
    #expect(isShort.prefix(3).elementsEqual([false, true, false]))
  }

  @Test func aRecordingHasWholeAnswersOnly() async throws {
    let clock = clock
    let now = PollTime(
      wall: Timestamp(milliseconds: Int64(Self.start * 1000)),
      monotonic: Timestamp(milliseconds: Int64(Self.start * 1000)))
    let recorder = try FeedRecorder(to: "\(folder.path)/game.livegamed", games: nil, present: { now })
    let isShort = await poll(
      6, session: recorder,
      ScriptedTransport { request, _ in .status(200, body: Self.answer(request, at: clock.now.offset)) })
    #expect(!isShort.contains(true))
    try recorder.close()
  }
}
