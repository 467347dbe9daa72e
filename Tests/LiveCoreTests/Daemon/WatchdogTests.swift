import Logging
import ServiceLifecycle
import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite(.timeLimit(.minutes(1))) struct WatchdogTests {
  /// A heart that answers as set; nil hangs.
  private final class ScriptedHeart: Sendable {
    private let answer: Locked<Bool?>
    private let open = Locked<[@Sendable (Bool) -> Void]>([])
    private let count = Locked(0)

    init(_ answer: Bool?) { self.answer = Locked(answer) }

    var asked: Int { count.withLock { $0 } }

    func become(_ answer: Bool?) {
      self.answer.withLock { $0 = answer }
      guard let answer else { return }
      let waiting = open.withLock { open in
        defer { open = [] }
        return open
      }
      for tell in waiting { tell(answer) }
    }

    func heart(_ name: String) -> LivenessProbe {
      LivenessProbe(name: name) { tell in
        self.count.withLock { $0 += 1 }
        if let answer = self.answer.withLock({ $0 }) { tell(answer) } else { self.open.withLock { $0.append(tell) } }
      }
    }
  }

  private let clock = ManualClock()
  private let logged = RecordedLog()
  private let storage: TemporaryLog

  init() throws { storage = try TemporaryLog() }

  private func run(
    _ manager: RecordingManager, _ hearts: [LivenessProbe], _ script: (ServiceStatus) async throws -> Void
  ) async throws {
    let board = ServiceStatus(manager, info: DaemonInfo(), log: storage.log.health)
    let watchdog = Watchdog(manager: manager, board: board, hearts: hearts, clock: clock, logger: logged.logger)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await watchdog.run() }
      await clock.whenSleeping()
      try await script(board)
      group.cancelAll()
    }
  }

  /// Counts beats of a watchdog of 20 s, with rounds of 5 s and hearts that may be silent for 10 s.
  private func beats(_ manager: RecordingManager, in rounds: Int) async -> Int {
    let before = manager.messages.count { $0 == "beat" }
    for _ in 0..<rounds {
      clock.advance(by: .seconds(5))
      await clock.whenSleeping()
    }
    return manager.messages.count { $0 == "beat" } - before
  }

  @Test func beatsWhileAllHeartsAnswer() async throws {
    let manager = RecordingManager(watchdog: .seconds(20))
    let hearts = [ScriptedHeart(true), ScriptedHeart(true)]
    try await run(manager, [hearts[0].heart("log"), hearts[1].heart("polls")]) { _ in
      #expect(await beats(manager, in: 6) == 6)
    }
    #expect(logged.lines.isEmpty)
  }

  @Test(arguments: [nil, false]) func oneHeartThatHangsOrFailsStopsTheBeats(answer: Bool?) async throws {
    let manager = RecordingManager(watchdog: .seconds(20))
    let (well, ill) = (ScriptedHeart(true), ScriptedHeart(true))
    try await run(manager, [well.heart("log"), ill.heart("socket")]) { _ in
      ill.become(answer)
      // The heart is first asked at 5 s, and may be silent until 15 s.
      #expect(await beats(manager, in: 3) == 3)
      #expect(await beats(manager, in: 8) == 0)
      ill.become(true)
      #expect(await beats(manager, in: 2) >= 1)
    }
    #expect(logged.lines == ["critical no progress: the watchdog is not fed part=socket"])
    // A heart that hangs is asked only once.
    #expect(answer == nil ? ill.asked < 7 : ill.asked > 10)
  }

  /// The machine was busy or asleep, so the hearts that were not asked cannot have answered.
  @Test func aLateWatchdogReportsNoHeart() async throws {
    let (manager, heart) = (RecordingManager(watchdog: .seconds(20)), ScriptedHeart(true))
    try await run(manager, [heart.heart("log")]) { _ in
      clock.advance(by: .seconds(60))
      await clock.whenSleeping()
      #expect(manager.messages.count { $0 == "beat" } == 2)
    }
    #expect(logged.lines.isEmpty)
  }

  @Test func withoutAWatchdogNoHeartIsAsked() async throws {
    let (manager, heart) = (RecordingManager(), ScriptedHeart(true))
    try await run(manager, [heart.heart("log")]) { _ in #expect(await beats(manager, in: 4) == 0) }
    #expect(heart.asked == 0)
  }

  @Test func extendsTheStopTimeoutForALimitedTime() async throws {
    let manager = RecordingManager()
    try await run(manager, []) { board in
      await board.stopping()
      _ = await beats(manager, in: 12)
    }
    #expect(manager.messages.count { $0 == "extend 10" } == 6)
  }
}
