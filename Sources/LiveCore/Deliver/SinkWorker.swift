internal import Logging
internal import ServiceLifecycle

/// Brings a sink what waits for it: in order within a game, each outcome on record before the game's next attempt, at
/// most `maxInFlight` attempts at one time.
///
/// It ends when its task is cancelled and when the daemon shuts down. It never fails: an event log that does is asked
/// again, and while the endpoint is dead it waits for an order.
struct SinkWorker<C: Clock<Duration>>: Sendable {
  let bench: WorkerBench<C>

  /// Works until it is told to stop; what is in hand then is finished and written down first.
  func run() async {
    do throws(CancellationError) {
      try await bench.begin()
    } catch {
      return
    }
    await withDiscardingTaskGroup { group in
      for _ in 0..<bench.options.maxInFlight { group.addTask { await serve() } }
    }
  }

  private func serve() async {
    do throws(CancellationError) {
      while bench.goesOn { try await round() }
    } catch {
      // Only waiting is given up.
    }
  }

  private func round() async throws(CancellationError) {
    let seen = bench.waiting.position
    // Before the time is looked at: to wake too early costs a look at the outbox, too late a message's time.
    let start = bench.waiting.clock.now
    if try await bench.isDisabled() { return try await bench.waiting.untilOrdered(past: seen) }
    if try await bench.waitForQuietEnd() { return }
    switch try await bench.claim() {
    case .head(let head):
      defer { bench.release(head.lane) }
      try await serve(head)
    case .later(let due):
      let wait = due.map { max($0 - bench.now(), .milliseconds(10)) }
      try await bench.waiting.untilPast(seen, orUntil: wait.map { start.advanced(by: $0) })
    }
  }

  /// The turn comes first: a message is composed when it can leave, for until then what it tells may change.
  private func serve(_ head: NextInLane) async throws(CancellationError) {
    try await bench.waitForTurn()
    guard bench.goesOn, !bench.isQuiet, try await !bench.gather(head),
      let message = try await bench.message(of: head)
    else { return }
    if bench.isExpired(message) {
      let reason = Answer.Reason(cause: .expired, text: "expired after \(message.attempts) attempts")
      return try await bench.deadLetter(message, because: reason)
    }
    guard bench.goesOn, try await bench.takeRoom() else { return }
    let answer = await bench.send(Message(message))
    try await bench.settle(message, answer)
  }
}

extension Message {
  init(_ stored: StoredMessage) {
    self.init(
      id: WebhookID(rawValue: stored.id), body: stored.body, edits: stored.edits.map(Receipt.Handle.init),
      thread: stored.thread.map(Receipt.Handle.init))
  }
}

extension Retry {
  init(_ message: StoredMessage) {
    self.init(
      attempts: message.attempts, deadline: message.deadline,
      coalesces: message.deadline - message.due > .seconds(3600), seed: message.id)
  }
}
