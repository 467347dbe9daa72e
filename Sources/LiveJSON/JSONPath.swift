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
    /// Position of the current element or member, from 0; -1 before the first.
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

  /// Frames around `innermost`, which is stored separately for speed.
  @usableFromInline var outer: [Frame] = []
  /// The innermost open object or array; nil outside of the root.
  @usableFromInline var innermost: Frame?
  /// Node of the next value, initially the root; nil for a value to skip.
  @usableFromInline var node: Int? = 0
  /// Key of the innermost unknown member.
  @usableFromInline var unknown = JSONKey()
  /// Key of the current member of the innermost map.
  @usableFromInline var entry = JSONKey()

  @inlinable
  var depth: Int { innermost == nil ? 0 : outer.count + 1 }

  @inlinable
  mutating func open(_ node: Int, isList: Bool) {
    if let innermost { outer.append(innermost) }
    innermost = Frame(node: node, isList: isList)
  }

  @inlinable
  mutating func close() { innermost = outer.popLast() }

  @inlinable
  mutating func endMember() { innermost?.member = .none }

  @inlinable
  mutating func nextElement<Builder>(of projection: Projection<Builder>) {
    guard let frame = innermost else { return }
    innermost?.position += 1
    enter(projection.nodes[frame.node].members.lowerBound)
  }

  /// Selects the member named `key`. `place` is the key's range in the body; nil if the key is split or has escapes.
  @inlinable
  mutating func nextMember<Builder>(
    _ key: UnsafeBufferPointer<UInt8>, at place: Range<Int>?, of projection: Projection<Builder>
  ) {
    guard let frame = innermost else { return }
    innermost?.position += 1
    if projection.nodes[frame.node].kind == .map {
      enter(projection.nodes[frame.node].members.lowerBound)
      entry.set(key, at: place)
    } else if let found = projection.member(key, of: frame.node), innermost?.see(found, of: projection) == true {
      enter(found)
    } else {
      node = nil
      innermost?.member = .unknown
      unknown.set(key, at: place)
    }
  }

  @inlinable
  @inline(__always)
  mutating func enter(_ node: Int) {
    self.node = node
    innermost?.member = .kept(node)
  }

  /// Marks the next value as one to skip.
  @inlinable
  mutating func ignoreValue() { node = nil }

  /// Returns the path with `*` for keys that are data, because their bytes may be gone: `gameData.players.*.id`.
  @usableFromInline
  func shape<Builder>(by projection: Projection<Builder>) -> String {
    (outer + [innermost].compactMap { $0 }).map { frame in
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
    for frame in outer + [innermost].compactMap({ $0 }) where frame.member != .none {
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
    copied = Array(bytes[place.lowerBound - offset..<place.upperBound - offset])
    self.place = nil
  }

  @usableFromInline
  func text(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> String {
    guard let place else { return String(decoding: copied, as: UTF8.self) }
    return String(decoding: bytes[place.lowerBound - offset..<place.upperBound - offset], as: UTF8.self)
  }
}
