public import LiveModel

/// Scans one body chunk by chunk, cut anywhere, and passes the values at a projection's paths to its builder. Buffers
/// at most one token. Values outside of the projection are skipped without being parsed.
///
/// Functions that run for each token are inlinable: the module of a league then specializes them for its builder, which
/// makes them four times as fast.
@usableFromInline
package struct JSONScanner<Builder: Sendable>: Sendable {
  @usableFromInline
  enum State: Sendable {
    case beginning, mark, value, firstElement, firstKey, nextKey, key, colon, text, word, skipping, afterValue, end
  }

  @usableFromInline var builder: Builder
  @usableFromInline let projection: Projection<Builder>
  @usableFromInline let limits: JSONLimits
  @usableFromInline var state = State.beginning
  @usableFromInline var path = JSONPath()
  @usableFromInline var token = JSONToken()
  @usableFromInline var skipper = JSONSkipper()
  /// Bytes of the body before the current chunk.
  @usableFromInline var offset = 0
  /// Bytes counted against `limits.kept`.
  @usableFromInline var kept = 0
  /// Values at the projection's paths that are unusable.
  @usableFromInline var ignored = IgnoredValues()
  @usableFromInline var failure: DecodeFault?

  @inlinable
  package init(_ projection: Projection<Builder>, into builder: Builder, limits: JSONLimits) {
    precondition(limits.depth <= JSONLimits.mostDepth)
    (self.projection, self.builder, self.limits) = (projection, builder, limits)
  }

  /// Scans the next bytes. After a fault every call throws the same fault again.
  @inlinable
  package mutating func feed(_ chunk: Span<UInt8>) throws(DecodeFault) {
    if let failure { throw failure }
    do throws(DecodeFault) {
      try chunk.withUnsafeBufferPointer { bytes throws(DecodeFault) in try scan(bytes) }
    } catch {
      failure = error
      throw error
    }
  }

  /// Ends the body and returns the result of `build`. Throws if the body is truncated or `build` fails.
  @inlinable
  package mutating func finish<Product>(_ build: (Builder, IgnoredValues) throws(JSONFault) -> Product)
    throws(DecodeFault)
    -> Product
  {
    if let failure { throw failure }
    let nothing = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    do throws(JSONFault) {
      guard state != .beginning else { throw JSONFault(.truncated, "expected an object, the body is empty", at: 0) }
      guard state == .end else { throw JSONFault(.truncated, "the body ends too early", at: 0) }
      return try build(builder, ignored)
    } catch {
      let fault = located(error, at: 0, in: nothing)
      failure = fault
      throw fault
    }
  }

  @inlinable
  mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) throws(DecodeFault) {
    var index = 0
    do throws(JSONFault) {
      guard bytes.count <= limits.body - offset else {
        throw JSONFault(.tooLong, "the body is longer than \(limits.body) bytes", at: limits.body - offset)
      }
      while index < bytes.count {
        try scanTokens(bytes, &index)
        if index < bytes.count { try step(bytes, &index) }
      }
    } catch {
      throw located(error, at: index, in: bytes)
    }
    path.copyKeys(bytes, at: offset)
    offset += bytes.count
  }

  @usableFromInline
  func located(_ fault: JSONFault, at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> DecodeFault {
    let isInToken = state == .text || state == .word || state == .key
    let place = fault.index.map { offset + $0 } ?? (isInToken ? token.start : offset + index)
    let parent = path.description(by: projection, in: bytes, at: offset)
    let dot = parent.isEmpty || fault.path.isEmpty ? "" : "."
    return DecodeFault(kind: fault.kind, offset: place, path: parent + dot + fault.path, message: fault.message)
  }

  @inlinable
  @inline(__always)
  mutating func step(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws(JSONFault) {
    switch state {
    case .skipping:
      try skipper.skip(bytes, from: &index)
      if skipper.depth == 0 { endValue() }
    case .key, .text: try readString(bytes, &index)
    case .word: try readWord(bytes, &index)
    case .beginning, .mark, .value, .firstElement, .firstKey, .nextKey, .colon, .afterValue, .end:
      let byte = bytes[index]
      let isSpace = byte <= 0x20 && (byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09)
      if !isSpace || state == .mark { try readPunctuation(byte, at: index) }
      // A number or word has no opening quote: its first byte is part of the token and is read again by `readWord`.
      if state != .word { index += 1 }
    }
  }

  @inlinable
  @inline(__always)
  mutating func readPunctuation(_ byte: UInt8, at index: Int) throws(JSONFault) {
    switch (state, byte) {
    case (.afterValue, UInt8(ascii: ",")): comma()
    case (.colon, UInt8(ascii: ":")): state = .value
    case (.firstKey, UInt8(ascii: "\"")), (.nextKey, UInt8(ascii: "\"")):
      token.begin(at: offset + index)
      state = .key
    case (.firstElement, UInt8(ascii: "]")), (.firstKey, UInt8(ascii: "}")): try close(byte, at: index)
    case (.afterValue, UInt8(ascii: "]")), (.afterValue, UInt8(ascii: "}")): try close(byte, at: index)
    case (.firstElement, _):
      path.nextElement(of: projection)
      try beginValue(byte, at: index)
    case (.value, _): try beginValue(byte, at: index)
    case (.beginning, _), (.mark, _): try beginBody(byte, at: index)
    case (.firstKey, _): throw JSONFault(.malformed, "expected a key or '}', found \(JSONFault.shown(byte))")
    case (.nextKey, _): throw JSONFault(.malformed, "expected a key, found \(JSONFault.shown(byte))")
    case (.colon, _): throw JSONFault(.malformed, "expected ':', found \(JSONFault.shown(byte))")
    case (.end, _): throw JSONFault(.malformed, "found \(JSONFault.shown(byte)) after the end")
    default: throw JSONFault(.malformed, "expected ',' or the end, found \(JSONFault.shown(byte))")
    }
  }

  /// Accepts a UTF-8 byte order mark before the root.
  @inlinable
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

  @inlinable
  mutating func comma() {
    guard path.innermost.isList else {
      state = .nextKey
      return
    }
    path.nextElement(of: projection)
    state = .value
  }

  @inlinable
  mutating func beginValue(_ byte: UInt8, at index: Int) throws(JSONFault) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): try open(byte)
    case UInt8(ascii: "\""):
      token.begin(at: offset + index)
      if let node = path.node, projection.nodes[node].kind != .text { try reject(found: "a string") }
      state = .text
    case _ where JSONToken.isWordStart(byte) && path.depth > 0:
      token.begin(at: offset + index)
      state = .word
    default:
      throw JSONFault(.malformed, "expected \(projection.expectation(at: path.node)), found \(JSONFault.shown(byte))")
    }
  }

  @inlinable
  mutating func open(_ byte: UInt8) throws(JSONFault) {
    let isObject = byte == UInt8(ascii: "{")
    guard path.depth < limits.depth else {
      throw JSONFault(.tooDeep, "objects and arrays are nested too deeply")
    }
    try check(isObject: isObject)
    guard let node = path.node else {
      skipper.begin(isObject: isObject, room: limits.depth - path.depth)
      state = .skipping
      return
    }
    try openKept(node, isObject: isObject)
  }

  /// Opens an object or array of the right type, within all bounds.
  @inlinable
  @inline(__always)
  mutating func openKept(_ node: Int, isObject: Bool) throws(JSONFault) {
    kept &+= JSONLimits.container
    if let begin = projection.nodes[node].begin { try begin(&builder, path.position) }
    path.open(node, isList: !isObject)
    state = isObject ? .firstKey : .firstElement
  }

  /// Skips an object or array of the wrong type, beyond a list's or map's maximum or beyond `limits.kept`.
  @inlinable
  mutating func check(isObject: Bool) throws(JSONFault) {
    guard let node = path.node else { return }
    guard projection.nodes[node].opening == UInt8(ascii: isObject ? "{" : "[") else {
      return try reject(found: isObject ? "an object" : "an array")
    }
    let most = projection.nodes[node].mostElements
    guard most < .max else { return }
    if path.position >= most { return ignore("more than \(most) elements") }
    if limits.kept - kept < JSONLimits.container { ignore("more than \(limits.kept) bytes to keep") }
  }

  @inlinable
  mutating func close(_ byte: UInt8, at index: Int) throws(JSONFault) {
    let frame = path.innermost
    guard path.depth > 0, frame.isList == (byte == UInt8(ascii: "]")) else {
      throw JSONFault(.malformed, "expected ',' or the end, found \(JSONFault.shown(byte))")
    }
    if let end = projection.nodes[frame.node].end { try end(&builder) }
    path.close()
    endValue()
  }

  @inlinable
  mutating func endValue() {
    guard path.depth > 0 else {
      state = .end
      return
    }
    path.endMember()
    state = .afterValue
  }

  /// Rejects a value of the wrong type or range. Throws if the value is required; otherwise treats it as absent.
  @inlinable
  mutating func reject(found: String) throws(JSONFault) {
    guard let node = path.node else { return }
    let message = "expected \(projection.expectation(at: node)), found \(found)"
    guard !projection.nodes[node].isRequired else { throw JSONFault(.wrongType, message) }
    ignore(message)
  }

  /// Counts the current value as ignored and skips it.
  @inlinable
  mutating func ignore(_ message: String) {
    ignored.count += 1
    if ignored.first == nil { ignored.first = "\(path.shape(by: projection)): \(message)" }
    path.ignoreValue()
  }
}
