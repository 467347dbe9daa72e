/// Decides what of a fact's revisions is told, and how. Pure.
struct RevisionPolicy: Equatable, Sendable {
  var audience: SinkTraits.Audience
  var canEdit: Bool
  /// Facts wait here on purpose: what is corrected meanwhile is told as it is at the end.
  var coalesces: Bool
  /// Events seen longer than this after they happened are not news for people.
  var staleAfter: Duration

  enum Verdict: Equatable, Sendable {
    case news(DeliverableEvent)
    /// The receiver has heard otherwise, and has no message that could be changed.
    case correction(DeliverableEvent)
    /// The receiver's message with this handle tells it as it was.
    case edit(DeliverableEvent, Receipt.Handle)
    /// Nothing of it is to be told.
    case nothing
  }

  /// The revisions that are done with once the verdict is carried out.
  func settled(of history: FactHistory) -> [FactHistory.Revision] {
    sendsEach ? Array(history.waiting.prefix(1)) : history.waiting
  }

  /// Where not each revision is told.
  func verdict(on history: FactHistory, for sink: String) throws(Fault) -> Verdict {
    // Skipped and dead revisions are never sent, yet the newest of them is the current truth.
    guard let newest = history.revisions.last, !history.waiting.isEmpty else { return .nothing }
    let deliverable = try newest.event.deliverable(for: sink)
    guard let told = history.delivered else {
      return try isNews(deliverable, newest, history, sink) ? news(deliverable) : .nothing
    }
    if told.event.sequence >= newest.event.sequence { return .nothing }
    return audience == .program ? .news(deliverable) : try amends(told, deliverable, history, sink)
  }

  /// Each revision is a message of its own, whatever comes after it.
  var sendsEach: Bool { audience == .program && !coalesces }

  /// Whether a fact is news. A fact that was retracted before it was sent, or that no longer matches a route, is not.
  /// Nor is one that changed only because another fact was corrected.
  private func isNews(
    _ deliverable: DeliverableEvent, _ newest: FactHistory.Revision, _ history: FactHistory, _ sink: String
  ) throws(Fault) -> Bool {
    guard newest.claim == .route, !deliverable.event.data.retracted else { return false }
    if audience == .program { return true }
    guard try !isStale(deliverable.event, history, sink) else { return false }
    return try hasOwnNews(history, sink)
  }

  private func amends(
    _ told: FactHistory.Revision, _ deliverable: DeliverableEvent, _ history: FactHistory, _ sink: String
  ) throws(Fault) -> Verdict {
    if canEdit, let handle = told.handle { return .edit(deliverable, Receipt.Handle(rawValue: handle)) }
    guard try hasOwnNews(history, sink) else { return .nothing }
    // The whole play is no correction of the run that was seen before it.
    let wasSure = try !told.event.deliverable(for: sink).event.data.provisional
    return wasSure ? .correction(deliverable) : news(deliverable)
  }

  /// Whether a waiting revision is more than the consequence of another fact's correction. Where messages cannot be
  /// edited, people get one message about that correction, not a hundred.
  private func hasOwnNews(_ history: FactHistory, _ sink: String) throws(Fault) -> Bool {
    for revision in history.waiting {
      if try revision.event.deliverable(for: sink).event.data.cause == nil { return true }
    }
    return false
  }

  /// Makes news. People who have not got an earlier revision see no mark of a correction.
  private func news(_ deliverable: DeliverableEvent) -> Verdict {
    guard audience == .people else { return .news(deliverable) }
    var deliverable = deliverable
    deliverable.event = deliverable.event.unmarked
    return .news(deliverable)
  }

  /// Seen long after it happened, for the first time or in another light; a final is news whenever it comes. What was
  /// seen in time and had to wait here is as new as it was, whatever has been corrected since.
  private func isStale(_ event: Event, _ history: FactHistory, _ sink: String) throws(Fault) -> Bool {
    guard !event.data.tags.contains(.final), let first = history.waiting.first else { return false }
    let seen = try first.event.deliverable(for: sink).event
    return (seen.data.late || seen.data.revision > 1) && seen.data.feedAt - seen.time > staleAfter
  }
}
