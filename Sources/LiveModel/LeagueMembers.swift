internal import FoundationEssentials

/// Members of an event or of a summary that only one league has, such as baseball's inning. The league's own code reads
/// and writes them; everything else carries them unchanged.
///
/// On the wire they stand beside the shared members, so their names must differ from those.
package struct LeagueMembers: Hashable, Sendable {
  private var values: [String: JSONNode] = [:]

  /// No members.
  package init() {}

  /// Takes the members of a value that is encoded as an object.
  package init(_ value: some Encodable) {
    if case .object(let members)? = JSONNode(encoding: value) { values = members }
  }

  /// Returns the members as a value of the league's own type; nil if that cannot be decoded from them.
  package func decoded<Value: Decodable>(as type: Value.Type = Value.self) -> Value? {
    (try? JSONEncoder().encode(values)).flatMap { try? JSONDecoder().decode(type, from: $0) }
  }

  /// Returns the members with every list repeated to `count` elements.
  package func withLists(of count: Int) -> LeagueMembers {
    var members = self
    members.values = values.mapValues { $0.withLists(of: count) }
    return members
  }
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
    for key in container.allKeys where !names.contains(key.stringValue) {
      values[key.stringValue] = try container.decode(JSONNode.self, forKey: key)
    }
  }

  /// Adds the members to the object that the encoder writes.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (name, value) in values { try container.encode(value, forKey: Key(stringValue: name)) }
  }
}
