internal import FoundationEssentials

/// Members of an event or of a summary that only one league has, such as baseball's inning. The league's own code reads
/// and writes them; everything else carries them unchanged.
///
/// On the wire they stand beside the shared members, so their names must differ from those.
package struct LeagueMembers: Sendable {
  package typealias Value = Codable & Equatable & Sendable

  /// A value of the league's own type is kept, because each answer makes a summary, and the daemon reads it more often than
  /// it encodes it.
  private enum Storage: Sendable {
    case value(any Value)
    case nodes([String: JSONNode])
  }

  private var storage: Storage

  /// No members.
  package init() { storage = .nodes([:]) }

  /// Takes the members of a value. It must encode as an object and hold finite numbers only; no other value can be logged.
  package init(_ value: some Value) { storage = .value(value) }

  /// Returns the members as a value of the league's own type; nil if that cannot be decoded from them.
  package func decoded<Own: Decodable>(as type: Own.Type = Own.self) -> Own? {
    if case .value(let value) = storage, let own = value as? Own { return own }
    return (try? JSONEncoder().encode(nodes)).flatMap { try? JSONDecoder().decode(type, from: $0) }
  }

  /// Returns the members with every list repeated to `count` elements.
  package func withLists(of count: Int) -> LeagueMembers {
    var members = self
    members.storage = .nodes(nodes.mapValues { $0.withLists(of: count) })
    return members
  }

  private var nodes: [String: JSONNode] {
    switch storage {
    case .nodes(let nodes): return nodes
    case .value(let value):
      guard case .object(let nodes)? = JSONNode(encoding: value) else { return [:] }
      return nodes
    }
  }
}

/// Members are equal if their JSON is, whether they were decoded or not. The equality of a league's type must agree with that.
extension LeagueMembers: Hashable {
  package static func == (one: LeagueMembers, other: LeagueMembers) -> Bool {
    guard case .value(let value) = one.storage, case .value(let others) = other.storage,
      let isEqual = value.isEqual(to: others)
    else { return one.nodes == other.nodes }
    return isEqual
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(nodes) }
}

extension Equatable {
  /// Returns nil for a value of another type.
  fileprivate func isEqual(to other: any Equatable) -> Bool? { (other as? Self).map { self == $0 } }
}

extension LeagueMembers {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Decodes all members of an object except the shared ones.
  package init(from decoder: any Decoder, besides shared: some Sequence<some CodingKey>) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let names = Set(shared.map(\.stringValue))
    var nodes: [String: JSONNode] = [:]
    for key in container.allKeys where !names.contains(key.stringValue) {
      nodes[key.stringValue] = try container.decode(JSONNode.self, forKey: key)
    }
    storage = .nodes(nodes)
  }

  /// Adds the members to the object that the encoder writes.
  package func encode(to encoder: any Encoder) throws {
    switch storage {
    case .value(let value): try value.encode(to: encoder)
    case .nodes(let nodes):
      var container = encoder.container(keyedBy: Key.self)
      for (name, node) in nodes { try container.encode(node, forKey: Key(stringValue: name)) }
    }
  }
}
