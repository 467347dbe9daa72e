/// The newest lines of the log, kept in memory and shared by all clients.
struct LineRing: Sendable {
  /// The end of the log, used to measure how far clients are behind.
  struct Head: Equatable, Sendable {
    /// The newest sequence.
    var newest: Int
    /// The total number of bytes of all lines ever appended.
    var streamed = 0
    /// A client whose cursor is below this sequence is more than the allowed lag behind.
    var horizon = 0
  }

  private(set) var block: LineBlock
  private(set) var head: Head
  private let size: Int
  private let lag: Int
  /// The ends of the log at past trims, oldest first. Entries more than `lag` bytes back are removed.
  private var milestones: [(sequence: Int, streamed: Int)] = []

  /// Creates an empty ring.
  ///
  /// - Parameters:
  ///   - cursor: the newest sequence of the log; the ring begins after it.
  ///   - size: the size in bytes after a trim. The ring grows to one and a half times as much between trims.
  ///   - lag: the number of bytes that a client may be behind.
  init(after cursor: Int, size: Int, lag: Int) {
    (block, head, self.size, self.lag) = (LineBlock(after: cursor), Head(newest: cursor), size, lag)
  }

  var newest: Int { head.newest }

  /// Appends the next line of the log.
  mutating func append(_ line: [UInt8]) {
    block.append(line)
    head.newest = block.newest
    head.streamed += line.count + 1
  }

  /// Removes the oldest lines when the ring is one and a half times its size.
  mutating func trim() {
    guard block.bytes.count > size + size / 2 else { return }
    block.shrink(to: size)
    milestones.append((head.newest, head.streamed))
    while let first = milestones.first, head.streamed - first.streamed > lag {
      head.horizon = first.sequence
      milestones.removeFirst()
    }
  }

  /// Starts or stops caching the results of a filter; used while the filter has a group of clients.
  mutating func keepVerdicts(of filter: EventFilter, _ areKept: Bool) { block.keepVerdicts(of: filter, areKept) }

  /// Restarts empty after `cursor`; the lines before it are not in the ring.
  mutating func restart(after cursor: Int) { (block, head.newest) = (LineBlock(after: cursor), cursor) }

  /// Returns the next batch for clients at `cursor`.
  mutating func batch(after cursor: Int, for filter: EventFilter) -> LineBatch {
    LineBatch(of: &block, after: cursor, through: newest, for: filter)
  }

  /// Returns the next batch for a client that is behind.
  mutating func batch(for session: inout SubscriberSession, at now: Duration) -> LineBatch? {
    session.nextBatch(of: &block, newest: newest, at: now)
  }
}

/// Consecutive lines of the log in one buffer, each with its newline, and cached filter results for them.
struct LineBlock: Sendable {
  /// The sequence before its first line.
  private(set) var after: Int
  private(set) var bytes: [UInt8] = []
  /// The end offset of each line in `bytes`.
  private var ends: [Int] = []
  /// The decoded values of each line, which only filters need.
  private var traits: [LineTraits] = []
  /// The cached results by filter and line; nil means not computed yet.
  private var results: [EventFilter: [Bool?]] = [:]
  /// Whether the block is short-lived, so that the results of every filter may be cached.
  private let isTransient: Bool

  init(after: Int, isTransient: Bool = false) { (self.after, self.isTransient) = (after, isTransient) }

  /// The sequence of its last line; `after` when it has none.
  var newest: Int { after + ends.count }

  /// Returns whether the line after `cursor` is in this block.
  func serves(_ cursor: Int) -> Bool { after <= cursor && cursor < newest }

  /// Appends the line with the sequence `newest + 1`.
  mutating func append(_ line: [UInt8]) {
    bytes += line
    bytes.append(UInt8(ascii: "\n"))
    ends.append(bytes.count)
    traits.append(LineTraits())
  }

  /// Removes the oldest lines until the block has at most `size` bytes.
  mutating func shrink(to size: Int) {
    guard let count = ends.firstIndex(where: { bytes.count - $0 <= size }).map({ $0 + 1 }) else { return }
    let cut = ends[count - 1]
    bytes.removeFirst(cut)
    ends.removeFirst(count)
    for position in ends.indices { ends[position] -= cut }
    traits.removeFirst(count)
    results = results.mapValues { Array($0.dropFirst(count)) }
    after += count
  }

