/// Decides what of a fact's revisions is told, and how. Pure.
struct Folding: Equatable, Sendable {
  var audience: SinkTraits.Audience
  var canEdit: Bool
  /// Facts wait here on purpose: what is corrected meanwhile is told as it is at the end.
  var isPatient: Bool
  /// What happened longer ago than this when it was seen is no news for people.
  var staleAfter: Duration

  enum Verdict: Equatable, Sendable {
    case news(Telling)
    /// The receiver has heard otherwise, and has no message that could be changed.
    case correction(Telling)
    /// The receiver's message with this handle tells it as it was.
    case edit(Telling, Receipt.Handle)
    /// Nothing of it is to be told.
    case nothing
  }

  /// The revisions that are done with once the verdict is carried out.
  func settled(of history: FactHistory) -> [FactHistory.Revision] {
    tellsEach ? Array(history.waiting.prefix(1)) : history.waiting
  }

  func verdict(on history: FactHistory, for sink: String) throws(Fault) -> Verdict {
    guard let newest = settled(of: history).last else { return .nothing }
    let telling = try newest.event.telling(for: sink)
    if tellsEach { return .news(telling) }
    guard let told = history.told else {
      // What was taken back before anybody heard of it, or is no longer what a route asked for, never was.
      let isWanted = newest.claim == .route && !telling.event.data.retracted && !isStale(telling.event)
      return isWanted ? .news(telling) : .nothing
    }
    if audience == .program { return .news(telling) }
    if canEdit, let handle = told.handle { return .edit(telling, Receipt.Handle(rawValue: handle)) }
    // What follows from another fact's correction is said with that one, unless the message that said it is lost.
    return telling.event.data.cause == nil || newest.claim == .anew ? .correction(telling) : .nothing
  }

  private var tellsEach: Bool { audience == .program && !isPatient }

  private func isStale(_ event: Event) -> Bool {
    audience == .people && event.data.late && !event.data.tags.contains(.final)
      && event.data.feedAt - event.time > staleAfter
  }
}
