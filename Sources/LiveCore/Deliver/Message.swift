/// What a sink sends: stored before its first attempt, and the same in every one, but for what it signs.
struct Message: Equatable, Sendable {
  /// By which a receiver knows a repeat.
  var id: WebhookID
  var body: [UInt8]
  /// The message that it changes in place; nil for a new one.
  var edits: Receipt.Handle?
  /// The message that it replies to; nil for one of its own.
  var thread: Receipt.Handle?
}
