public import LiveModel

/// Reads strings, numbers and words.
extension JSONScanner {
  /// Reads a key or a string up to its closing quote or the end of the chunk.
  @inlinable
  mutating func readString(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int
  ) throws(JSONFault) {
    let start = max(token.start + 1 - offset, 0)
    let isEnded = try token.findQuote(bytes, from: &index)
    let part = UnsafeBufferPointer(rebasing: bytes[start..<index])
    if state == .key || path.node != nil { try keep(part, isEnded: isEnded) }
    guard isEnded else { return }
    index += 1
    if state == .key { state = .colon } else { endValue() }
  }

  @inlinable
  mutating func keep(_ part: UnsafeBufferPointer<UInt8>, isEnded: Bool) throws(JSONFault) {
    let limit = state == .key ? limits.key : limits.text
    guard token.length(with: part.count) <= limit else { return cut(isEnded: isEnded, at: limit) }
    guard isEnded else { return token.keep(part) }
    guard let joined = token.joined(with: part) else { return try acceptString(part) }
    try joined.withUnsafeBufferPointer { bytes throws(JSONFault) in try acceptString(bytes) }
  }

  /// Handles a token that is too long: a key is treated as unknown, a string as absent.
  @inlinable
  mutating func cut(isEnded: Bool, at limit: Int) {
    if state == .text { return ignore("a string longer than \(limit) bytes") }
    token.drop(upTo: limit + 1)
    guard isEnded else { return }
    path.nextMember(UnsafeBufferPointer(start: nil, count: 0), at: nil, of: projection)
  }

  @inlinable
  mutating func acceptString(_ raw: UnsafeBufferPointer<UInt8>) throws(JSONFault) {
    guard token.hasEscapes else { return try accept(raw) }
    let plain = try JSONText.unescape(raw, at: token.start + 1 - offset)
    try plain.withUnsafeBufferPointer { bytes throws(JSONFault) in try accept(bytes) }
  }

  @inlinable
  mutating func accept(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONFault) {
    if state == .key { return path.nextMember(bytes, at: place(of: bytes), of: projection) }
    guard let node = path.node, let take = projection.nodes[node].text else { return }
    let most = projection.nodes[node].mostBytes
    guard bytes.count <= most else {
      kept += most
      try take(&builder, JSONText(bytes: bytes).prefix(most))
      return ignore("a text longer than \(most) bytes, cut")
    }
    guard projection.nodes[node].isRequired || limits.kept - kept >= bytes.count else {
      return ignore("more than \(limits.kept) bytes to keep")
    }
    kept += bytes.count
    try take(&builder, JSONText(bytes: bytes))
  }

  /// Returns the range in the body of a token without escapes that lies in this chunk; nil for any other token.
  @inlinable
  @inline(__always)
  func place(of bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    let first = token.start + 1
    return token.start >= offset && !token.hasEscapes ? first..<first + bytes.count : nil
  }

  /// Reads a number, `true`, `false` or `null` up to its end or the end of the chunk.
  @inlinable
  mutating func readWord(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws(JSONFault) {
    let start = max(token.start - offset, 0)
    let isEnded = token.findEnd(bytes, from: &index)
    let part = UnsafeBufferPointer(rebasing: bytes[start..<index])
    guard token.length(with: part.count) <= limits.number else {
      throw JSONFault(.tooLong, "a number longer than \(limits.number) bytes")
    }
    guard isEnded else { return token.keep(part) }
    if let joined = token.joined(with: part) {
      try joined.withUnsafeBufferPointer { bytes throws(JSONFault) in try acceptWord(bytes) }
    } else {
      try acceptWord(part)
    }
    endValue()
  }

  @inlinable
  mutating func acceptWord(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONFault) {
    if let number = JSONNumber(bytes) { return try accept(number) }
    let word = ProjectionKey(bytes)
    if word == .null { return }
    guard word == .true || word == .false else {
      let text = String(decoding: bytes, as: UTF8.self)
      throw JSONFault(.malformed, "expected \(projection.expectation(at: path.node)), found '\(text)'")
    }
    guard let take = path.node.flatMap({ projection.nodes[$0].flag }) else { return try reject(found: "true or false") }
    try take(&builder, word == .true)
  }

  @inlinable
  mutating func accept(_ number: JSONNumber) throws(JSONFault) {
    guard let node = path.node, let take = projection.nodes[node].integer else {
      return try reject(found: "a number")
    }
    guard let value = number.integer, projection.nodes[node].range.contains(value) else {
      return try reject(found: "'\(number)'")
    }
    try take(&builder, value)
  }
}
