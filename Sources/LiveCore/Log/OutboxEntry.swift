internal import GRDB

/// A message as the operator sees it.
struct OutboxEntry: Equatable, Sendable {
  var number: Int
  var sink: String
  var lane: String
  var state: DeliveryState
  /// Of the first event that it tells; nil for a notice.
  var event: String?
  var attempts: Int
  var due: Timestamp
  var error: String?
  var changed: Timestamp
}

extension OutboxEntry {
  init(_ row: Row) {
    self.init(
      number: row["number"], sink: row["sink"], lane: row["lane"],
      state: DeliveryState(rawValue: row["state"]) ?? .aside, event: row["event"], attempts: row["attempts"],
      due: Timestamp(milliseconds: row["due"]), error: row["error"],
      changed: Timestamp(milliseconds: row["changed"]))
  }
}
