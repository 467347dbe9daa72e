/// A kind of receiver: says what a message holds, and brings it there.
protocol Sink: Sendable {
  /// As in the configuration.
  var name: String { get }
  var traits: SinkTraits { get }

  /// The body of a message, and where it goes. Pure: the same content gives the same bytes in every run. Throws what
  /// makes it unfit for this sink for ever.
  func compose(_ content: MessageContent) throws(Fault) -> MessagePayload

  /// Makes one attempt, stamped with `now`, and returns within the sink's time limit or as soon as the task is
  /// cancelled.
  func send(_ message: Message, at now: Timestamp) async -> Answer
}
