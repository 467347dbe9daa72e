/// Cuts a stream of bytes into lines, however it arrives.
struct LineSplitter: Sendable {
  /// The next piece.
  enum Piece: Equatable, Sendable {
    /// Without its newline.
    case line([UInt8])
    /// A line has passed the bound; what is left of the stream cannot be told apart.
    case tooLong
  }

  /// The longest line in bytes.
  let limit: Int
  private var bytes: [UInt8] = []
  private var start = 0
  /// The first newline; nil when there is none.
  private var newline: Int?
  private var hasEnded = false

  init(limit: Int) { self.limit = limit }

  /// Bytes that are held.
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

  /// Nothing more will come: what is left is the last line.
  mutating func end() { hasEnded = true }

  /// Whether `next` would give something.
  var hasNext: Bool { newline != nil || count > limit || (hasEnded && count > 0) }

  /// The next line or the breach of the bound; nil until more has come.
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
