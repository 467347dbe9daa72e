/// The newest messages of a game that this node has written or read. A server that comes back with less than it had gets
/// them again. Pure.
///
/// Bound: `most` messages. NATS 2.9 writes to the disk every two minutes, in which a game has fewer.
struct RecentMessages: Equatable, Sendable {
  static var most: Int { 40 }

  private var messages: [StreamMessage] = []
  /// Their sequences.
  private var sequences: [UInt64] = []

  var newest: StreamMessage? { messages.last }
  /// The sequence of the oldest one.
  var first: UInt64? { sequences.first }

  mutating func take(_ message: StreamMessage, as sequence: UInt64) {
    if let newest, message.place != newest.place + 1 { self = Self() }
    if messages.count == Self.most {
      messages.removeFirst()
      sequences.removeFirst()
    }
    messages.append(message)
    sequences.append(sequence)
  }

  /// Returns the messages that a stream lacks, whose newest message of the game is this one. Returns none if the stream
  /// has gone on without them.
  func missing(after newest: StreamMessage?) -> [StreamMessage] {
    guard let newest else { return messages.first?.place == 1 ? messages : [] }
    return messages.firstIndex(of: newest).map { Array(messages[($0 + 1)...]) } ?? []
  }
}
