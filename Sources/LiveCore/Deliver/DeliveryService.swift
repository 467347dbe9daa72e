internal import LiveModel
internal import LivePlatform
internal import Logging
internal import ServiceLifecycle

/// Runs the workers of all sinks and the journal concurrently, as the current plan says. None of them fails, so none
/// can end another. A new plan restarts only the workers whose settings changed.
struct DeliveryService<C: Clock<Duration>>: Service where C: Sendable {
  let plan: Reloadable<DeliveryConfig>
  /// Runs only while the plan enables it; nil where there is no journal.
  let journal: JournalSink<C>?
  let log: EventLog
  let clock: C
  /// The time of the outbox.
  let now: @Sendable () -> Timestamp
  let wall: @Sendable () -> Timestamp
  let logger: Logger
  /// Deadlines of the attempts under way.
  let attempts: InFlightDeadlines
  var meters = Meters()
  /// Whether all games are simulated, and notices are marked as the messages are.
  var isTest = false
  /// The sinks that this daemon serves, of those that it shares with others; nil for a daemon alone.
  var turns: (any SinkTurns)?
  /// The facts about the daemon that sinks can show beside events.
  var surroundings = SinkSurroundings()
  /// Reports the failure of a sink. Reports nil when it works again or is removed.
  var announceFailure: @Sendable (_ sink: String, _ failure: SinkFailure?) async -> Void = { _, _ in }
  /// Reports a disabled sink with its reason. Reports nil when the sink works again or is removed.
  let announce: @Sendable (_ sink: String, _ reason: String?) async -> Void

  private enum Duty: Hashable {
    case sink(String)
    case journal
  }

  /// Duties with a running task. The plan is checked under this lock, so that a task cannot exit just as a new plan
  /// re-adds its duty.
  private typealias RunningDuties = Locked<Set<Duty>>

  func run() async throws {
    let (hosts, running) = (HostRateLimiter(clock: clock), RunningDuties([]))
    await withDiscardingTaskGroup { group in
      var generation: Int
      repeat {
        generation = plan.generation
        await withdrawNotices()
        for duty in duties where running.withLock({ $0.insert(duty).inserted }) {
          group.addTask { await serve(duty, hosts, running) }
        }
      } while await isReplaced(generation)
    }
  }

  /// Waits for a new plan. Returns false when the daemon stops.
  private func isReplaced(_ generation: Int) async -> Bool {
    await cancelWhenGracefulShutdown { await plan.changed(since: generation) }
  }

  private var duties: [Duty] {
    let plan = plan.current
    return plan.sinks.map { .sink($0.sink.name) } + (plan.hasJournal && journal != nil ? [.journal] : [])
  }

  private func serve(_ duty: Duty, _ hosts: HostRateLimiter<C>, _ running: RunningDuties) async {
    while keepsRunning(duty, running) {
      switch duty {
      case .sink(let name): await serve(sink: name, hosts)
      case .journal: await serveJournal()
      }
      if Task.isCancelled || Task.isShuttingDownGracefully { return }
    }
  }

  private func keepsRunning(_ duty: Duty, _ running: RunningDuties) -> Bool {
    running.withLock { running in
      let isOn = duties.contains(duty)
      if !isOn { running.remove(duty) }
      return isOn
    }
  }

  /// Runs a worker until the sink's settings change, or another daemon may serve the sink.
  private func serve(sink name: String, _ hosts: HostRateLimiter<C>) async {
    guard let configured = plan.current.sink(named: name) else { return }
    let isChanged: @Sendable () async -> Void = {
      await plan.until { $0.sink(named: name)?.settings != configured.settings }
    }
    guard await begins(name, unless: isChanged) else { return }
    let worker = worker(configured, hosts)
    await Shift(logger: logger).run {
      await worker.run()
    } until: { [turns] in
      guard let turns else { return await isChanged() }
      await first(of: isChanged) { await turns.lost(name) }
    }
    await turns?.end(name)
    // Clear what was reported: a new worker checks again, and a removed sink needs nothing.
    guard !Task.isShuttingDownGracefully else { return }
    await announce(name, nil)
    await announceFailure(name, nil)
  }

