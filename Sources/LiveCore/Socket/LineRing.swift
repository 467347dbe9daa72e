/// The newest lines of the log, kept in memory for all clients together.
struct LineRing: Sendable {
  /// How far the log has come, as its readers are measured by it.
  struct Head: Equatable, Sendable {
    /// The newest sequence.
    var newest: Int
    /// The bytes of all lines that ever came in.
    var streamed = 0
    /// Who stands before this sequence is further behind than anybody may be.
    var horizon = 0
  }

  private(set) var block: LineBlock
  private(set) var head: Head
  private let size: Int
  private let lag: Int
  /// Where the log stood when old lines went last; the first is `lag` bytes ago.
  private var milestones: [(sequence: Int, streamed: Int)] = []

  /// - Parameters:
  ///   - cursor: where it begins: behind the newest line there is.
  ///   - size: in bytes; it holds up to half as much again, so that old lines go many at a time.
  ///   - lag: how many bytes a reader may be behind.
  init(after cursor: Int, size: Int, lag: Int) {
    (block, head, self.size, self.lag) = (LineBlock(after: cursor), Head(newest: cursor), size, lag)
  }

  var newest: Int { head.newest }

  /// Takes the next line of the log.
  mutating func append(_ line: [UInt8]) {
    block.append(line)
    head.newest = block.newest
    head.streamed += line.count + 1
  }

  /// Lets go of what is too old.
  mutating func trim() {
    guard block.bytes.count > size + size / 2 else { return }
    block.shrink(to: size)
    milestones.append((head.newest, head.streamed))
    while let first = milestones.first, head.streamed - first.streamed > lag {
      head.horizon = first.sequence
      milestones.removeFirst()
    }
  }

  /// Keeps what a filter says as long as somebody who is up to date has it.
  mutating func keepVerdicts(of filter: EventFilter, _ areKept: Bool) { block.keepVerdicts(of: filter, areKept) }

  /// Begins anew at another place: lines between are gone from the log.
  mutating func restart(after cursor: Int) { (block, head.newest) = (LineBlock(after: cursor), cursor) }

  /// What goes out next to those who stand at `cursor`.
  mutating func batch(after cursor: Int, for filter: EventFilter) -> LineBatch {
    LineBatch(of: &block, after: cursor, through: newest, for: filter)
  }

  /// What goes out next to one who is behind.
  mutating func batch(for session: inout SubscriberSession, at now: Duration) -> LineBatch? {
    session.nextBatch(of: &block, newest: newest, at: now)
  }
}
