/// A kind of receiver: turns an event into a message and brings it there.
protocol Sink: Sendable {
  /// As in the configuration.
  var name: String { get }

  /// The same event gives the same message, byte for byte, in every run. Throws what makes the event unfit for this
  /// sink for ever.
  func render(_ event: LoggedEvent) throws(Fault) -> Message

  /// Makes one attempt, stamped with `now`, and returns within the sink's time limit or as soon as the task is
  /// cancelled.
  func send(_ message: Message, at now: Timestamp) async -> Answer
}
