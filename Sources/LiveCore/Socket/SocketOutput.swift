/// What waits to be sent to one client: whole lines in order, of which the first may have gone in part.
struct SocketOutput: Sendable {
  private struct Mark {
    /// Where the line ends in `bytes`.
    var end: Int
    /// The event that is lost when the line is; nil for a control line.
    var sequence: Int?
  }

  let limit: Int
  private var bytes: [UInt8] = []
  /// How much of `bytes` has gone.
  private var head = 0
  /// Where the line begins that `head` lies in.
  private var lineStart = 0
  private var marks: ArraySlice<Mark> = []

  init(limit: Int) { self.limit = limit }

  var isEmpty: Bool { head == bytes.count }
  var count: Int { bytes.count - head }
  var hasRoom: Bool { count < limit }
  /// The bytes that are to be sent next.
  var pending: ArraySlice<UInt8> { bytes[head...] }

  mutating func append(_ line: [UInt8], sequence: Int? = nil, newline: Bool = false) {
    if head > limit { compact() }
    bytes += line
    if newline { bytes.append(UInt8(ascii: "\n")) }
    marks.append(Mark(end: bytes.count, sequence: sequence))
  }

  private mutating func compact() {
    bytes.removeFirst(lineStart)
    marks = ArraySlice(marks.map { Mark(end: $0.end - lineStart, sequence: $0.sequence) })
    (head, lineStart) = (head - lineStart, 0)
  }

  /// The kernel has taken so many bytes.
  mutating func sent(_ count: Int) {
    head += count
    while let first = marks.first, first.end <= head {
      lineStart = first.end
      marks.removeFirst()
    }
    guard isEmpty else { return }
    bytes.removeAll(keepingCapacity: bytes.capacity <= 64 << 10)
    marks = []
    (head, lineStart) = (0, 0)
  }

  /// The events in it no longer say where the client stands.
  mutating func forgetSequences() {
    for position in marks.indices { marks[position].sequence = nil }
  }

  /// Drops every line of which nothing has gone yet.
  ///
  /// - Returns: the first event that was dropped; nil when none was.
  mutating func cut() -> Int? {
    let isPartial = head > lineStart
    let dropped = marks.dropFirst(isPartial ? 1 : 0)
    marks = isPartial ? marks.prefix(1) : []
    bytes.removeLast(bytes.count - (marks.last?.end ?? head))
    return dropped.lazy.compactMap(\.sequence).first
  }
}
