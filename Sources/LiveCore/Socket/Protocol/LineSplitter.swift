/// Splits a stream of bytes, received in pieces of any size, into lines.
struct LineSplitter: Sendable {
  /// One result of `next()`.
  enum Piece: Equatable, Sendable {
    /// A line without its newline.
    case line([UInt8])
    /// A line is longer than `limit`. The rest of the stream cannot be split any further.
    case tooLong
  }

  /// The longest line in bytes.
  let limit: Int
  private var bytes: [UInt8] = []
  private var start = 0
  /// The index of the first newline; nil when there is none.
  private var newline: Int?
  private var hasEnded = false

  init(limit: Int) { self.limit = limit }

  /// The number of buffered bytes.
  var count: Int { bytes.count - start }

  mutating func append(_ more: [UInt8]) {
    if start > 0 {
      bytes.removeFirst(start)
      (start, newline) = (0, newline.map { $0 - start })
    }
    let searched = bytes.count
    bytes += more
    if newline == nil { findNewline(from: searched) }
  }

  /// Marks the end of the stream: the remaining bytes are the last line.
  mutating func end() { hasEnded = true }

  /// Whether `next()` returns a piece.
  var hasNext: Bool { newline != nil || count > limit || (hasEnded && count > 0) }

  /// Returns the next line, or `tooLong`; nil when more bytes are needed.
  mutating func next() -> Piece? {
    guard (newline ?? bytes.count) - start <= limit else { return .tooLong }
    guard let last = newline ?? (hasEnded && count > 0 ? bytes.count : nil) else { return nil }
    let line = Array(bytes[start..<last])
    start = min(last + 1, bytes.count)
    findNewline(from: start)
    return .line(line)
  }

  private mutating func findNewline(from position: Int) {
    newline = bytes[position...].firstIndex(of: UInt8(ascii: "\n"))
  }
}
