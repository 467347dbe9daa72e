/// The kept objects and arrays that are open, outermost first: where in the body the scanner is.
struct JSONPath: Sendable {
  /// The member of a frame that is being read.
  fileprivate enum Member: Equatable, Sendable {
    /// Between two members.
    case none
    /// One that nobody asked for.
    case unknown
    /// A node of the projection.
    case kept(Int)
  }

  /// One open object or array.
  struct Frame: Sendable {
    let node: Int
    let isList: Bool
    fileprivate var member = Member.none
    /// Of the element in its list or map, from 0; -1 before the first.
    fileprivate(set) var position = -1
    /// One bit for each member met, the projection's first lowest.
    private var seen: UInt64 = 0

    fileprivate init(node: Int, isList: Bool) { (self.node, self.isList) = (node, isList) }

    /// False when the member was there before.
    fileprivate mutating func see<Builder>(_ member: Int, of projection: Projection<Builder>) -> Bool {
      let bit: UInt64 = 1 << UInt64(member - projection.nodes[node].members.lowerBound)
      defer { seen |= bit }
      return seen & bit == 0
    }
  }

  /// The ones round `innermost`; it stands apart for speed.
  private var outer: [Frame] = []
  /// The innermost open object or array, nil outside of the root.
  private(set) var innermost: Frame?
  /// The node of the value to come, the root's at first; nil when nobody asked for it.
  private(set) var node: Int? = 0
  /// The key of the innermost unknown member, and of the innermost map's member: names that the projection lacks.
  private var unknown = JSONKey()
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

  /// Chooses the member that `key` names. The key stands at `place` of the body, nil when not in one piece or escaped.
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

  /// Lets the value to come be one that nobody asked for.
  mutating func ignoreValue() { node = nil }

  /// `gameData.players.*.id`: without the keys that are data, which may be gone already.
  func shape<Builder>(by projection: Projection<Builder>) -> String {
    (outer + [innermost].compactMap { $0 }).map { frame in
      if frame.isList { return "[\(frame.position)]" }
      guard case .kept(let node) = frame.member, !projection.nodes[node].name.isEmpty else { return ".*" }
      return ".\(projection.nodes[node].name)"
    }.joined().trimmingPrefix(".").description
  }

  /// Copies the keys that lie in a chunk about to go.
  mutating func settle(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    unknown.settle(bytes, at: offset)
    entry.settle(bytes, at: offset)
  }

  /// `liveData.plays.allPlays[41].result`.
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

/// A key of the body that is named only if something goes wrong: kept as its place as long as its chunk is there.
struct JSONKey: Sendable {
  /// Bytes of the body before it, and its length; nil once it is copied.
  private var place: Range<Int>?
  private var copy: [UInt8] = []

  fileprivate mutating func set(_ bytes: UnsafeBufferPointer<UInt8>, at place: Range<Int>?) {
    self.place = place
    if place == nil { copy = Array(bytes) }
  }

  fileprivate mutating func settle(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    guard let place else { return }
    copy = Array(bytes[place.lowerBound - offset..<place.upperBound - offset])
    self.place = nil
  }

  fileprivate func text(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> String {
    guard let place else { return String(decoding: copy, as: UTF8.self) }
    return String(decoding: bytes[place.lowerBound - offset..<place.upperBound - offset], as: UTF8.self)
  }
}

/// A key as two words and its length, so that most keys compare without a loop.
struct ProjectionKey: Equatable, Sendable {
  /// Up to this length equal keys are equal texts.
  static let exact = 16

  static let null = ProjectionKey("null")
  static let `true` = ProjectionKey("true")
  static let `false` = ProjectionKey("false")

  private let length: Int
  private let first: UInt64
  private let last: UInt64

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    length = bytes.count
    guard let base = UnsafeRawPointer(bytes.baseAddress), length >= 8 else {
      first = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
      last = 0
      return
    }
    first = base.loadUnaligned(as: UInt64.self).littleEndian
    last = (base + length - 8).loadUnaligned(as: UInt64.self).littleEndian
  }

  init(_ text: String) {
    self = Array(text.utf8).withUnsafeBufferPointer { ProjectionKey($0) }
  }
}
