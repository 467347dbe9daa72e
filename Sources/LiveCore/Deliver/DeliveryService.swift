internal import Logging
internal import ServiceLifecycle

/// Runs the workers of all sinks and the journal side by side. None of them can fail, so none can end another.
struct DeliveryService<C: Clock<Duration>>: Service where C: Sendable {
  let posts: [SinkPost]
  /// Nil when events do not go to the journal.
  let journal: JournalSink<C>?
  let log: EventLog
  let clock: C
  let now: @Sendable () -> Timestamp
  let logger: Logger
  var meters = Meters()
  /// Told when a sink is disabled, and with nil when it works again.
  let announce: @Sendable (_ sink: String, _ reason: String?) async -> Void

  func run() async throws {
    let hosts = HostLimiter(clock: clock)
    await withDiscardingTaskGroup { group in
      for post in posts { group.addTask { await worker(post, hosts).run() } }
      if let journal { group.addTask { await journal.run() } }
      // To return before the daemon stops, because no sink is left to serve, would stop the daemon.
      group.addTask { try? await gracefulShutdown() }
    }
  }

  private func worker(_ post: SinkPost, _ hosts: HostLimiter<C>) -> SinkWorker<C> {
    let name = post.sink.name
    let bench = WorkerBench(
      post, log: log, hosts: hosts, clock: clock, now: now, logger: logger, meters: meters
    ) { news in
      await announce(name, news.reason)
      if let reason = news.reason, news.isNew { await tellOthers(of: name, reason) }
    }
    return SinkWorker(bench: bench)
  }

  /// People who read another sink hear why this one is silent.
  private func tellOthers(of name: String, _ reason: String) async {
    let text = "Sink '\(name)' is disabled: \(reason)."
    for post in posts where post.sink.name != name && post.sink.traits.audience == .people {
      do {
        try await Outbox(log: log, sink: post.sink.name).notify(try post.sink.compose(.notice(text)), at: now())
      } catch {
        logger.error("notice not written", metadata: [LogKey.sink: "\(post.sink.name)", LogKey.error: "\(error)"])
      }
    }
  }
}

extension Outbox {
  /// Lets a notice wait among the messages.
  func notify(_ letter: Letter, at now: Timestamp) async throws {
    let id = WebhookID(log: log.id, sink: sink, events: ["notice", String(now.milliseconds)])
    let draft = StoredMessage(
      number: 0, lane: Self.noticeLane, id: id.rawValue, event: nil, body: letter.body, edits: nil, due: now,
      deadline: now + Retry.finalExpiry, attempts: 0, error: nil)
    _ = try await store(draft, at: now)
    log.orders.advance()
  }
}
