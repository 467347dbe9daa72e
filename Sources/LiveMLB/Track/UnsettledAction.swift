internal import LiveModel

/// The newest action of the play log, held back until it is stable. The feed shows wrong versions of an action for some
/// seconds.
struct UnsettledAction: Equatable, Codable, Sendable {
  var fact: Fact
  var digest: UInt64
  /// The feed's time when this content was first seen.
  var since: Timestamp
  /// The run's time when this content was first seen. Feed time stands still while a reliever warms up.
  var observedSince: Timestamp

  /// Whether the action has not been unchanged for `span`; nil in checkpoints of older versions.
  var isOpen: Bool?

  /// How long an action must stay unchanged, by either clock.
  static let span: Duration = .seconds(3)

  /// Removes the unstable draft, if any, and returns the action to remember.
  ///
  /// Only the last draft can be unstable. Any draft after an action settles it, including a provisional run.
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
