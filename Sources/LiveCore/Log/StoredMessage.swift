internal import FoundationEssentials
internal import GRDB

/// A message, as it is stored before its first attempt.
struct StoredMessage: Equatable, Sendable {
  /// Of this log, from 1; 0 while it is not stored.
  var number: Int
  var lane: String
  /// `webhook-id`
  var id: String
  /// Of the first event that it tells; nil for a notice.
  var event: String?
  /// Of a notice its text. Empty when it was given up before it could be composed.
  var body: [UInt8]
  /// The handle of the message that it changes.
  var edits: String?
  /// The handle of the message that it replies to.
  var thread: String?
  var due: Timestamp
  /// It is not tried after this.
  var deadline: Timestamp
  /// Attempts that failed so far.
  var attempts: Int
  var error: String?
  /// When the first of what it tells came in, or was to be told anew; nil for a notice.
  var wanted: Timestamp?
  /// Sequences of the deliveries that it tells; known only until it is stored.
  var sequences: [Int] = []
}

extension StoredMessage {
  init(_ row: Row) throws {
    let (body, wanted): (Data?, Int64?) = (try row.read("body"), try row.read("wanted"))
    try self.init(
      number: row.read("number"), lane: row.read("lane"), id: row.read("id"), event: row.read("event"),
      body: body.map { [UInt8]($0) } ?? [], edits: row.read("edits"), thread: row.read("thread"), due: row.read("due"),
      deadline: row.read("deadline"), attempts: Self.count(row.read("attempts")), error: row.read("error"),
      wanted: wanted.map(Timestamp.init(milliseconds:)))
  }

  /// A damaged page may hold any number.
  private static func count(_ attempts: Int) -> Int { min(max(attempts, 0), 1_000_000) }
}

/// Why a sink gets a revision.
enum DeliveryClaim: Int, Sendable {
  case route
  /// It was to get an earlier revision.
  case earlier
  /// The receiver has lost the earlier message.
  case anew
}

/// Where a delivery or a message stands.
enum DeliveryState: Int, Sendable {
  case waiting, delivered
  /// Given up: a dead letter, until it is dropped or tried again by order.
  case dead
  /// Not to be told: something newer was, or the operator dropped it.
  case skipped
}

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

/// A message as the operator sees it.
struct OutboxEntry: Equatable, Sendable {
  var number: Int
  var sink: String
  var lane: String
  var state: DeliveryState
  /// Of the first event that it tells; nil for a notice.
  var event: String?
  /// Revisions of facts that it tells; 0 for a notice.
  var facts: Int
  var attempts: Int
  var due: Timestamp
  var error: String?
  var changed: Timestamp
}

extension OutboxEntry {
  init(_ row: Row) throws {
    try self.init(
      number: row.read("number"), sink: row.read("sink"), lane: row.read("lane"),
      state: DeliveryState(rawValue: row.read("state")) ?? .skipped, event: row.read("event"),
      facts: row.read("facts"), attempts: row.read("attempts"), due: row.read("due"), error: row.read("error"),
      changed: row.read("changed"))
  }
}

/// The messages that a command selects.
public enum OutboxSelection: Equatable, Sendable {
  /// All that there are.
  case all
  /// Those of one sink.
  case sink(String)
  /// One message, by its number.
  case number(Int)

  /// The sink that is meant; nil for all of them.
  var sink: String? {
    if case .sink(let name) = self { name } else { nil }
  }

  var number: Int? {
    if case .number(let number) = self { number } else { nil }
  }
}

/// The next work in one lane: a sink's messages of one game, or of its quiet hours.
struct NextInLane: Equatable, Sendable {
  var lane: String
  /// The message that waits there; nil when the next one is still to be composed.
  var message: Int?
  var due: Timestamp
}
