/// The paths of a body that are kept, and the handler of each value. Declared as a tree of nested members.
///
/// For a duplicate key in one object the first value counts, as for `JSONDecoder`.
@usableFromInline
package struct Projection<Builder>: Sendable {
  @usableFromInline
  package typealias Take<Value> = @Sendable (inout Builder, Value) throws(JSONFault) -> Void
  @usableFromInline
  package typealias Step = @Sendable (inout Builder) throws(JSONFault) -> Void

  /// The expected type at a path, and the handler of a scalar value.
  @usableFromInline
  package enum Shape: Sendable {
    case object, list
    /// An object whose keys are data; every member is kept.
    case map
    case text(Take<JSONText>)
    /// A whole number. A value outside of the range is treated as absent.
    case integer(ClosedRange<Int>, Take<Int>)
    case flag(Take<Bool>)

    fileprivate var isMany: Bool { kind == .list || kind == .map }

    var kind: Kind {
      switch self {
      case .object: .object
      case .list: .list
      case .map: .map
      case .text: .text
      case .integer: .integer
      case .flag: .flag
      }
    }

    fileprivate var text: Take<JSONText>? {
      if case .text(let take) = self { take } else { nil }
    }

    fileprivate var integer: (range: ClosedRange<Int>, take: Take<Int>)? {
      if case .integer(let range, let take) = self { (range, take) } else { nil }
    }

    fileprivate var flag: Take<Bool>? {
      if case .flag(let take) = self { take } else { nil }
    }
  }

  /// A shape without its handler. The raw value is the wording in messages.
  @usableFromInline
  enum Kind: String, Sendable {
    case object = "an object"
    case map = "an object of objects"
    case list = "an array"
    case text = "a string"
    case integer = "a whole number"
    case flag = "true or false"
  }

  /// One member of an object, and the members kept of it.
  @usableFromInline
  package struct Member: Sendable {
    var name: String
    var shape: Shape
    /// Called when the object begins, with its position in its list or map, else 0.
    var begin: Take<Int>?
    /// Called when the object ends.
    var end: Step?
    /// True for members that identify the game and its facts: a snapshot without them would be wrong. A value of the
    /// wrong type is a fault if the member is required, and is treated as absent otherwise.
    var isRequired = false
    /// For the element of a list or map: the maximum number of elements.
    var mostElements: Int?
    /// For a text: the maximum length in bytes. A longer text is cut.
    var mostBytes = Projection.shortText
    var members: [Member] = []
  }

  /// A member in the flattened tree.
  @usableFromInline
  struct Node: Sendable {
    @usableFromInline let name: String
    @usableFromInline let kind: Kind
    /// The brace or bracket that begins the value; 0 for a scalar.
    @usableFromInline let opening: UInt8
    /// The handler of a scalar value; nil for values of another kind.
    @usableFromInline let text: Take<JSONText>?
    @usableFromInline let integer: Take<Int>?
    @usableFromInline let flag: Take<Bool>?
    /// The range of an integer.
    @usableFromInline let range: ClosedRange<Int>
    @usableFromInline let begin: Take<Int>?
    @usableFromInline let end: Step?
    @usableFromInline let isRequired: Bool
    /// For an element: the maximum number of elements; `Int.max` for other members.
    @usableFromInline let mostElements: Int
    @usableFromInline let mostBytes: Int
    /// Indices of the node's members. A list or map has one, its element.
    @usableFromInline let members: Range<Int>

    init(_ member: Member, members: Range<Int>) {
      (name, kind) = (member.name, member.shape.kind)
      (text, integer, flag) = (member.shape.text, member.shape.integer?.take, member.shape.flag)
      range = member.shape.integer?.range ?? 0...0
      (begin, end, isRequired) = (member.begin, member.end, member.isRequired)
      (mostElements, mostBytes, self.members) = (member.mostElements ?? .max, member.mostBytes, members)
      opening =
        switch kind {
        case .object, .map: UInt8(ascii: "{")
        case .list: UInt8(ascii: "[")
        case .text, .integer, .flag: 0
        }
    }
  }

  /// Maximum length of names, codes and times, in bytes.
  package static var shortText: Int { 256 }
  /// Default range. The sum of as many such numbers as fit in a body stays far below the bounds of `Int`.
  package static var anyNumber: ClosedRange<Int> { -1_000_000_000_000...1_000_000_000_000 }

  /// All nodes in breadth-first order, beginning with the root.
  @usableFromInline private(set) var nodes: [Node] = []
  @usableFromInline let table: ProjectionTable

  package init(_ members: [Member]) {
    var keys: [ProjectionKey] = []
    var queue = [Member(name: "", shape: .object, isRequired: true, members: members)]
    while nodes.count < queue.count {
      let member = queue[nodes.count]
      precondition(member.members.count <= 64, "a frame of the scanner has one bit per member")
      let first = queue.count
      queue += member.members
      nodes.append(Node(member, members: first..<queue.count))
      keys.append(ProjectionKey(member.name))
    }
    table = ProjectionTable(keys, membersOf: nodes.map { $0.kind == .object ? $0.members : 0..<0 })
  }

  /// Every name once, parents before children, for the value of `fields=`.
  package var names: [String] {
    var known: Set<String> = [""]
    return nodes.map(\.name).filter { known.insert($0).inserted }
  }

  /// Returns the wording for the expected type at a node: `a string`.
  @inlinable
  func expectation(at node: Int?) -> String { node.map { nodes[$0].kind.rawValue } ?? "a value" }

  /// Returns the index of the member named `key`; nil if it is not kept.
  @inlinable
  @inline(__always)
  func member(_ key: UnsafeBufferPointer<UInt8>, of node: Int) -> Int? {
    guard let found = table.member(ProjectionKey(key), of: node) else { return nil }
    if key.count <= ProjectionKey.exact || nodes[found].name.utf8.elementsEqual(key) { return found }
    // Two long names may begin and end alike.
    return nodes[node].members.first { nodes[$0].name.utf8.elementsEqual(key) }
  }
}

