/// Reads one body as it comes, cut anywhere, and hands the values that a projection names to its builder. It holds no
/// more than one token; what nobody asked for is passed over without being looked into.
struct JSONScanner<Builder: Sendable>: Sendable {
  private enum State {
    case beginning, mark, value, firstElement, firstKey, nextKey, key, colon, text, word, skipping, afterValue, end
  }

  private(set) var builder: Builder
  private let projection: Projection<Builder>
  private let limits: JSONLimits
  private var state = State.beginning
  private var path = JSONPath()
  private var token = JSONToken()
  private var skipper = JSONSkipper()
  /// Bytes of the body before the chunk at hand.
  private var offset = 0
  private var kept = 0
  private var failure: DecodeFault?

  init(_ projection: Projection<Builder>, into builder: Builder, limits: JSONLimits) {
    (self.projection, self.builder, self.limits) = (projection, builder, limits)
  }

  /// Takes the next bytes. After a fault every call throws that fault again.
  mutating func feed(_ chunk: Span<UInt8>) throws(DecodeFault) {
    if let failure { throw failure }
    do throws(DecodeFault) {
      try chunk.withUnsafeBufferPointer { bytes throws(DecodeFault) in try scan(bytes) }
    } catch {
      failure = error
      throw error
    }
  }

  /// Hands out what `build` makes of the builder, once the body has ended where it may.
  mutating func finish<Product>(_ build: (Builder) throws(JSONFault) -> Product) throws(DecodeFault) -> Product {
    if let failure { throw failure }
    let nothing = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    do throws(JSONFault) {
      guard state != .beginning else { throw JSONFault(.truncated, "expected an object, the body is empty", at: 0) }
      guard state == .end else { throw JSONFault(.truncated, "the body ends too early", at: 0) }
      return try build(builder)
    } catch {
      let fault = located(error, at: 0, in: nothing)
      failure = fault
      throw fault
    }
  }

  private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) throws(DecodeFault) {
    var index = 0
    do throws(JSONFault) {
      guard bytes.count <= limits.body - offset else {
        throw JSONFault(.tooLong, "the body is longer than \(limits.body) bytes", at: limits.body - offset)
      }
      while index < bytes.count { try step(bytes, &index) }
    } catch {
      throw located(error, at: index, in: bytes)
    }
    path.settle(bytes, at: offset)
    offset += bytes.count
  }

  private func located(_ fault: JSONFault, at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> DecodeFault {
    let isInToken = state == .text || state == .word || state == .key
    let place = fault.index.map { offset + $0 } ?? (isInToken ? token.start : offset + index)
    let parent = path.description(by: projection, in: bytes, at: offset)
    let dot = parent.isEmpty || fault.path.isEmpty ? "" : "."
    return DecodeFault(kind: fault.kind, offset: place, path: parent + dot + fault.path, message: fault.message)
  }

  @inline(__always)
  private mutating func step(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws(JSONFault) {
    switch state {
    case .skipping:
      try skipper.skip(bytes, from: &index)
      if skipper.depth == 0 { endValue(bytes, &index) }
    case .key, .text: try readString(bytes, &index)
    case .word: try readWord(bytes, &index)
    case .beginning, .mark, .value, .firstElement, .firstKey, .nextKey, .colon, .afterValue, .end:
      let byte = bytes[index]
      let isSpace = byte <= 0x20 && (byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09)
      if !isSpace || state == .mark { try punctuate(byte, at: index) }
      // A number or word has no mark before it: its first byte is its own.
      if state != .word { index += 1 }
    }
  }

  @inline(__always)
  private mutating func punctuate(_ byte: UInt8, at index: Int) throws(JSONFault) {
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
    case (.end, _): throw JSONFault(.malformed, "found \(JSONFault.shown(byte)) behind the end")
    default: throw JSONFault(.malformed, "expected ',' or the end, found \(JSONFault.shown(byte))")
    }
  }
}

