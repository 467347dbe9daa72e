/// The newest lines of the log, kept in memory for all clients together.
struct LineRing: Sendable {
  /// How far the log has come, as its readers are measured by it.
  struct Head: Equatable, Sendable {
    /// The newest sequence.
    var newest: Int
    /// The bytes of all lines that ever came in.
    var streamed = 0
    /// A client before this sequence is too far behind, and is closed.
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

  /// Returns the next lines for clients at `cursor`.
  mutating func batch(after cursor: Int, for filter: EventFilter) -> LineBatch {
    LineBatch(of: &block, after: cursor, through: newest, for: filter)
  }

  /// Returns the next lines for one client that is behind.
  mutating func batch(for session: inout SubscriberSession, at now: Duration) -> LineBatch? {
    session.nextBatch(of: &block, newest: newest, at: now)
  }
}

/// Consecutive lines of the log in one piece of memory, each with its newline, and which of them pass which filter.
struct LineBlock: Sendable {
  /// The cursor of one who wants its first line next.
  private(set) var after: Int
  private(set) var bytes: [UInt8] = []
  /// Where each line ends in `bytes`.
  private var ends: [Int] = []
  /// Decoded once, and only for a filter; an outer nil was not asked for yet.
  private var facets: [FilterFields??] = []
  /// By filter and line; nil was not asked for yet.
  private var verdicts: [EventFilter: [Bool?]] = [:]
  /// It lives so short that what any filter says of it may be kept.
  private let isPassing: Bool

  init(after: Int, isPassing: Bool = false) { (self.after, self.isPassing) = (after, isPassing) }

  /// The sequence of its last line; `after` when it has none.
  var newest: Int { after + ends.count }

  /// Whether one who stands there finds its next line here.
  func serves(_ cursor: Int) -> Bool { after <= cursor && cursor < newest }

  /// Takes the line of the sequence behind `newest`.
  mutating func append(_ line: [UInt8]) {
    bytes += line
    bytes.append(UInt8(ascii: "\n"))
    ends.append(bytes.count)
    facets.append(nil)
  }

  /// Forgets its oldest lines, until it has no more bytes than that.
  mutating func shrink(to size: Int) {
    guard let count = ends.firstIndex(where: { bytes.count - $0 <= size }).map({ $0 + 1 }) else { return }
    let cut = ends[count - 1]
    bytes.removeFirst(cut)
    ends.removeFirst(count)
    for position in ends.indices { ends[position] -= cut }
    facets.removeFirst(count)
    verdicts = verdicts.mapValues { Array($0.dropFirst(count)) }
    after += count
  }

  /// The bytes of a line that it holds, with the newline.
  func range(of sequence: Int) -> Range<Int> {
    let position = sequence - after - 1
    return (position == 0 ? 0 : ends[position - 1])..<ends[position]
  }

  /// The sequence of the line that a byte belongs to.
  func sequence(at offset: Int) -> Int {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return after + 1 + low
  }

  /// Keeps from now on what this filter says of its lines, or lets go of it.
  mutating func keepVerdicts(of filter: EventFilter, _ areKept: Bool) { verdicts[filter] = areKept ? [] : nil }

  /// Whether a line passes: found out once an event a filter that is kept, whoever wants to know. One that cannot be
  /// read passes, for nothing is skipped silently.
  mutating func passes(_ filter: EventFilter, _ sequence: Int) -> Bool {
    if filter.isOpen { return true }
    let position = sequence - after - 1
    guard var known = verdicts.removeValue(forKey: filter) ?? (isPassing ? [] : nil) else {
      return facets(at: position).map(filter.matches) ?? true
    }
    known += Array(repeating: nil, count: ends.count - known.count)
    let verdict = known[position] ?? facets(at: position).map(filter.matches) ?? true
    known[position] = verdict
    verdicts[filter] = known
    return verdict
  }

  private mutating func facets(at position: Int) -> FilterFields? {
    if let known = facets[position] { return known }
    let read = FilterFields(line: Array(bytes[range(of: after + 1 + position)]))
    facets[position] = .some(read)
    return read
  }
}

extension LineBlock {
  /// A page of the log, up to the first hole in it.
  init(_ events: [LoggedEvent]) {
    self.init(after: (events.first?.sequence ?? 1) - 1, isPassing: true)
    for event in events where event.sequence == newest + 1 { append(event.line) }
  }
}