  /// Returns the byte range of a line in the block, with its newline.
  func range(of sequence: Int) -> Range<Int> {
    let position = sequence - after - 1
    return (position == 0 ? 0 : ends[position - 1])..<ends[position]
  }

  /// Returns the sequence of the line that contains the byte at `offset`.
  func sequence(at offset: Int) -> Int {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return after + 1 + low
  }

  /// Starts or stops caching the results of a filter.
  mutating func keepVerdicts(of filter: EventFilter, _ areKept: Bool) { results[filter] = areKept ? [] : nil }

  /// Returns whether a line passes a filter. For a cached filter this is computed once for each line.
  mutating func passes(_ filter: EventFilter, _ sequence: Int) -> Bool {
    if filter.isOpen { return true }
    let position = sequence - after - 1
    guard var cached = results.removeValue(forKey: filter) ?? (isTransient ? [] : nil) else {
      return pass(filter, at: position)
    }
    cached += Array(repeating: nil, count: ends.count - cached.count)
    let result = cached[position] ?? pass(filter, at: position)
    cached[position] = result
    results[filter] = cached
    return result
  }

  private mutating func pass(_ filter: EventFilter, at position: Int) -> Bool {
    traits[position].pass(filter.match, bytes[range(of: after + 1 + position)])
  }
}

extension LineBlock {
  /// Creates a short-lived block from a page of the log, up to the first missing sequence.
  init(_ events: [LoggedEvent]) {
    self.init(after: (events.first?.sequence ?? 1) - 1, isTransient: true)
    for event in events where event.sequence == newest + 1 { append(event.line) }
  }
}

/// The next lines to send from a block: those after a cursor that pass a filter, in as few byte ranges as possible.
struct LineBatch: Equatable, Sendable {
  /// Byte ranges of the block in ascending order. Adjacent lines are merged into one range.
  private(set) var runs: [Range<Int>] = []
  /// The total number of bytes in `runs`.
  private(set) var count = 0
  /// The cursor after the whole batch is sent.
  private(set) var last: Int

  /// The maximum size of a batch, which is sent with one system call. A single line may exceed `mostBytes`.
  static let mostBytes = 256 << 10
  static let mostRuns = 64

  /// Selects the lines of the next batch.
  ///
  /// - Parameters:
  ///   - block: the block that contains the line after `cursor`.
  ///   - cursor: the last sequence that is already sent.
  ///   - end: the last sequence that may be in the batch.
  ///   - filter: the filter of the client.
  init(of block: inout LineBlock, after cursor: Int, through end: Int, for filter: EventFilter) {
    last = cursor
    if filter.isOpen, let whole = Self.whole(block, after: cursor, through: end) {
      (runs, count, last) = ([whole], whole.count, end)
      return
    }
    while last < end, count < Self.mostBytes, runs.count < Self.mostRuns {
      last += 1
      if block.passes(filter, last) { add(block.range(of: last)) }
    }
  }

  /// Returns the range of all lines if it has at most `mostBytes`. This is the fast path of nearly every burst.
  private static func whole(_ block: LineBlock, after cursor: Int, through end: Int) -> Range<Int>? {
    guard cursor < end else { return nil }
    let range = block.range(of: cursor + 1).lowerBound..<block.range(of: end).upperBound
    return range.count <= mostBytes ? range : nil
  }

  private mutating func add(_ line: Range<Int>) {
    count += line.count
    if let previous = runs.last, previous.upperBound == line.lowerBound {
      runs[runs.count - 1] = previous.lowerBound..<line.upperBound
    } else {
      runs.append(line)
    }
  }

  /// Returns the cursor after the first `taken` bytes are sent, and the unsent rest of a line that was sent in part.
  func place(having taken: Int, of block: LineBlock) -> (cursor: Int, rest: ArraySlice<UInt8>) {
    var taken = taken
    for run in runs {
      guard taken >= run.count else {
        let offset = run.lowerBound + taken
        let sequence = block.sequence(at: offset)
        let line = block.range(of: sequence)
        return line.lowerBound == offset ? (sequence - 1, []) : (sequence, block.bytes[offset..<line.upperBound])
      }
      taken -= run.count
    }
    return (last, [])
  }
}
