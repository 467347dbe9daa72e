internal import LiveModel

/// Decides which revisions of a fact are sent, and as what. Pure.
struct RevisionPolicy: Equatable, Sendable {
  var audience: SinkAudience
  var canEdit: Bool
  /// Whether facts wait on purpose, by a delay or quiet hours. Several waiting revisions then become one message.
  var coalesces: Bool
  /// Events observed later than this after they happened are too old to be news for people.
  var staleAfter: Duration

  enum Verdict: Equatable, Sendable {
    case news(DeliverableEvent)
    /// The receiver has an earlier version, in a message that cannot be edited.
    case correction(DeliverableEvent)
    /// The receiver's message with this handle shows an earlier version.
    case edit(DeliverableEvent, MessageHandle)
    /// Nothing to send, for this reason.
    case nothing(SkipReason)
  }

  /// Returns the revisions that are settled once the verdict is carried out.
  func settled(of history: FactHistory) -> [FactHistory.Revision] {
    sendsEach ? Array(history.waiting.prefix(1)) : history.waiting
  }

  /// Returns the verdict on a fact, for sinks that do not send each revision.
  func verdict(on history: FactHistory, for sink: String) throws(Fault) -> Verdict {
    // Skipped and dead revisions are never sent, yet the newest of them is the current truth.
    guard let newest = history.revisions.last, !history.waiting.isEmpty else { return .nothing(.superseded) }
    let deliverable = try newest.event.deliverable(for: sink)
    guard let delivered = history.delivered else {
      return try reasonNotToSend(deliverable, newest, history, sink).map { Verdict.nothing($0) } ?? news(deliverable)
    }
    if delivered.event.sequence >= newest.event.sequence { return .nothing(.superseded) }
    return audience == .program ? .news(deliverable) : try amendment(delivered, deliverable, history, sink)
  }

  /// Whether each revision is a message of its own, regardless of later ones.
  var sendsEach: Bool { audience == .program && !coalesces }

  /// Returns why a fact that was never delivered is no news; nil if it is. A fact retracted before its first delivery is
  /// none, nor is one that no longer matches a route, or that the operator dropped at
  /// the end of a pause. A consequence of another fact's correction is no news for people.
  private func reasonNotToSend(
    _ deliverable: DeliverableEvent, _ newest: FactHistory.Revision, _ history: FactHistory, _ sink: String
  ) throws(Fault) -> SkipReason? {
    if deliverable.event.data.retracted { return .retracted }
    if history.isWithheld { return .withheld }
    guard newest.claim == .route else { return .unrouted }
    if audience == .program { return nil }
    if try isStale(deliverable.event, history, sink) { return .stale }
    return try hasOwnNews(history, sink) ? nil : .consequence
  }

  private func amendment(
    _ delivered: FactHistory.Revision, _ deliverable: DeliverableEvent, _ history: FactHistory, _ sink: String
  ) throws(Fault) -> Verdict {
    if canEdit, let handle = delivered.handle { return .edit(deliverable, MessageHandle(rawValue: handle)) }
    // A complete play is no correction of the provisional run delivered before it.
    let wasSure = try !delivered.event.deliverable(for: sink).event.data.provisional
    guard try hasOwnNews(history, sink, afterSure: wasSure) else { return .nothing(.completion) }
    return wasSure ? .correction(deliverable) : news(deliverable)
  }

  /// Returns whether any waiting revision is more than a consequence of another fact's correction. People read such
  /// consequences in the message about that fact: one correction of a sink without edits would otherwise cause a
  /// hundred messages. What completes a sure revision that they have is not worth a second message either.
  private func hasOwnNews(
    _ history: FactHistory, _ sink: String, afterSure wasSure: Bool = false
  ) throws(Fault) -> Bool {
    for revision in history.waiting {
      let data = try revision.event.deliverable(for: sink).event.data
      if data.cause == nil, !wasSure || data.change != .completed { return true }
    }
    return false
  }

  /// Removes the correction mark for people: a first message corrects nothing.
  private func news(_ deliverable: DeliverableEvent) -> Verdict {
    guard audience == .people else { return .news(deliverable) }
    var deliverable = deliverable
    deliverable.event = deliverable.event.asNews
    return .news(deliverable)
  }

  /// Returns whether the event is too old to be news: first observed, or revised, long after it happened. A final never
  /// is. A fact observed in time and then held back stays fresh, whatever has been corrected since.
  private func isStale(_ event: Event, _ history: FactHistory, _ sink: String) throws(Fault) -> Bool {
    guard !event.data.tags.contains(.final), let first = history.waiting.first else { return false }
    let seen = try first.event.deliverable(for: sink).event
    return (seen.data.late || seen.data.revision > 1) && seen.data.feedAt - seen.time > staleAfter
  }
}
