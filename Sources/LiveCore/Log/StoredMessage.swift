internal import FoundationEssentials
internal import GRDB

/// What a sink is sent, as it is stored before the first attempt.
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
