internal import GRDB
internal import LiveModel

/// Everything that the log knows of one event: its revisions, the settings that it was routed by, and its deliveries.
struct EventRecord: Equatable, Sendable {
  var event: LoggedEvent
  /// All revisions of its fact that the log still holds, the oldest first; at most `mostRevisions`.
  var revisions: [LoggedEvent]
  /// The settings that it was routed by, as `LogAppend.routing` gave them; nil when an earlier release logged it.
  var routing: String?
  /// Its deliveries, by the name of the sink.
  var deliveries: [Delivery]
  /// The troubles of the sinks that it waits for, and of those that got or get it in a digest.
  var troubles: [String: SinkTrouble]

  /// The maximum of `revisions`, the newest ones.
  static let mostRevisions = 50

  /// One event at one sink.
  struct Delivery: Equatable, Sendable {
    var sink: String
    var lane: String
    var state: DeliveryState
    var claim: DeliveryClaim
    /// When it came in, or had to be sent again, in the time of the outbox.
    var due: Timestamp
    /// Why it is skipped; nil in any other state.
    var reason: SkipReason?
    /// When it got its state, by the wall clock; nil if the message has that time, or an earlier release stored it.
    var changed: Timestamp?
    /// Nil while it is in no message, and for a program's message that needed no storing.
    var message: Message?
  }

  /// A stored message.
  struct Message: Equatable, Sendable {
    var number: Int
    var state: DeliveryState
    /// When the next attempt is due, in the time of the outbox.
    var due: Timestamp
    var attempts: Int
    var error: String?
    /// The receiver's id of it.
    var handle: String?
    /// The `webhook-id`.
    var id: String
    /// The number of facts in it.
    var facts: Int
    /// When it got its state, by the wall clock.
    var changed: Timestamp
  }

  /// Reasons that keep a sink from sending.
  struct SinkTrouble: Equatable, Sendable {
    var operatorPause: OperatorPause?
    var disabled: DisabledSink?
    var pause: SinkPause?
    var failure: SinkFailure?
    /// The last quiet hours, in the time of the outbox.
    var quietHours: ClosedRange<Timestamp>?
  }
}

/// The event that a question is about.
enum EventSelection: Hashable, Sendable {
  case sequence(Int)
  /// The id of an event, such as `mlb/747175/5-top/pa/665489/1@2`.
  case id(String)
}

extension EventLog {
  /// Reads the record of an event on a thread of the database pool, and passes it to `take`: nil when the log holds no
  /// such event.
  func readRecord(
    of selection: EventSelection, then take: @escaping @Sendable (Result<EventRecord?, any Error>) -> Void
  ) {
    pool.asyncRead { [lived = living.now] database in
      take(Result { try EventRecord.read(selection, lived: lived, in: try database.get()) })
    }
  }
}

extension EventLog {
  /// Returns the record of an event; nil when the log holds no such event.
  func record(of selection: EventSelection) async throws -> EventRecord? {
    try await pool.read { [lived = living.now] in try EventRecord.read(selection, lived: lived, in: $0) }
  }
}

extension EventRecord {
  /// Reads the record of an event; nil when the log holds no such event. `lived` is the living time now.
  static func read(_ selection: EventSelection, lived: Duration, in database: Database) throws -> EventRecord? {
    let (condition, value): (String, any DatabaseValueConvertible) =
      switch selection {
      case .sequence(let sequence): ("sequence = ?", sequence)
      case .id(let id): ("id = ?", id)
      }
    let sql = "SELECT sequence, game, logged, line, fact FROM event WHERE \(condition)"
    guard let row = try Row.fetchOne(database, sql: sql, arguments: [value]) else { return nil }
    let (event, fact): (LoggedEvent, String) = (try LoggedEvent(row), try row.read("fact"))
    let deliveries = try Row.fetchAll(database, sql: Self.deliveries, arguments: [event.sequence]).map(Delivery.init)
    let troubles = try deliveries.filter { $0.state == .waiting || $0.lane == Outbox.quietLane }.map {
      ($0.sink, try SinkTrouble(of: $0.sink, lived: lived, in: database))
    }
    return EventRecord(
      event: event,
      revisions: try Row.fetchAll(database, sql: Self.revisions, arguments: [fact]).reversed().map(LoggedEvent.init),
      routing: try EventLog.routing(at: event.sequence, in: database), deliveries: deliveries,
      troubles: Dictionary(troubles) { first, _ in first })
  }

