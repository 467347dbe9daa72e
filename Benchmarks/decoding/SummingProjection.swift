@testable import LiveJSON
@testable import LiveMLB

/// The projection of `feed/live` with the sum of all values and lengths as its result, as the program for simdjson
/// computes it. It shows what scanning costs without a snapshot.
enum SummingProjection {
  typealias Member = Projection<Int>.Member

  private static let nodes = MLBFeedProjection.projection.nodes
  static let projection = Projection<Int>(nodes[0].members.map(member))

  private static func member(_ index: Int) -> Member {
    let (name, inner) = (nodes[index].name, nodes[index].members.map(member))
    switch nodes[index].kind {
    case .object: return .object(name, inner)
    case .map: return .map(name, of: elements(index), most: .max, begin: { _, _ in }, end: { _ in })
    case .list where nodes[nodes[index].members.lowerBound].kind != .object:
      return .texts(name, most: .max) { $0 &+= $1.bytes.count }
    case .list: return .list(name, of: elements(index), most: .max, begin: { _, _ in }, end: { _ in })
    case .text: return .text(name, most: .max) { $0 &+= $1.bytes.count }
    case .integer: return .integer(name, in: nodes[index].range) { $0 &+= $1 }
    case .flag: return .flag(name) { $0 &+= $1 ? 1 : 0 }
    }
  }

  private static func elements(_ index: Int) -> [Member] {
    nodes[nodes[index].members.lowerBound].members.map(member)
  }
}
