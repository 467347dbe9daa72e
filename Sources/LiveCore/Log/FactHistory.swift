internal import LiveModel

/// All revisions of one fact that were queued for one sink, in log order.
struct FactHistory: Equatable, Sendable {
  struct Revision: Equatable, Sendable {
    /// Id of the event, such as `mlb/747175/5-top/start@1`.
    var id: String
    var event: LoggedEvent
    /// Whether the event stays news for a day: the end of a game.
    var isLasting: Bool
    /// When the revision came in, or had to be sent again.
    var due: Timestamp
    var state: DeliveryState
    var claim: DeliveryClaim
    /// Whether the revision is assigned to a message.
    var isInHand: Bool
    /// Handle of its message, if the receiver returned one.
    var handle: String?
  }

  var fact: String
  var revisions: [Revision]

  /// Waiting revisions that are not in a message.
  var waiting: [Revision] { revisions.filter { $0.state == .waiting && !$0.isInHand } }

  /// Returns the history without waiting revisions that are due after `instant`.
  func seen(by instant: Timestamp) -> FactHistory {
    FactHistory(fact: fact, revisions: revisions.filter { $0.state != .waiting || $0.due <= instant })
  }

  /// The newest revision that the receiver has.
  var delivered: Revision? { revisions.last { $0.state == .delivered } }

  /// Whether the operator dropped the fact at the end of a pause and the receiver has no revision of it. Its later
  /// revisions are not sent either, because they would correct what nobody was told.
  var isWithheld: Bool { delivered == nil && revisions.contains { $0.state == .skipped && $0.claim == .withheld } }
}

/// State of a delivery or a message; stored as its raw value.
enum DeliveryState: Int, Sendable {
  case waiting, delivered
  /// Given up: a dead letter, until the operator drops or retries it.
  case dead
  /// Not to be sent: superseded by a newer revision, or dropped by the operator.
  case skipped
}

/// Reason why a sink gets a revision; stored as its raw value.
enum DeliveryClaim: Int, Sendable {
  case route
  /// An earlier revision was queued for the sink.
  case earlier
  /// The receiver no longer has the message that carried the fact.
  case anew
  /// The operator dropped the revision at the end of a pause.
  case withheld
}

/// The raw values of `DeliveryState` and `DeliveryClaim`, for SQL.
enum Stored {
  static let waiting = DeliveryState.waiting.rawValue
  static let delivered = DeliveryState.delivered.rawValue
  static let dead = DeliveryState.dead.rawValue
  static let skipped = DeliveryState.skipped.rawValue
  /// The states of the messages that an operator can change, for `IN`.
  static let open = "(\(waiting), \(dead))"
  static let anew = DeliveryClaim.anew.rawValue
  static let withheld = DeliveryClaim.withheld.rawValue
}
