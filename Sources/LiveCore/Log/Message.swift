/// A composed message. It is stored before its first attempt, unless it is the bare line of one event, and every
/// attempt sends the same bytes, but for the signature and what a sink adds on sending.
struct Message: Equatable, Sendable {
  /// Empty when the message was given up before it was composed.
  var body: [UInt8]
  /// The message to edit in place; nil for a new one.
  var edits: MessageHandle?
  /// The message to reply to, if the body says so.
  var thread: MessageHandle?
}

/// The receiver's id of a message, such as Discord's message id. Only its sink interprets it.
struct MessageHandle: RawRepresentable, Hashable, Sendable {
  let rawValue: String
}
