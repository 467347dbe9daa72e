/// The scanner's position in the body: the open objects and arrays that are kept, outermost first.
struct JSONPath: Sendable {
  /// The member of a frame that is being read.
  fileprivate enum Member: Equatable, Sendable {
    /// No member: the scanner is between two.
    case none
    /// A member outside of the projection.
    case unknown
    /// A member with the index of its node in the projection.
    case kept(Int)
  }

  /// One open object or array.
  struct Frame: Sendable {
    let node: Int
    let isList: Bool
    fileprivate var member = Member.none
    /// Position of the current element or member, from 0; -1 before the first.
    fileprivate(set) var position = -1
    /// One bit for each member already seen; the lowest bit is the projection's first member.
    private var seen: UInt64 = 0

    fileprivate init(node: Int, isList: Bool) { (self.node, self.isList) = (node, isList) }

    /// Marks a member as seen. Returns false if it was seen before.
    fileprivate mutating func see<Builder>(_ member: Int, of projection: Projection<Builder>) -> Bool {
      let bit: UInt64 = 1 << UInt64(member - projection.nodes[node].members.lowerBound)
      defer { seen |= bit }
      return seen & bit == 0
    }
  }

  /// Frames around `innermost`, which is stored separately for speed.
  private var outer: [Frame] = []
  /// The innermost open object or array; nil outside of the root.
  private(set) var innermost: Frame?
  /// Node of the next value, initially the root; nil for a value to skip.
  private(set) var node: Int? = 0
  /// Key of the innermost unknown member.
  private var unknown = JSONKey()
  /// Key of the current member of the innermost map.
  private var entry = JSONKey()

  var depth: Int { innermost == nil ? 0 : outer.count + 1 }

  mutating func open(_ node: Int, isList: Bool) {
    if let innermost { outer.append(innermost) }
    innermost = Frame(node: node, isList: isList)
  }

  mutating func close() { innermost = outer.popLast() }

  mutating func endMember() { innermost?.member = .none }

  mutating func nextElement<Builder>(of projection: Projection<Builder>) {
    guard let frame = innermost else { return }
    innermost?.position += 1
    enter(projection.nodes[frame.node].members.lowerBound)
  }

  /// Selects the member named `key`. `place` is the key's range in the body; nil if the key is split or has escapes.
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

  @inline(__always)
  private mutating func enter(_ node: Int) {
    self.node = node
    innermost?.member = .kept(node)
  }

  /// Marks the next value as one to skip.
  mutating func ignoreValue() { node = nil }

  /// Returns the path with `*` for keys that are data, because their bytes may be gone: `gameData.players.*.id`.
  func shape<Builder>(by projection: Projection<Builder>) -> String {
    (outer + [innermost].compactMap { $0 }).map { frame in
      if frame.isList { return "[\(frame.position)]" }
      guard case .kept(let node) = frame.member, !projection.nodes[node].name.isEmpty else { return ".*" }
      return ".\(projection.nodes[node].name)"
    }.joined().trimmingPrefix(".").description
  }

  /// Copies the keys that lie in the current chunk, before its bytes become invalid.
  mutating func copyKeys(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    unknown.copy(bytes, at: offset)
    entry.copy(bytes, at: offset)
  }

  /// Returns the path with all keys: `liveData.plays.allPlays[41].result`.
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
struct JSONKey: Sendable {
  /// Range of the key in the body; nil once the key is copied.
  private var place: Range<Int>?
  private var copied: [UInt8] = []

  fileprivate mutating func set(_ bytes: UnsafeBufferPointer<UInt8>, at place: Range<Int>?) {
    self.place = place
    if place == nil { copied = Array(bytes) }
  }

  fileprivate mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    guard let place else { return }
    copied = Array(bytes[place.lowerBound - offset..<place.upperBound - offset])
    self.place = nil
  }

  fileprivate func text(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> String {
    guard let place else { return String(decoding: copied, as: UTF8.self) }
    return String(decoding: bytes[place.lowerBound - offset..<place.upperBound - offset], as: UTF8.self)
  }
}
