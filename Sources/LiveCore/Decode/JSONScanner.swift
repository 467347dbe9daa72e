/// Reads one body as it comes, cut anywhere, and hands the values that a projection names to its builder. It holds no
/// more than one token; what nobody asked for is passed over without being looked into.
struct JSONScanner<Builder: Sendable>: Sendable {
  enum State {
    case beginning, mark, value, firstElement, firstKey, nextKey, key, colon, text, word, skipping, afterValue, end
  }

  var builder: Builder
  let projection: Projection<Builder>
  let limits: JSONLimits
  var state = State.beginning
  var path = JSONPath()
  var token = JSONToken()
  var skipper = JSONSkipper()
  /// Bytes of the body before the chunk at hand.
  var offset = 0
  var kept = 0
  /// Requested values that could not be used.
  var ignored = IgnoredValues()
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
  mutating func finish<Product>(_ build: (Builder, IgnoredValues) throws(JSONFault) -> Product) throws(DecodeFault)
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