  private static let revisions = """
    SELECT sequence, game, logged, line FROM event WHERE fact = ? ORDER BY sequence DESC LIMIT \(mostRevisions)
    """

  private static let deliveries = """
    SELECT delivery.sink, delivery.lane, delivery.state, delivery.claim, delivery.due, delivery.reason, delivery.changed,
      message.number, message.state AS messageState, message.due AS messageDue, message.attempts, message.error,
      message.handle, message.id, message.changed AS messageChanged,
      (SELECT COUNT(DISTINCT part.fact) FROM delivery AS other JOIN event AS part USING (sequence)
        WHERE other.message = message.number) AS facts
    FROM delivery INDEXED BY delivery_event LEFT JOIN message ON message.number = delivery.message
    WHERE delivery.sequence = ? ORDER BY delivery.sink
    """
}

extension EventRecord.Delivery {
  fileprivate init(_ row: Row) throws {
    let (reason, changed, number): (String?, Int64?, Int?) =
      (try row.read("reason"), try row.read("changed"), try row.read("number"))
    try self.init(
      sink: row.read("sink"), lane: row.read("lane"), state: DeliveryState(rawValue: row.read("state")) ?? .skipped,
      claim: DeliveryClaim(rawValue: row.read("claim")) ?? .route, due: row.read("due"),
      reason: reason.map(SkipReason.init), changed: changed.map(Timestamp.init(milliseconds:)),
      message: number.map { try EventRecord.Message(number: $0, row) })
  }
}

extension EventRecord.Message {
  fileprivate init(number: Int, _ row: Row) throws {
    try self.init(
      number: number, state: DeliveryState(rawValue: row.read("messageState")) ?? .skipped, due: row.read("messageDue"),
      attempts: row.read("attempts"), error: row.read("error"), handle: row.read("handle"), id: row.read("id"),
      facts: row.read("facts"), changed: row.read("messageChanged"))
  }
}

extension EventRecord.SinkTrouble {
  fileprivate init(of sink: String, lived: Duration, in database: Database) throws {
    self.init(
      operatorPause: try EventLog.operatorPause(of: sink, in: database),
      disabled: try EventLog.disabled(sink, in: database), pause: try EventLog.pause(of: sink, in: database),
      failure: try EventLog.failure(of: sink, lived: lived, in: database),
      quietHours: try EventLog.quietHours(of: sink, in: database))
  }
}

/// The settings that events were routed by.
extension EventLog {
  /// Stores the settings for the events from a sequence on, unless they are those of the event before.
  static func noteRouting(_ record: String, from sequence: Int, in database: Database) throws {
    let sql = """
      INSERT INTO routing (sequence, record)
      SELECT :sequence, :record
      WHERE :record IS NOT (SELECT record FROM routing ORDER BY sequence DESC LIMIT 1)
      """
    try database.cachedStatement(sql: sql).execute(arguments: ["sequence": sequence, "record": record])
  }

  /// Returns the settings that an event was routed by; nil when an earlier release logged it.
  static func routing(at sequence: Int, in database: Database) throws -> String? {
    let sql = "SELECT record FROM routing WHERE sequence <= ? ORDER BY sequence DESC LIMIT 1"
    return try String.fetchOne(database, sql: sql, arguments: [sequence])
  }

  /// Removes the settings that no event of the log was routed by, except the newest.
  static func removeUnusedRouting(_ database: Database) throws {
    let sql = """
      DELETE FROM routing WHERE sequence < (SELECT MAX(sequence) FROM routing
        WHERE sequence <= IFNULL((SELECT MIN(sequence) FROM event), \(Int.max)))
      """
    try database.execute(sql: sql)
  }
}
