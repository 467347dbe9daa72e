/// What `outbox` is answered.
public struct OutboxListing: Equatable, Codable, Sendable {
  /// The newest last.
  public var entries: [Entry]
  /// There are older ones than these.
  public var more: Bool
  /// Facts that wait and that no message tells yet, by sink.
  public var pending: [String: Int]

  /// A message that waits, or a dead letter.
  public struct Entry: Equatable, Codable, Sendable {
    /// Whether anybody still tries it.
    public enum State: String, Codable, Sendable { case waiting, dead }

    /// By which an order names it.
    public var number: Int
    /// Its receiver.
    public var sink: String
    /// Its game, `mlb/747175`; `quiet` for a digest of quiet hours, `notice` for a word to the operator.
    public var lane: String
    /// Whether it waits or was given up.
    public var state: State
    /// The id of the first event that it tells; nil for a notice.
    public var event: String?
    /// Facts that it tells; 0 for a notice.
    public var facts: Int
    /// How many failed.
    public var attempts: Int
    /// When the next attempt is due; of a dead letter when its last one was.
    public var due: Timestamp
    /// Why the last attempt failed.
    public var error: String?
    /// When it came to stand so.
    public var changed: Timestamp
  }
}

extension OutboxListing.Entry {
  init(_ entry: OutboxEntry) {
    self.init(
      number: entry.number, sink: entry.sink, lane: entry.lane, state: entry.state == .dead ? .dead : .waiting,
      event: entry.event, facts: entry.facts, attempts: entry.attempts, due: entry.due, error: entry.error,
      changed: entry.changed)
  }
}
