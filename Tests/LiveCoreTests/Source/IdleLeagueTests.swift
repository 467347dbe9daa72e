import Foundation
import Logging
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// A league that nobody follows is not polled.
@Suite(.timeLimit(.minutes(1))) struct IdleLeagueTests {
  private let folder: TemporaryFolder
  private let log: EventLog
  private let clock = ManualClock()
  private let plan: Reloadable<PollSettings>

  init() throws {
    folder = try TemporaryFolder()
    log = try EventLog(path: "\(folder.path)/log.sqlite")
    plan = Reloadable(Self.settings(isIdle: true))
  }

  private static func settings(isIdle: Bool) -> PollSettings {
    var settings = PollSettings(router: Router(rules: [], sinks: ["hook"], follow: []))
    if isIdle { settings.idle = [ToyLeague().id] }
    return settings
  }

  private func poller(_ transport: ScriptedTransport) -> SchedulePoller<ToyLeague, ManualClock> {
    let league = ToyLeague()
    let context = PollContext(
      league: league, reader: FeedReader(league: league, transport: transport),
      budget: HostRateLimiter(clock: clock) { .milliseconds(1) }, plan: plan, log: log, clock: clock,
      now: { ToyTransport.start }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      scoreboard: Scoreboard(), health: SourceHealth(since: ToyTransport.start), rounds: InFlightDeadlines())
    return SchedulePoller(context: context, catchUp: .silent, lastAlive: nil) { _ in }
  }

  @Test func nothingIsRequestedUntilATeamIsFollowed() async throws {
    let wasIdle = Locked<[Bool]>([])
    let transport = ScriptedTransport { [plan] _, _ in
      wasIdle.withLock { $0.append(!plan.current.idle.isEmpty) }
      return .status(200, body: "1 S\n")
    }
    await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [poller = poller(transport)] in try await poller.run() }
      // Other changes of the settings do not start it.
      for _ in 0..<10 {
        plan.replace(with: Self.settings(isIdle: true))
        await Task.yield()
      }
      #expect(transport.requests.isEmpty)
      plan.replace(with: Self.settings(isIdle: false))
      await transport.whenAsked(1)
      group.cancelAll()
    }
    #expect(transport.requests.first?.url == "toy:schedule")
    #expect(wasIdle.withLock { $0 }.allSatisfy { !$0 })
  }

  @Test func aLeagueThatBecomesIdleIsNotPolledAgain() async throws {
    let transport = ScriptedTransport(.status(200, body: "1 S\n"))
    await withThrowingTaskGroup(of: Void.self) { group in
      plan.replace(with: Self.settings(isIdle: false))
      group.addTask { [poller = poller(transport)] in try await poller.run() }
      await transport.whenAsked(1)
      await clock.whenSleeping()
      let asked = transport.requests.count { $0.url == "toy:schedule" }
      plan.replace(with: Self.settings(isIdle: true))
      for _ in 0..<20 {
        clock.advance(by: .seconds(60))
        await Task.yield()
      }
      #expect(transport.requests.count { $0.url == "toy:schedule" } == asked)
      group.cancelAll()
    }
  }
}
