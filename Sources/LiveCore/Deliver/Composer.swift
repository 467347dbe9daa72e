internal import LiveModel

/// Composes the next message of a lane from its waiting facts.
struct Composer: Sendable {
  let sink: any Sink
  let outbox: Outbox
  let options: DeliveryOptions
  let quiet: QuietRecord

  /// The next action for a lane.
  enum Step: Equatable, Sendable {
    /// Store the message before sending it.
    case store(StoredMessage)
    /// Send without storing: the log holds the bytes, and the id is always the same.
    case send(StoredMessage)
    /// Store as a dead letter without an attempt.
    case deadLetter(StoredMessage, Answer.Reason)
    /// Skip these deliveries: they contain nothing to send.
    case skip([Int], SkipReason)
  }

  /// The content of a message, and the revisions that it settles.
  private typealias Settlement = (content: MessageContent, settled: [FactHistory.Revision])

  /// The reason why a fact is no message, as an error of `settlement`.
  private struct NothingToSend: Error {
    var reason: SkipReason
  }

  /// Largest number of facts settled by one message, above a day's facts of all games. The next message takes the rest.
  private static let mostSettled = 20_000
  /// Number of events of one game that a scoreboard reads, enough for every half-inning.
  private static let longestHistory = 1000

  /// The error of a message that expired without an attempt.
  static let expiredUntried = "expired before its first attempt"

  /// Returns the next step for a lane; nil when nothing waits in it.
  func next(in lane: String, at now: Timestamp) async throws -> Step? {
    let waiting = try await outbox.waiting(in: lane, dueBy: now - options.delay, limit: limit(in: lane))
    guard let first = waiting.first else { return nil }
    let settled = policy.settled(of: first)
    guard deadline(of: settled) > now else { return try await expired(in: lane, at: now) }
    do {
      if policy.sendsEach {
        return first.isWithheld ? .skip(settled.map(\.event.sequence), .withheld) : line(settled[0], in: lane, at: now)
      }
      if lane == Outbox.quietLane, let step = try digest(of: waiting, at: now) { return step }
      return try message(try await settlement(of: waiting, in: lane, at: now), in: lane, at: now)
    } catch let nothing as NothingToSend {
      return .skip(settled.map(\.event.sequence), nothing.reason)
    } catch let fault as Fault {
      let reason = Answer.Reason(cause: .fault(fault.code), text: "\(fault)")
      return deadLetter([first], settled, because: reason, in: lane, at: now)
    }
  }

  private var policy: RevisionPolicy {
    RevisionPolicy(
      audience: sink.traits.audience, canEdit: sink.traits.canEdit,
      coalesces: options.lag > .zero || options.quiet != nil,
      staleAfter: options.expires)
  }

  private func limit(in lane: String) -> Int {
    if lane == Outbox.quietLane || sink.traits.isScoreboard { return Self.mostSettled }
    return options.group > .zero ? sink.traits.capacity : 1
  }

  /// Returns the content of the next message. Throws `NothingToSend` when the first fact has nothing to send.
  private func settlement(of waiting: [FactHistory], in lane: String, at now: Timestamp) async throws -> Settlement {
    if sink.traits.isScoreboard { return try await scoreboard(of: waiting, in: lane, at: now) }
    let first = waiting[0]
    let settled = policy.settled(of: first)
    switch try policy.verdict(on: first, for: sink.name) {
    case .nothing(let reason): throw NothingToSend(reason: reason)
    case .edit(_, let handle): return try await edit(first, of: handle, seenBy: now - options.delay)
    case .correction(let deliverable): return (.correction([deliverable], thread: try await thread(lane)), settled)
    case .news(let deliverable):
      let (others, more) = burst(waiting.dropFirst())
      return (.news([deliverable] + others, thread: try await thread(lane)), settled + more)
    }
  }

  /// Puts the news of all games into one message. Facts without news are skipped first, in a step of their own, because
  /// a stored digest counts its facts as delivered. Returns nil when there are neither: corrections and unreadable
  /// events are sent one at a time, like outside a digest.
  private func digest(of waiting: [FactHistory], at now: Timestamp) throws -> Step? {
    var deliverables: [DeliverableEvent] = []
    var (settled, withoutNews): ([FactHistory.Revision], [SkipReason: [Int]]) = ([], [:])
    for history in waiting {
      switch try? policy.verdict(on: history, for: sink.name) {
      case .news(let deliverable):
        deliverables.append(deliverable)
        settled += policy.settled(of: history)
      case .nothing(let reason): withoutNews[reason, default: []] += policy.settled(of: history).map(\.event.sequence)
      case .correction, .edit, nil: continue
      }
    }
    // Facts of another reason follow in the next step.
    if let (reason, sequences) = withoutNews.first { return .skip(sequences, reason) }
    return deliverables.isEmpty ? nil : try message((.digest(deliverables), settled), in: Outbox.quietLane, at: now)
  }

  /// Collects further news, up to the first fact that is not news or cannot be read.
  private func burst(_ waiting: some Sequence<FactHistory>) -> ([DeliverableEvent], [FactHistory.Revision]) {
    var (deliverables, settled): ([DeliverableEvent], [FactHistory.Revision]) = ([], [])
    for history in waiting {
      guard case .news(let deliverable)? = try? policy.verdict(on: history, for: sink.name) else { break }
      deliverables.append(deliverable)
      settled += policy.settled(of: history)
    }
    return (deliverables, settled)
  }

