extension JSONScanner {
  mutating func readString(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int
  ) throws(JSONFault) {
    let start = max(token.start + 1 - offset, 0)
    let isEnded = try token.findQuote(bytes, from: &index)
    let part = UnsafeBufferPointer(rebasing: bytes[start..<index])
    if state == .key || path.node != nil { try keep(part, isEnded: isEnded) }
    guard isEnded else { return }
    index += 1
    if state == .key { try endKey(bytes, &index) } else { endValue(bytes, &index) }
  }

  private mutating func keep(_ part: UnsafeBufferPointer<UInt8>, isEnded: Bool) throws(JSONFault) {
    let limit = state == .key ? limits.key : limits.text
    guard token.length(with: part.count) <= limit else { return cut(isEnded: isEnded, at: limit) }
    guard isEnded else { return token.keep(part) }
    guard let joined = token.joined(with: part) else { return try acceptString(part) }
    try joined.withUnsafeBufferPointer { bytes throws(JSONFault) in try acceptString(bytes) }
  }

  /// Takes a key or string that is too long: a key names nothing that is asked for, a string counts as absent.
  private mutating func cut(isEnded: Bool, at limit: Int) {
    if state == .text { return ignore("a string longer than \(limit) bytes") }
    token.drop(upTo: limit + 1)
    guard isEnded else { return }
    path.nextMember(UnsafeBufferPointer(start: nil, count: 0), at: nil, of: projection)
  }

  private mutating func acceptString(_ raw: UnsafeBufferPointer<UInt8>) throws(JSONFault) {
    guard token.hasEscapes else { return try accept(raw) }
    let plain = try JSONText.unescape(raw, at: token.start + 1 - offset)
    try plain.withUnsafeBufferPointer { bytes throws(JSONFault) in try accept(bytes) }
  }

  private mutating func accept(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONFault) {
    if state == .key { return path.nextMember(bytes, at: place(of: bytes), of: projection) }
    guard let node = path.node, case .text(let take) = projection.nodes[node].shape else { return }
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

  /// Where a token of this chunk stands in the body; nil when it does not stand there byte for byte.
  @inline(__always)
  private func place(of bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    let first = token.start + 1
    return token.start >= offset && !token.hasEscapes ? first..<first + bytes.count : nil
  }

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
    endValue(bytes, &index)
  }

  private mutating func acceptWord(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONFault) {
    if let number = JSONNumber(bytes) { return try accept(number) }
    let word = ProjectionKey(bytes)
    if word == .null { return }
    guard word == .true || word == .false else {
      let text = String(decoding: bytes, as: UTF8.self)
      throw JSONFault(.malformed, "expected \(projection.expectation(at: path.node)), found '\(text)'")
    }
    guard case .flag(let take) = projection.shape(of: path.node) else { return try pass(over: "true or false") }
    try take(&builder, word == .true)
  }

  private mutating func accept(_ number: JSONNumber) throws(JSONFault) {
    guard case .integer(let range, let take) = projection.shape(of: path.node) else {
      return try pass(over: "a number")
    }
    guard let value = number.integer, range.contains(value) else { return try pass(over: "'\(number)'") }
    try take(&builder, value)
  }
}

extension JSONScanner {
  /// A byte order mark may stand before the root.
  mutating func beginBody(_ byte: UInt8, at index: Int) throws(JSONFault) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let place = offset + index
    if place < mark.count, byte == mark[place], state == .mark || place == 0 {
      state = place == 2 ? .value : .mark
    } else if state == .mark {
      throw JSONFault(.malformed, "expected an object, found \(JSONFault.shown(byte))")
    } else {
      try beginValue(byte, at: index)
    }
  }

  mutating func comma() {
    guard path.innermost?.isList == true else {
      state = .nextKey
      return
    }
    path.nextElement(of: projection)
    state = .value
  }

  mutating func beginValue(_ byte: UInt8, at index: Int) throws(JSONFault) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): try open(byte)
    case UInt8(ascii: "\""):
      token.begin(at: offset + index)
      if let node = path.node, projection.nodes[node].kind != .text { try pass(over: "a string") }
      state = .text
    case _ where JSONToken.isWordStart(byte) && path.depth > 0:
      token.begin(at: offset + index)
      state = .word
    default:
      throw JSONFault(.malformed, "expected \(projection.expectation(at: path.node)), found \(JSONFault.shown(byte))")
    }
  }

  mutating func open(_ byte: UInt8) throws(JSONFault) {
    let isObject = byte == UInt8(ascii: "{")
    guard path.depth < limits.depth else {
      throw JSONFault(.tooDeep, "too many objects and arrays in each other")
    }
    try judge(isObject: isObject)
    guard let node = path.node else {
      skipper.begin(isObject: isObject, room: limits.depth - path.depth)
      state = .skipping
      return
    }
    kept += JSONLimits.container
    if let begin = projection.nodes[node].begin { try begin(&builder, path.innermost?.position ?? 0) }
    path.open(node, isList: !isObject)
    state = isObject ? .firstKey : .firstElement
  }

  /// Passes over an object or array that is not what was asked for, or one element too many of a list.
  private mutating func judge(isObject: Bool) throws(JSONFault) {
    guard let node = path.node else { return }
    switch (projection.nodes[node].kind, isObject) {
    case (.object, true), (.map, true), (.list, false): break
    default: return try pass(over: isObject ? "an object" : "an array")
    }
    guard let most = projection.nodes[node].mostElements, let position = path.innermost?.position else { return }
    if position >= most { return ignore("more than \(most) elements") }
    if limits.kept - kept < JSONLimits.container { ignore("more than \(limits.kept) bytes to keep") }
  }

  mutating func close(_ byte: UInt8, at index: Int) throws(JSONFault) {
    guard let frame = path.innermost, frame.isList == (byte == UInt8(ascii: "]")) else {
      throw JSONFault(.malformed, "expected ',' or the end, found \(JSONFault.shown(byte))")
    }
    if let end = projection.nodes[frame.node].end { try end(&builder) }
    path.close()
    endValue()
  }

  /// Goes straight to the value where no space stands before it: most bodies have none, and each step of the state
  /// machine is a jump that the processor cannot draftProvisional.
  mutating func endKey(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws(JSONFault) {
    state = .colon
    guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { return }
    state = .value
    index += 1
    guard index < bytes.count, bytes[index] > 0x20 else { return }
    try beginValue(bytes[index], at: index)
    if state != .word { index += 1 }
  }

  /// Goes straight to the next key, for the same reason.
  mutating func endValue(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
    endValue()
    guard state == .afterValue, index < bytes.count, bytes[index] == UInt8(ascii: ",") else { return }
    comma()
    index += 1
    guard state == .nextKey, index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return }
    token.begin(at: offset + index)
    state = .key
    index += 1
  }

  mutating func endValue() {
    guard path.depth > 0 else {
      state = .end
      return
    }
    path.endMember()
    state = .afterValue
  }

  /// Takes that the value at hand is not what was asked for: a snapshot that cannot do without it is refused, else the
  /// value counts as absent.
  mutating func pass(over found: String) throws(JSONFault) {
    guard let node = path.node else { return }
    let message = "expected \(projection.expectation(at: node)), found \(found)"
    guard !projection.nodes[node].isRequired else { throw JSONFault(.wrongType, message) }
    ignore(message)
  }

  /// Lets the value at hand count as one that nobody asked for.
  mutating func ignore(_ message: String) {
    ignored.count += 1
    if ignored.first == nil { ignored.first = "\(path.shape(by: projection)): \(message)" }
    path.ignoreValue()
  }
}
