internal import GRDB

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
