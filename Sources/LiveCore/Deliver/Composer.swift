/// Makes the next message of a lane from what waits there.
struct Composer: Sendable {
  let sink: any Sink
  let outbox: Outbox
  let terms: DeliveryTerms

  /// What is to become of the deliveries that are settled.
  enum Step: Equatable, Sendable {
    case send(StoredMessage)
    /// To the dead letters, without an attempt.
    case bury(StoredMessage, Answer.Reason)
    /// Nothing of it is told.
    case putAside
  }

  struct Composition: Equatable, Sendable {
    var step: Step
    /// Sequences of the deliveries that it settles.
    var settles: [Int]
  }

  /// Facts of one scoreboard or digest.
  private static let longestStory = 200

  /// Nil when nothing waits there any more.
  func next(in lane: String, at now: Timestamp) async throws -> Composition? {
    let isWhole = lane == Outbox.quietLane || sink.traits.isScoreboard
    let limit = isWhole ? Self.longestStory : terms.group > .zero ? sink.traits.capacity : 1
    let waiting = try await outbox.waiting(in: lane, dueBy: now - terms.delay, limit: limit)
    guard let first = waiting.first, let base = first.waiting.map(\.due).min() else { return nil }
    let draft = Draft(
      lane: lane, due: now, start: lane == Outbox.quietLane ? now : base + terms.lag,
      settled: folding.settled(of: first))
    do {
      if lane == Outbox.quietLane { return try digest(of: waiting, draft) }
      if sink.traits.isScoreboard { return try await scoreboard(of: waiting, draft) }
      return try await plays(waiting, first, draft)
    } catch let fault as Fault {
      return burial(draft, Answer.Reason(cause: .fault(fault.code), text: "\(fault)"))
    }
  }

  private var folding: Folding {
    Folding(
      audience: sink.traits.audience, canEdit: sink.traits.canEdit, isPatient: terms.lag > .zero || terms.quiet != nil,
      staleAfter: terms.expires)
  }

  private func plays(_ waiting: [FactHistory], _ first: FactHistory, _ draft: Draft) async throws -> Composition {
    switch try folding.verdict(on: first, for: sink.name) {
    case .nothing: return Composition(step: .putAside, settles: draft.sequences)
    case .edit(_, let handle): return try await edit(handle, draft)
    case .correction(let telling):
      return try message(.correction([telling], thread: try await thread(draft.lane)), draft)
    case .news(let telling):
      let (others, settled) = try burst(waiting.dropFirst())
      var draft = draft
      draft.settled += settled
      return try message(.news([telling] + others, thread: try await thread(draft.lane)), draft)
    }
  }

  /// What else is new, up to the first fact that needs a message of its own.
  private func burst(_ waiting: some Sequence<FactHistory>) throws -> ([Telling], [FactHistory.Revision]) {
    var tellings: [Telling] = []
    var settled: [FactHistory.Revision] = []
    for history in waiting {
      switch try folding.verdict(on: history, for: sink.name) {
      case .news(let telling): tellings.append(telling)
      case .nothing: break
      case .correction, .edit: return (tellings, settled)
      }
      settled += folding.settled(of: history)
    }
    return (tellings, settled)
  }

  /// A message is changed as a whole: with all that it tells, as it is now.
  private func edit(_ handle: Receipt.Handle, _ draft: Draft) async throws -> Composition {
    let facts = try await outbox.facts(of: handle.rawValue)
    var draft = draft
    draft.settled = facts.flatMap(\.waiting)
    let now = facts.compactMap { $0.revisions.last { $0.state != .dead } }
    return try message(.edit(try now.map { try $0.event.telling(for: sink.name) }, of: handle), draft)
  }

  private func digest(of waiting: [FactHistory], _ draft: Draft) throws -> Composition {
    var draft = draft
    draft.settled = waiting.flatMap(\.waiting)
    let tellings = try waiting.compactMap { history -> Telling? in
      switch try folding.verdict(on: history, for: sink.name) {
      case .news(let telling), .correction(let telling), .edit(let telling, _): telling
      case .nothing: nil
      }
    }
    if tellings.isEmpty { return Composition(step: .putAside, settles: draft.sequences) }
    // A program has no use for a digest: it gets the events, one by one.
    if sink.traits.audience == .program, let first = tellings.first {
      draft.settled = waiting.first { $0.fact == first.event.data.fact.rawValue }?.waiting ?? []
      return try message(.news([first], thread: nil), draft)
    }
    return try message(.digest(tellings), draft)
  }

  private func scoreboard(of waiting: [FactHistory], _ draft: Draft) async throws -> Composition {
    var draft = draft
    draft.settled = waiting.flatMap(\.waiting)
    let newest = draft.settled.map(\.event.sequence).max() ?? 0
    let story = try await outbox.story(of: draft.lane, upTo: newest, limit: Self.longestStory)
    let handle = try await outbox.handle(in: draft.lane, newest: true).map(Receipt.Handle.init)
    return try message(.scoreboard(try story.map { try $0.telling(for: sink.name) }, of: handle), draft)
  }

  private func thread(_ lane: String) async throws -> Receipt.Handle? {
    try await outbox.handle(in: lane, newest: false).map(Receipt.Handle.init)
  }

  private func message(_ occasion: Occasion, _ draft: Draft) throws -> Composition {
    let isLasting = draft.lane == Outbox.quietLane || occasion.tellings.contains { $0.event.data.tags.contains(.final) }
    var stored = draft.message(occasion.tellings.map(\.event.id), outbox)
    stored.deadline = draft.start + (isLasting ? max(terms.expires, Retry.finalExpiry) : terms.expires)
    guard stored.deadline > draft.due else {
      let reason = Answer.Reason(cause: .expired, text: "expired before its first attempt")
      return Composition(step: .bury(stored, reason), settles: draft.sequences)
    }
    let letter = try sink.compose(occasion)
    (stored.body, stored.edits) = (letter.body, letter.edits?.rawValue)
    return Composition(step: .send(stored), settles: draft.sequences)
  }

  private func burial(_ draft: Draft, _ reason: Answer.Reason) -> Composition {
    Composition(
      step: .bury(draft.message(["\(draft.sequences)"], outbox), reason), settles: draft.sequences)
  }

  /// A message that is being made.
  private struct Draft {
    var lane: String
    var due: Timestamp
    /// When the oldest of it was due.
    var start: Timestamp
    var settled: [FactHistory.Revision]

    var sequences: [Int] { settled.map(\.event.sequence) }

    func message(_ events: [String], _ outbox: Outbox) -> StoredMessage {
      StoredMessage(
        number: 0, lane: lane, id: WebhookID(log: outbox.log.id, sink: outbox.sink, events: events).rawValue,
        event: events.first, body: [], edits: nil, due: due, deadline: start, attempts: 0, error: nil)
    }
  }
}

extension LoggedEvent {
  /// Throws `sink.unreadable-event` when another version wrote what this one cannot read.
  func telling(for sink: String) throws(Fault) -> Telling {
    do {
      return Telling(event: try decoded(), line: line)
    } catch {
      throw Fault(.sinkUnreadableEvent, "event \(sequence) of the log cannot be read", at: .sink(sink))
    }
  }
}

extension Fault.Code {
  static let sinkUnreadableEvent = Fault.Code("sink.unreadable-event")
}
