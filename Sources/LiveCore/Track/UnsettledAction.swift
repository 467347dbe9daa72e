/// The newest action of the play log, held back until it may be believed: the feed passes through wrong versions of an
/// action within seconds (DESIGN §11, Tracking 2).
struct UnsettledAction: Equatable, Codable, Sendable {
  var fact: Fact
  var digest: UInt64
  /// The feed's time when this content was first seen.
  var since: Timestamp
  /// The run's time then: the feed's stands still while a reliever warms up.
  var observedSince: Timestamp

  /// It has not stayed unchanged for long enough; absent in what older versions wrote.
  var isOpen: Bool?

  /// Time that an action must stay unchanged, by either clock.
  static let span: Duration = .seconds(3)

  /// Removes the drafts that are not settled yet and returns what to remember of them.
  ///
  /// Only the last draft can be unsettled: anything behind an action settles it, a run that is foreseen too.
  static func hold(
    back drafts: inout [FactDraft], after known: UnsettledAction?, at now: Timestamp, observed: Timestamp
  )
    -> UnsettledAction?
  {
    guard let last = drafts.last, last.isOpenAction else { return nil }
    let digest = last.digests.whole
    let isKnown = known?.fact == last.fact && known?.digest == digest
    let (since, observedSince) = (isKnown ? known : nil).map { ($0.since, $0.observedSince) } ?? (now, observed)
    if max(now - since, observed - observedSince) < span { drafts.removeLast() }
    return UnsettledAction(fact: last.fact, digest: digest, since: since, observedSince: observedSince)
  }
}