  /// Waits until this daemon serves the sink. Returns false if it is to stop before, or the sink's settings change.
  private func begins(_ sink: String, unless isChanged: @escaping @Sendable () async -> Void) async -> Bool {
    guard let turns else { return true }
    let hasBegun = Locked(false)
    await cancelWhenGracefulShutdown {
      await first(of: isChanged) {
        if (try? await turns.begin(sink)) != nil { hasBegun.withLock { $0 = true } }
      }
    }
    let isOn = hasBegun.withLock { $0 }
    if isOn, Task.isShuttingDownGracefully { await turns.end(sink) }
    return isOn && !Task.isShuttingDownGracefully
  }

  private func serveJournal() async {
    guard let journal else { return }
    await Shift(logger: logger).run {
      await journal.run()
    } until: {
      await plan.until { !$0.hasJournal }
    }
  }

  private func worker(_ configured: ConfiguredSink, _ hosts: HostRateLimiter<C>) -> SinkWorker<C> {
    let name = configured.sink.name
    return SinkWorker(
      configured, log: log, hosts: hosts, clock: clock, now: now, wall: wall, attempts: attempts, logger: logger,
      meters: meters, surroundings: surroundings, isServedHere: { [turns] in turns?.serves(name) ?? true },
      announceFailure: { await announceFailure(name, $0) }
    ) { announcement in
      await announce(name, announcement.reason)
      if let reason = announcement.reason, let cause = announcement.cause, announcement.isNew {
        let reason = Answer.Reason(cause: cause, text: reason)
        await notifyOthers(of: DisabledSinkNotice(sink: configured.settings, reason: reason))
      }
    }
  }

  /// Withdraws the notices about sinks that the plan no longer has.
  private func withdrawNotices() async {
    do {
      try await log.withdrawNotices(exceptAbout: plan.current.sinks.map(\.sink.name), at: wall())
    } catch {
      logger.error("notices not withdrawn", metadata: Fault.metadata(of: error, and: [:]))
    }
  }

  /// Sends a notice to all other sinks that people read.
  private func notifyOthers(of notice: DisabledSinkNotice) async {
    let (name, text) = (notice.sink.name, (isTest ? "\(Wording.testMark) · " : "") + notice.text)
    for other in plan.current.sinks where other.sink.name != name && other.sink.traits.audience == .people {
      do {
        let outbox = Outbox(log: log, sink: other.sink.name)
        try await outbox.notify(text, about: name, due: now(), at: wall())
      } catch {
        logger.error(
          "notice not written", metadata: Fault.metadata(of: error, and: [LogKey.sink: "\(other.sink.name)"]))
      }
    }
  }
}

/// Runs two waits until the first one ends, and cancels the other.
private func first(
  of one: @escaping @Sendable () async -> Void, _ other: @escaping @Sendable () async -> Void
) async {
  await withTaskGroup(of: Void.self) { group in
    group.addTask { await one() }
    group.addTask { await other() }
    await group.next()
    group.cancelAll()
  }
}

/// Runs a worker until the daemon stops or the worker is replaced. In both cases the worker first finishes what is
/// under way, because an interrupted attempt would be sent twice.
struct Shift: Sendable {
  let logger: Logger

  /// Runs `work` to its end. Asks it to shut down gracefully when `isOver` returns.
  func run(_ work: @escaping @Sendable () async -> Void, until isOver: @escaping @Sendable () async -> Void) async {
    // A nested service group also receives the daemon's own graceful shutdown.
    let duty = ServiceGroup(
      configuration: .init(
        services: [
          .init(service: Duty(work: work), successTerminationBehavior: .gracefullyShutdownGroup, serviceName: "Duty")
        ],
        logger: logger.ofTrouble))
    await withDiscardingTaskGroup { group in
      group.addTask {
        await isOver()
        if !Task.isCancelled { await duty.triggerGracefulShutdown() }
      }
      try? await duty.run()
      group.cancelAll()
    }
  }

  private struct Duty: Service {
    let work: @Sendable () async -> Void

    func run() async { await work() }
  }
}

extension Logger {
  /// A copy that logs warnings and errors only: a service group logs each of its steps.
  var ofTrouble: Logger {
    var logger = self
    logger.logLevel = max(logLevel, .warning)
    return logger
  }
}