extension JSONScanner {
  /// A byte order mark may stand before the root.
  private mutating func beginBody(_ byte: UInt8, at index: Int) throws(JSONFault) {
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

  private mutating func comma() {
    guard path.innermost?.isList == true else {
      state = .nextKey
      return
    }
    path.nextElement(of: projection)
    state = .value
  }

  private mutating func beginValue(_ byte: UInt8, at index: Int) throws(JSONFault) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): try open(byte)
    case UInt8(ascii: "\""):
      token.begin(at: offset + index)
      if let node = path.node, projection.nodes[node].kind != .text { try projection.refuse("a string", at: node) }
      state = .text
    case _ where JSONToken.isWordStart(byte) && path.depth > 0:
      token.begin(at: offset + index)
      state = .word
    default:
      throw JSONFault(.malformed, "expected \(projection.expectation(at: path.node)), found \(JSONFault.shown(byte))")
    }
  }

  private mutating func open(_ byte: UInt8) throws(JSONFault) {
    let isObject = byte == UInt8(ascii: "{")
    guard path.depth < limits.depth else {
      throw JSONFault(.tooDeep, "too many objects and arrays in each other")
    }
    guard let node = path.node else {
      skipper.begin(isObject: isObject, room: limits.depth - path.depth)
      state = .skipping
      return
    }
    switch (projection.nodes[node].kind, isObject) {
    case (.object, true), (.map, true), (.list, false): break
    default: try projection.refuse(isObject ? "an object" : "an array", at: path.node)
    }
    try charge(JSONLimits.container)
    if let begin = projection.nodes[node].begin { try begin(&builder, path.innermost?.position ?? 0) }
    path.open(node, isList: !isObject)
    state = isObject ? .firstKey : .firstElement
  }

  private mutating func close(_ byte: UInt8, at index: Int) throws(JSONFault) {
    guard let frame = path.innermost, frame.isList == (byte == UInt8(ascii: "]")) else {
      throw JSONFault(.malformed, "expected ',' or the end, found \(JSONFault.shown(byte))")
    }
    if let end = projection.nodes[frame.node].end { try end(&builder) }
    path.close()
    endValue()
  }

  /// Goes straight to the value where no space stands before it: most bodies have none, and each step of the state
  /// machine is a jump that the processor cannot foresee.
  private mutating func endKey(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws(JSONFault) {
    state = .colon
    guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { return }
    state = .value
    index += 1
    guard index < bytes.count, bytes[index] > 0x20 else { return }
    try beginValue(bytes[index], at: index)
    if state != .word { index += 1 }
  }

  /// Goes straight to the next key, for the same reason.
  private mutating func endValue(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
    endValue()
    guard state == .afterValue, index < bytes.count, bytes[index] == UInt8(ascii: ",") else { return }
    comma()
    index += 1
    guard state == .nextKey, index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return }
    token.begin(at: offset + index)
    state = .key
    index += 1
  }

  private mutating func endValue() {
    guard path.depth > 0 else {
      state = .end
      return
    }
    path.endMember()
    state = .afterValue
  }

  private mutating func charge(_ bytes: Int) throws(JSONFault) {
    kept += bytes
    guard kept <= limits.kept else { throw JSONFault(.tooLong, "more than \(limits.kept) bytes to keep") }
  }
}

extension JSONScanner {
  private mutating func readString(
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
    guard token.length(with: part.count) <= limit else {
      throw JSONFault(.tooLong, "a \(state == .key ? "key" : "string") longer than \(limit) bytes")
    }
    guard isEnded else { return token.keep(part) }
    guard let joined = token.joined(with: part) else { return try acceptString(part) }
    try joined.withUnsafeBufferPointer { bytes throws(JSONFault) in try acceptString(bytes) }
  }

  private mutating func acceptString(_ raw: UnsafeBufferPointer<UInt8>) throws(JSONFault) {
    guard token.hasEscapes else { return try accept(raw) }
    let plain = try JSONText.unescape(raw, at: token.start + 1 - offset)
    try plain.withUnsafeBufferPointer { bytes throws(JSONFault) in try accept(bytes) }
  }

  private mutating func accept(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONFault) {
    if state == .key { return path.nextMember(bytes, at: place(of: bytes), of: projection) }
    guard case .text(let take) = projection.shape(of: path.node) else { return }
    try charge(bytes.count)
    try take(&builder, JSONText(bytes: bytes))
  }

  /// Where a token of this chunk stands in the body; nil when it does not stand there byte for byte.
  @inline(__always)
  private func place(of bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    let first = token.start + 1
    return token.start >= offset && !token.hasEscapes ? first..<first + bytes.count : nil
  }

  private mutating func readWord(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws(JSONFault) {
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
    guard case .flag(let take) = projection.shape(of: path.node) else {
      return try projection.refuse("true or false", at: path.node)
    }
    try take(&builder, word == .true)
  }

  private mutating func accept(_ number: JSONNumber) throws(JSONFault) {
    guard case .integer(let take) = projection.shape(of: path.node) else {
      return try projection.refuse("a number", at: path.node)
    }
    guard let value = number.integer else { return try projection.refuse("'\(number)'", at: path.node) }
    try take(&builder, value)
  }
}
