/// The next lines of a block to send: those after a cursor that pass a filter, in as few pieces as possible.
struct LineBatch: Equatable, Sendable {
  /// Byte ranges of the block, in order; lines that lie side by side are one.
  private(set) var runs: [Range<Int>] = []
  /// How many bytes that is.
  private(set) var count = 0
  /// The cursor of one who has got all of it.
  private(set) var last: Int

  /// The most bytes for one call to the kernel. A single longer line is allowed.
  static let mostBytes = 256 << 10
  static let mostRuns = 64

  /// - Parameters:
  ///   - block: holds the line behind `cursor`.
  ///   - cursor: all up to here went out before.
  ///   - end: the last sequence that may be in it.
  ///   - filter: what the receiver wants.
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

  /// All lines in one piece, where they are not too many: the way of nearly every burst.
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

  /// Where one stands who took only the first `taken` bytes, and what is left of a line that was broken.
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

/// Bytes that a client must get before more of the log: control lines, and the rest of a line that the kernel accepted
/// in part.
struct SocketOutput: Sendable {
  /// Past it no request is answered.
  let limit: Int
  private var bytes: [UInt8] = []
  /// How much of `bytes` has gone.
  private var head = 0

  init(limit: Int) { self.limit = limit }

  var isEmpty: Bool { head == bytes.count }
  var count: Int { bytes.count - head }
  var hasRoom: Bool { count < limit }
  /// The bytes that are to be sent next.
  var pending: ArraySlice<UInt8> { bytes[head...] }

  mutating func append(_ more: some Sequence<UInt8>) {
    if head > limit {
      bytes.removeFirst(head)
      head = 0
    }
    bytes += more
  }

  /// The kernel has taken so many bytes.
  mutating func sent(_ count: Int) {
    head += count
    // Ten thousand clients wait most of their time: memory is not kept for them.
    if isEmpty { (bytes, head) = ([], 0) }
  }
}
