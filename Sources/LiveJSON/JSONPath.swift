/// The scanner's position in the body: the open objects and arrays that are kept, outermost first.
@usableFromInline
struct JSONPath: Sendable {
  /// The member of a frame that is being read.
  @usableFromInline
  enum Member: Equatable, Sendable {
    /// No member: the scanner is between two.
    case none
    /// A member outside of the projection.
    case unknown
    /// A member with the index of its node in the projection.
    case kept(Int)
  }

  /// One open object or array.
  @usableFromInline
  struct Frame: Sendable {
    @usableFromInline let node: Int
    @usableFromInline let isList: Bool
    @usableFromInline var member = Member.none
    /// Position of the current element of a list, or member of a map, from 0; -1 before the first, and in other objects.
    @usableFromInline var position = -1
    /// One bit for each member already seen; the lowest bit is the projection's first member.
    @usableFromInline var seen: UInt64 = 0

    @inlinable
    init(node: Int, isList: Bool) { (self.node, self.isList) = (node, isList) }

    /// Marks a member as seen. Returns false if it was seen before.
    @inlinable
    @inline(__always)
    mutating func see<Builder>(_ member: Int, of projection: Projection<Builder>) -> Bool {
      let bit: UInt64 = 1 << UInt64(member - projection.nodes[node].members.lowerBound)
      defer { seen |= bit }
      return seen & bit == 0
    }
  }

  /// Frames around `innermost`, which is stored separately for speed. There are as many as `JSONLimits.mostDepth`.
  @usableFromInline var outer = InlineArray<64, Frame>(repeating: Frame(node: 0, isList: false))
  /// The innermost open object or array; without meaning outside of the root.
  @usableFromInline var innermost = Frame(node: 0, isList: false)
  /// Number of open objects and arrays that are kept.
  @usableFromInline var depth = 0
  /// Node of the next value, initially the root; nil for a value to skip.
  @usableFromInline var node: Int? = 0
  /// Key of the innermost unknown member.
  @usableFromInline var unknown = JSONKey()
  /// Key of the current member of the innermost map.
  @usableFromInline var entry = JSONKey()

  /// The open objects and arrays, outermost first.
  private var frames: [Frame] { depth > 0 ? (0..<depth - 1).map { outer[$0] } + [innermost] : [] }

  /// Opens an object or array. `depth` must be below `JSONLimits.depth`, so that `outer` has room.
  @inlinable
  @inline(__always)
  mutating func open(_ node: Int, isList: Bool) {
    if depth > 0 { outer[depth - 1] = innermost }
    depth += 1
    innermost = Frame(node: node, isList: isList)
  }

  @inlinable
  @inline(__always)
  mutating func close() {
    depth -= 1
    if depth > 0 { innermost = outer[depth - 1] }
  }

  /// Position of the current element or member in the innermost list or map; 0 outside of the root.
  @inlinable
  var position: Int { depth > 0 ? max(innermost.position, 0) : 0 }

  @inlinable
  mutating func endMember() { innermost.member = .none }

  @inlinable
  mutating func nextElement<Builder>(of projection: Projection<Builder>) {
    innermost.position += 1
    enter(projection.nodes[innermost.node].members.lowerBound)
  }

  /// Selects the member named `key`. `place` is the key's range in the body; nil if the key is split or has escapes.
  @inlinable
  mutating func nextMember<Builder>(
    _ key: UnsafeBufferPointer<UInt8>, at place: Range<Int>?, of projection: Projection<Builder>
  ) {
    if projection.nodes[innermost.node].kind == .map {
      innermost.position += 1
      enter(projection.nodes[innermost.node].members.lowerBound)
      entry.set(key, at: place)
    } else if let found = projection.member(key, of: innermost.node), innermost.see(found, of: projection) {
      enter(found)
    } else {
      enterUnknown(key, at: place)
    }
  }

  @inlinable
  @inline(__always)
  mutating func enter(_ node: Int) {
    self.node = node
    innermost.member = .kept(node)
  }

  /// Selects a member outside of the projection, or one that was seen before.
  @inlinable
  @inline(__always)
  mutating func enterUnknown(_ key: UnsafeBufferPointer<UInt8>, at place: Range<Int>?) {
    node = nil
    innermost.member = .unknown
    unknown.set(key, at: place)
  }

  /// Marks the next value as one to skip.
  @inlinable
  mutating func ignoreValue() { node = nil }

  /// Returns the path with `*` for keys that are data, because their bytes may be gone: `gameData.players.*.id`.
  @usableFromInline
  func shape<Builder>(by projection: Projection<Builder>) -> String {
    frames.map { frame in
      if frame.isList { return "[\(frame.position)]" }
      guard case .kept(let node) = frame.member, !projection.nodes[node].name.isEmpty else { return ".*" }
      return ".\(projection.nodes[node].name)"
    }.joined().trimmingPrefix(".").description
  }

  /// Copies the keys that lie in the current chunk, before its bytes become invalid.
  @usableFromInline
  mutating func copyKeys(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    unknown.copy(bytes, at: offset)
    entry.copy(bytes, at: offset)
  }

  /// Returns the path with all keys: `liveData.plays.allPlays[41].result`.
  @usableFromInline
  func description<Builder>(
    by projection: Projection<Builder>, in bytes: UnsafeBufferPointer<UInt8>, at offset: Int
  ) -> String {
    var path = ""
    for frame in frames where frame.member != .none {
      if frame.isList {
        path += "[\(frame.position)]"
        continue
      }
      if !path.isEmpty { path += "." }
      switch frame.member {
      case .kept(let node) where !projection.nodes[node].name.isEmpty: path += projection.nodes[node].name
      case .kept: path += entry.text(in: bytes, at: offset)
      case .unknown: path += unknown.text(in: bytes, at: offset)
      case .none: break
      }
    }
    return path
  }
}

/// A key that is needed only for error messages. Only its range is stored while its chunk is valid; then it is copied.
@usableFromInline
struct JSONKey: Sendable {
  /// Range of the key in the body; nil once the key is copied.
  @usableFromInline var place: Range<Int>?
  @usableFromInline var copied: [UInt8] = []

  @inlinable
  mutating func set(_ bytes: UnsafeBufferPointer<UInt8>, at place: Range<Int>?) {
    self.place = place
    if place == nil { copied = Array(bytes) }
  }

  @usableFromInline
  mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    guard let place else { return }
    copied.removeAll(keepingCapacity: true)
    copied.append(contentsOf: bytes[place.lowerBound - offset..<place.upperBound - offset])
    self.place = nil
  }

  @usableFromInline
  func text(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> String {
    guard let place else { return String(decoding: copied, as: UTF8.self) }
    return String(decoding: bytes[place.lowerBound - offset..<place.upperBound - offset], as: UTF8.self)
  }
}
