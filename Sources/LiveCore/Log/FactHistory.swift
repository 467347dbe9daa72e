/// All that one sink was to get of one fact, in the order of the log.
struct FactHistory: Equatable, Sendable {
  struct Revision: Equatable, Sendable {
    /// Of the event: `mlb/747175/5-top/start@1`.
    var id: String
    var event: LoggedEvent
    /// It is news for a day: the end of a game.
    var isLasting: Bool
    /// When it came in, or was to be told anew.
    var due: Timestamp
    var state: DeliveryState
    var claim: DeliveryClaim
    /// A message that is waiting tells it already.
    var isInHand: Bool
    /// Of the message that told it, where its receiver gave one.
    var handle: String?
  }

  var fact: String
  var revisions: [Revision]

  /// Those that no message tells yet.
  var waiting: [Revision] { revisions.filter { $0.state == .waiting && !$0.isInHand } }

  /// The history without what still waits and was not due by `instant`.
  func seen(by instant: Timestamp) -> FactHistory {
    FactHistory(fact: fact, revisions: revisions.filter { $0.state != .waiting || $0.due <= instant })
  }

  /// The last one that the receiver has heard of.
  var delivered: Revision? { revisions.last { $0.state == .delivered } }
}
