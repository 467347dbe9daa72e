/// Which paths of a body are kept, and what becomes of each value: a tree that is written down once, as nested members.
///
/// A key that stands twice in one object counts the first time, as it does to `JSONDecoder`.
struct Projection<Builder>: Sendable {
  typealias Take<Value> = @Sendable (inout Builder, Value) throws(JSONFault) -> Void
  typealias Step = @Sendable (inout Builder) throws(JSONFault) -> Void

  /// The expected value at a path, and its receiver.
  enum Shape: Sendable {
    case object, list
    /// An object whose keys are data, all of them kept.
    case map
    case text(Take<JSONText>)
    /// A number outside of the range is none.
    case integer(ClosedRange<Int>, Take<Int>)
    case flag(Take<Bool>)

    fileprivate var isMany: Bool { kind == .list || kind == .map }

    fileprivate var kind: Kind {
      switch self {
      case .object: .object
      case .list: .list
      case .map: .map
      case .text: .text
      case .integer: .integer
      case .flag: .flag
      }
    }
  }

  /// A shape without its taker, as a fault says it.
  enum Kind: String, Sendable {
    case object = "an object"
    case map = "an object of objects"
    case list = "an array"
    case text = "a string"
    case integer = "a whole number"
    case flag = "true or false"
  }

  /// One member of an object, with what is kept of it.
  struct Member: Sendable {
    var name: String
    var shape: Shape
    /// Gets the position in its list or map, else 0.
    var begin: Take<Int>?
    var end: Step?
    /// A snapshot without it would be wrong: what the game and its facts are known by. Where another type stands in its
    /// place, the answer is refused; anywhere else the value counts as absent.
    var isRequired = false
    /// Of an element: how many of them a list or map may have.
    var mostElements: Int?
    /// Of a text. A longer one is cut.
    var mostBytes = Projection.shortText
    var members: [Member] = []
  }

  /// A member in the flat tree.
  struct Node: Sendable {
    let name: String
    let kind: Kind
    let shape: Shape
    let begin: Take<Int>?
    let end: Step?
    let isRequired: Bool
    let mostElements: Int?
    let mostBytes: Int
    /// Indices of its members; a list or map has one, its element.
    fileprivate(set) var members: Range<Int>
  }

  /// Names, codes and times.
  static var shortText: Int { 256 }
  /// No sum of as many of them as a body can hold comes near the bounds of `Int`.
  static var anyNumber: ClosedRange<Int> { -1_000_000_000_000...1_000_000_000_000 }

  /// The root is first, then breadth by breadth.
  private(set) var nodes: [Node] = []
  private var keys: [ProjectionKey] = []

  init(_ members: [Member]) {
    var waiting = [Member(name: "", shape: .object, isRequired: true, members: members)]
    while nodes.count < waiting.count {
      let member = waiting[nodes.count]
      precondition(member.members.count <= 64, "a frame of the scanner has one bit a member")
      let first = waiting.count
      waiting += member.members
      nodes.append(
        Node(
          name: member.name, kind: member.shape.kind, shape: member.shape, begin: member.begin, end: member.end,
          isRequired: member.isRequired, mostElements: member.mostElements, mostBytes: member.mostBytes,
          members: first..<waiting.count))
      keys.append(ProjectionKey(member.name))
    }
  }

  /// Every name once, each behind those it stands in: the value of `fields=`.
  var names: [String] {
    var known: Set<String> = [""]
    return nodes.map(\.name).filter { known.insert($0).inserted }
  }

  /// Nil for a value that nobody asked for.
  @inline(__always)
  func shape(of node: Int?) -> Shape? { node.map { nodes[$0].shape } }

  /// The expected kinds of a node, for an error message.
  func expectation(at node: Int?) -> String { node.map { nodes[$0].kind.rawValue } ?? "a value" }

  /// The index of a member by its key, nil when it is not kept.
  func member(_ key: UnsafeBufferPointer<UInt8>, of node: Int) -> Int? {
    let wanted = ProjectionKey(key)
    for index in nodes[node].members where keys[index] == wanted {
      if key.count <= ProjectionKey.exact || nodes[index].name.utf8.elementsEqual(key) { return index }
    }
    return nil
  }
}

extension Projection.Member {
  /// The same member, without which a snapshot would be wrong.
  var required: Self {
    var member = self
    member.isRequired = true
    // An element of a list is what the list is asked for.
    if member.shape.isMany { member.members = member.members.map(\.required) }
    return member
  }

  static func text(_ name: String, most: Int = Projection.shortText, _ take: @escaping Projection.Take<JSONText>)
    -> Self
  {
    Self(name: name, shape: .text(take), mostBytes: most)
  }

  static func integer(
    _ name: String, in range: ClosedRange<Int> = Projection.anyNumber, _ take: @escaping Projection.Take<Int>
  ) -> Self {
    Self(name: name, shape: .integer(range, take))
  }

  static func flag(_ name: String, _ take: @escaping Projection.Take<Bool>) -> Self {
    Self(name: name, shape: .flag(take))
  }

  static func object(
    _ name: String, _ members: [Self], begin: @escaping Projection.Step, end: Projection.Step? = nil
  ) -> Self {
    element(name, members, begin: { builder, _ throws(JSONFault) in try begin(&builder) }, end: end)
  }

  static func object(_ name: String, _ members: [Self]) -> Self { element(name, members, begin: nil, end: nil) }

  private static func element(
    _ name: String, _ members: [Self], begin: Projection.Take<Int>?, end: Projection.Step?, most: Int? = nil
  ) -> Self {
    Self(name: name, shape: .object, begin: begin, end: end, mostElements: most, members: members)
  }

  /// An array of objects; `begin` and `end` are called for each. Elements behind the first `most` are passed over.
  static func list(
    _ name: String, of members: [Self], most: Int = 100, begin: @escaping Projection.Take<Int>,
    end: @escaping Projection.Step
  ) -> Self {
    Self(name: name, shape: .list, members: [element("", members, begin: begin, end: end, most: most)])
  }

  /// An object of objects with any keys; `begin` and `end` are called for each. Members behind the first `most` are
  /// passed over.
  static func map(
    _ name: String, of members: [Self], most: Int = 100, begin: @escaping Projection.Take<Int>,
    end: @escaping Projection.Step
  ) -> Self {
    Self(name: name, shape: .map, members: [element("", members, begin: begin, end: end, most: most)])
  }
}