extension Projection.Member {
  /// The same member, marked as required.
  package var required: Self {
    var member = self
    member.isRequired = true
    // The elements are the content of a list or map, so they are required too.
    if member.shape.isMany { member.members = member.members.map(\.required) }
    return member
  }

  package static func text(
    _ name: String, most: Int = Projection.shortText, _ take: @escaping Projection.Take<JSONText>
  )
    -> Self
  {
    Self(name: name, shape: .text(take), mostBytes: most)
  }

  package static func integer(
    _ name: String, in range: ClosedRange<Int> = Projection.anyNumber, _ take: @escaping Projection.Take<Int>
  ) -> Self {
    Self(name: name, shape: .integer(range, take))
  }

  /// Declares an array of strings, each passed to `take`, which bounds their number. Each string counts as a kept one.
  package static func texts(_ name: String, most: Int = 64, _ take: @escaping Projection.Take<JSONText>) -> Self {
    Self(name: name, shape: .list, members: [.text("", most: most, take)])
  }

  package static func flag(_ name: String, _ take: @escaping Projection.Take<Bool>) -> Self {
    Self(name: name, shape: .flag(take))
  }

  package static func object(
    _ name: String, _ members: [Self], begin: @escaping Projection.Step, end: Projection.Step? = nil
  ) -> Self {
    element(name, members, begin: { builder, _ throws(JSONFault) in try begin(&builder) }, end: end)
  }

  package static func object(_ name: String, _ members: [Self]) -> Self { element(name, members, begin: nil, end: nil) }

  private static func element(
    _ name: String, _ members: [Self], begin: Projection.Take<Int>?, end: Projection.Step?, most: Int? = nil
  ) -> Self {
    Self(name: name, shape: .object, begin: begin, end: end, mostElements: most, members: members)
  }

  /// Declares an array of objects. `begin` and `end` are called for each element; elements after the first `most` are
  /// skipped.
  package static func list(
    _ name: String, of members: [Self], most: Int = 100, begin: @escaping Projection.Take<Int>,
    end: @escaping Projection.Step
  ) -> Self {
    Self(name: name, shape: .list, members: [element("", members, begin: begin, end: end, most: most)])
  }

  /// Declares an object of objects with arbitrary keys. `begin` and `end` are called for each member; members after the
  /// first `most` are skipped.
  package static func map(
    _ name: String, of members: [Self], most: Int = 100, begin: @escaping Projection.Take<Int>,
    end: @escaping Projection.Step
  ) -> Self {
    Self(name: name, shape: .map, members: [element("", members, begin: begin, end: end, most: most)])
  }
}
