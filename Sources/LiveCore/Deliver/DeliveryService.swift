internal import Logging
internal import ServiceLifecycle

/// Runs the workers of all sinks and the journal side by side, as the plan in force says. None of them can fail, so
/// none can end another; and a plan that leaves a sink as it is does not disturb its worker.
struct DeliveryService<C: Clock<Duration>>: Service where C: Sendable {
  let plan: Reloadable<DeliveryConfig>
  /// Works only while the plan says so; nil where there is no journal.
  let journal: JournalSink<C>?
  let log: EventLog
  let clock: C
  /// The time of the outbox.
  let now: @Sendable () -> Timestamp
  let wall: @Sendable () -> Timestamp
  let logger: Logger
  /// Attempts that are under way.
  let attempts: InFlightDeadlines
  var meters = Meters()
  /// Told when a sink is disabled, and with nil when it works again or is no longer served.
  let announce: @Sendable (_ sink: String, _ reason: String?) async -> Void

  private enum Duty: Hashable {
    case sink(String)
    case journal
  }

  /// Sinks with a running worker. The plan is checked under this lock, so that a worker cannot exit just as a new plan
  /// adds its sink again.
  private typealias Crew = Locked<Set<Duty>>

  func run() async throws {
    let (hosts, crew) = (HostRateLimiter(clock: clock), Crew([]))
    await withDiscardingTaskGroup { group in
      var generation: Int
      repeat {
        generation = plan.generation
        for duty in duties where crew.withLock({ $0.insert(duty).inserted }) {
          group.addTask { await serve(duty, hosts, crew) }
        }
      } while await isReplaced(generation)
    }
  }

  /// False when the daemon stops.
  private func isReplaced(_ generation: Int) async -> Bool {
    await cancelWhenGracefulShutdown { await plan.changed(since: generation) }
  }

  private var duties: [Duty] {
    let plan = plan.current
    return plan.posts.map { .sink($0.sink.name) } + (plan.hasJournal && journal != nil ? [.journal] : [])
  }

  private func serve(_ duty: Duty, _ hosts: HostRateLimiter<C>, _ crew: Crew) async {
    while isOn(duty, crew) {
      switch duty {
      case .sink(let name): await serve(sink: name, hosts)
      case .journal: await serveJournal()
      }
      if Task.isCancelled || Task.isShuttingDownGracefully { return }
    }
  }

  private func isOn(_ duty: Duty, _ crew: Crew) -> Bool {
    crew.withLock { crew in
      let isOn = duties.contains(duty)
      if !isOn { crew.remove(duty) }
      return isOn
    }
  }

  /// For as long as its settings stay what they are.
  private func serve(sink name: String, _ hosts: HostRateLimiter<C>) async {
    guard let post = plan.current.post(of: name) else { return }
    let worker = worker(post, hosts)
    await Shift(logger: logger).run {
      await worker.run()
    } until: {
      await plan.until { $0.post(of: name)?.settings != post.settings }
    }
    // Clear the "disabled" notice: a new worker checks again, and a removed sink needs none.
    if !Task.isShuttingDownGracefully { await announce(name, nil) }
  }

  private func serveJournal() async {
    guard let journal else { return }
    await Shift(logger: logger).run {
      await journal.run()
    } until: {
      await plan.until { !$0.hasJournal }
    }
  }

  private func worker(_ post: ConfiguredSink, _ hosts: HostRateLimiter<C>) -> SinkWorker<C> {
    let name = post.sink.name
    let bench = WorkerBench(
      post, log: log, hosts: hosts, clock: clock, now: now, wall: wall, attempts: attempts, logger: logger,
      meters: meters
    ) { news in
      await announce(name, news.reason)
      if let reason = news.reason, news.isNew { await tellOthers(of: name, reason) }
    }
    return SinkWorker(bench: bench)
  }

  /// People who read another sink hear why this one is silent.
  private func tellOthers(of name: String, _ reason: String) async {
    let text = "Sink '\(name)' is disabled: \(reason)."
    for post in plan.current.posts where post.sink.name != name && post.sink.traits.audience == .people {
      do {
        let outbox = Outbox(log: log, sink: post.sink.name)
        try await outbox.notify(text, due: now(), at: wall())
      } catch {
        logger.error("notice not written", metadata: Fault.metadata(of: error, and: [LogKey.sink: "\(post.sink.name)"]))
      }
    }
  }
}

extension Outbox {
  /// Lets a notice wait among the messages, as plain text. It is `due` in the time of the outbox, and `now` by the wall
  /// clock.
  func notify(_ text: String, due: Timestamp, at now: Timestamp) async throws {
    let id = WebhookID(log: log.id, sink: sink, events: ["notice", String(due.milliseconds)])
    let draft = StoredMessage(
      number: 0, lane: Self.noticeLane, id: id.rawValue, event: nil, body: Array(text.utf8), edits: nil, due: due,
      deadline: due + Retry.finalExpiry, attempts: 0, error: nil)
    _ = try await store(draft, at: now)
    log.orders.advance()
  }
}

/// A worker's time on duty: until the daemon stops, or somebody else takes its place. Either way it finishes what it
/// has in hand, for to break that off would be to send it twice.
struct Shift: Sendable {
  let logger: Logger

  /// Returns when the work has ended; it is told to end when `isOver` returns.
  func run(_ work: @escaping @Sendable () async -> Void, until isOver: @escaping @Sendable () async -> Void) async {
    // A group within the daemon's own hears of the daemon's end too.
    let duty = ServiceGroup(
      configuration: .init(
        services: [.init(service: Duty(work: work), successTerminationBehavior: .gracefullyShutdownGroup)],
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
  /// For a group of services, which tells each of its steps.
  var ofTrouble: Logger {
    var logger = self
    logger.logLevel = max(logLevel, .warning)
    return logger
  }
}
