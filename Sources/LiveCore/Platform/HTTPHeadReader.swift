/// Puts a response's head together from its lines. Heads of 1xx responses and trailers are passed over.
struct HTTPHeadReader {
  /// Of all header lines of one transfer together, trailers and 1xx responses included.
  static let maximumBytes = 64 << 10

  /// The head so far.
  private(set) var head = HTTPResponseHead(status: 0)
  /// Whether the final response's head has been read.
  private(set) var isComplete = false
  private var bytes = 0
  private var lastName: String?

  /// Takes one line with its line end.
  mutating func take(_ line: String) throws(HTTPFault) {
    bytes += line.utf8.count
    guard bytes <= Self.maximumBytes else {
      throw HTTPFault(kind: .tooLarge, description: "headers over the limit of \(Self.maximumBytes) bytes")
    }
    guard !isComplete else { return }
    let text = Self.trimmed(line.utf8[...])
    if text.isEmpty {
      endOfBlock()
    } else if head.status == 0 {
      try takeStatus(text)
    } else {
      takeField(text, isContinuation: line.utf8.first == 0x20 || line.utf8.first == 0x09)
    }
  }

  private mutating func endOfBlock() {
    if head.status >= 200 {
      isComplete = true
    } else {
      (head, lastName) = (HTTPResponseHead(status: 0), nil)
    }
  }

  private mutating func takeStatus(_ line: String) throws(HTTPFault) {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0].hasPrefix("HTTP/"), let status = Int(words[1], in: 100...999) else {
      throw HTTPFault(kind: .broken, description: "the answer's status line is not HTTP's")
    }
    head.status = status
  }

  private mutating func takeField(_ line: String, isContinuation: Bool) {
    if isContinuation {
      if let lastName { head.headers[lastName, default: ""] += " " + line }
      return
    }
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return }
    let name = line[..<colon].lowercased()
    head.headers[name] = Self.trimmed(line.utf8[colon...].dropFirst())
    lastName = name
  }

  /// By bytes: a Character may be `\r\n`, or swallow what follows it.
  private static func trimmed(_ text: Substring.UTF8View) -> String {
    var text = text
    while let first = text.first, isSpace(first) { text = text.dropFirst() }
    while let last = text.last, isSpace(last) { text = text.dropLast() }
    return String(Substring(text))
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
