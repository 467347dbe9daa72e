/// The kept objects and arrays that are open, outermost first: where in the body the scanner is.
struct JSONPath: Sendable {
  /// What is being read of a frame.
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

  private var frames: [Frame] = []
  /// The node of the value to come, the root's at first; nil when nobody asked for it.
  private(set) var node: Int? = 0
  /// The key of the innermost unknown member, and of the innermost map's member: names that the projection lacks.
  private var unknown = JSONKey()
  private var entry = JSONKey()

  var depth: Int { frames.count }
  /// The innermost object or array.
  var innermost: Frame? { frames.last }

  mutating func open(_ node: Int, isList: Bool) { frames.append(Frame(node: node, isList: isList)) }

  mutating func close() { frames.removeLast() }

  mutating func endMember() { frames[frames.count - 1].member = .none }

  mutating func nextElement<Builder>(of projection: Projection<Builder>) {
    let last = frames.count - 1
    frames[last].position += 1
    enter(projection.nodes[frames[last].node].members.lowerBound)
  }

  /// Chooses the member that `key` names; `name` is the same key for the messages.
  mutating func nextMember<Builder>(
    _ key: UnsafeBufferPointer<UInt8>, as name: JSONKey, of projection: Projection<Builder>
  ) {
    let last = frames.count - 1
    frames[last].position += 1
    if case .map = projection.nodes[frames[last].node].shape {
      enter(projection.nodes[frames[last].node].members.lowerBound)
      entry = name
    } else if let found = projection.member(key, of: frames[last].node), frames[last].see(found, of: projection) {
      enter(found)
    } else {
      node = nil
      frames[last].member = .unknown
      unknown = name
    }
  }

  private mutating func enter(_ node: Int) {
    self.node = node
    frames[frames.count - 1].member = .kept(node)
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

/// A key of the body that is named only if something goes wrong: kept as its place as long as its chunk is there.
struct JSONKey: Sendable {
  /// Bytes of the body before it, and its length; nil once it is copied.
  private var place: Range<Int>?
  private var copy: [UInt8] = []

  init() {}

  init(at place: Range<Int>) { self.place = place }

  init(_ bytes: [UInt8]) { copy = bytes }

  fileprivate mutating func settle(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    guard let place else { return }
    self = JSONKey(Array(bytes[place.lowerBound - offset..<place.upperBound - offset]))
  }

  fileprivate func text(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> String {
    guard let place else { return String(decoding: copy, as: UTF8.self) }
    return String(decoding: bytes[place.lowerBound - offset..<place.upperBound - offset], as: UTF8.self)
  }
}