  /// Composes an edit. An edit replaces the whole message, so it contains all of its facts as of `instant`. A revision
  /// whose own delay is not over would be a spoiler; it causes another edit later.
  private func edit(
    _ first: FactHistory, of handle: MessageHandle, seenBy instant: Timestamp
  ) async throws -> Settlement {
    let facts = try await outbox.facts(of: handle.rawValue).map { $0.seen(by: instant) }
    // The handle belongs to an old scoreboard, which cannot be edited into a message about these facts.
    guard facts.count <= sink.traits.capacity else {
      let seen = first.seen(by: instant)
      let deliverable = try seen.revisions.last?.event.deliverable(for: sink.name)
      return (.correction([deliverable].compactMap(\.self), thread: nil), seen.waiting)
    }
    let deliverables = facts.compactMap { try? $0.revisions.last?.event.deliverable(for: sink.name) }
    return (.edit(deliverables, of: handle), facts.flatMap(\.waiting))
  }

  private func scoreboard(of waiting: [FactHistory], in lane: String, at now: Timestamp) async throws -> Settlement {
    let settled = waiting.flatMap(\.waiting).filter { $0.due <= now - options.delay }
    let newest = settled.map(\.event.sequence).max() ?? 0
    let game = settled.first?.event.game ?? lane
    let history = try await outbox.gameHistory(of: game, upTo: newest, limit: Self.longestHistory)
    let deliverables = history.compactMap { try? $0.deliverable(for: sink.name) }.filter { !$0.event.data.provisional }
    let handle = try await outbox.newestHandle(in: lane).map(MessageHandle.init)
    return (.scoreboard(deliverables, of: handle), settled)
  }

  private func thread(_ lane: String) async throws -> MessageHandle? {
    try await outbox.root(of: lane).map(MessageHandle.init)
  }

  private func message(_ settlement: Settlement, in lane: String, at now: Timestamp) throws -> Step {
    let message = try sink.compose(settlement.content)
    var draft = draft(of: settlement.content.deliverables.map(\.event.id), settlement.settled, in: lane, at: now)
    (draft.message, draft.deadline) = (message, latestDeadline(of: settlement.settled))
    return .store(draft)
  }

  /// Returns a program's message: the logged line of the event.
  private func line(_ revision: FactHistory.Revision, in lane: String, at now: Timestamp) -> Step {
    var draft = draft(of: [revision.id], [revision], in: lane, at: now)
    (draft.message.body, draft.deadline) = (revision.event.line, deadline(of: [revision]))
    return .send(draft)
  }

  /// Expires all overdue facts of a lane at once, so that newer facts need not wait for each of them.
  private func expired(in lane: String, at now: Timestamp) async throws -> Step? {
    let waiting = try await outbox.waiting(in: lane, dueBy: now - options.delay, limit: Self.mostSettled)
    let facts = waiting.prefix { deadline(of: policy.settled(of: $0)) <= now }
    guard !facts.isEmpty else { return nil }
    let reason = Answer.Reason(cause: .expired, text: Self.expiredUntried)
    return deadLetter(Array(facts), facts.flatMap { policy.settled(of: $0) }, because: reason, in: lane, at: now)
  }

  private func deadLetter(
    _ facts: [FactHistory], _ settled: [FactHistory.Revision], because reason: Answer.Reason, in lane: String,
    at now: Timestamp
  ) -> Step {
    .deadLetter(draft(of: facts.map(\.fact), settled, in: lane, at: now), reason)
  }

  private func draft(
    of events: [String], _ settled: [FactHistory.Revision], in lane: String, at now: Timestamp
  ) -> StoredMessage {
    StoredMessage(
      lane: lane, id: WebhookID(log: outbox.log.messageID, sink: outbox.sink, events: events), event: events.first,
      due: now, deadline: now, wanted: settled.map(\.due).min(), sequences: settled.map(\.event.sequence))
  }

  /// Returns the deadline, counted from the oldest due time. Facts due in quiet hours get at least a day from their
  /// end, like a final: a daemon that was down in the morning still sends them at noon. A deadline within quiet hours
  /// moves to `expires` (a day at most) after their end.
  private func deadline(of settled: [FactHistory.Revision]) -> Timestamp {
    let due = (settled.map(\.due).min() ?? Timestamp(milliseconds: 0)) + options.lag
    let quietEnd = quiet.end(at: due)
    let isLasting = quietEnd != nil || settled.contains(where: \.isLasting)
    let deadline = (quietEnd ?? due) + (isLasting ? max(options.expires, Retry.finalExpiry) : options.expires)
    return quiet.end(at: deadline).map { $0 + min(options.expires, Retry.finalExpiry) } ?? deadline
  }

  /// Returns the latest deadline of the facts in a message.
  private func latestDeadline(of settled: [FactHistory.Revision]) -> Timestamp {
    Dictionary(grouping: settled) { $0.id.prefix { $0 != "@" } }.values.map(deadline).max() ?? deadline(of: settled)
  }
}

extension LoggedEvent {
  /// Decodes the logged event. Throws `sink.unreadable-event` when another version of livegamed wrote an event that
  /// this one cannot decode.
  func deliverable(for sink: String) throws(Fault) -> DeliverableEvent {
    do {
      return DeliverableEvent(event: try decoded(), line: line)
    } catch {
      throw Fault(.sinkUnreadableEvent, "event \(sequence) of the log cannot be read", at: .sink(sink))
    }
  }
}

extension Fault.Code {
  static let sinkUnreadableEvent = Fault.Code("sink.unreadable-event")
}
