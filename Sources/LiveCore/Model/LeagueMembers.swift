internal import FoundationEssentials

/// Members of an event or of a summary that only one league has, such as baseball's inning. The league's own code reads
/// and writes them; everything else carries them unchanged.
///
/// On the wire they stand beside the shared members, so their names must differ from those.
struct LeagueMembers: Equatable, Sendable {
  private var values: [String: JSONValue] = [:]

  /// No members.
  init() {}

  /// Takes the members of a value that is encoded as an object. A member that is nil is left out.
  init(_ value: some Encodable) {
    let line = try? JSONEncoder().encode(value)
    values = line.flatMap { try? JSONDecoder().decode([String: JSONValue].self, from: $0) } ?? [:]
  }

  /// Returns the members as a value of the league's own type; nil if a member has another type there.
  func decoded<Value: Decodable>(as type: Value.Type = Value.self) -> Value? {
    (try? JSONEncoder().encode(values)).flatMap { try? JSONDecoder().decode(type, from: $0) }
  }

  /// Returns the members with every list repeated to `count` elements.
  func withLists(of count: Int) -> LeagueMembers {
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
  init(from decoder: any Decoder, besides shared: some Sequence<some CodingKey>) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let names = Set(shared.map(\.stringValue))
    for key in container.allKeys where !names.contains(key.stringValue) {
      values[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
    }
  }

  /// Adds the members to the object that the encoder writes.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (name, value) in values { try container.encode(value, forKey: Key(stringValue: name)) }
  }
}

/// Any JSON value.
private indirect enum JSONValue: Equatable, Codable, Sendable {
  case null
  case text(String)
  case integer(Int)
  case number(Double)
  case flag(Bool)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let members = try? container.decode([String: JSONValue].self) {
      self = .object(members)
    } else if let elements = try? container.decode([JSONValue].self) {
      self = .list(elements)
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else {
      self = .number(try container.decode(Double.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .text(let text): try container.encode(text)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    case .list(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }

  func withLists(of count: Int) -> JSONValue {
    switch self {
    case .list(let elements):
      let longer = elements.map { $0.withLists(of: count) }
      return .list((0..<count).compactMap { longer.isEmpty ? nil : longer[$0 % longer.count] })
    case .object(let members): return .object(members.mapValues { $0.withLists(of: count) })
    case .null, .text, .integer, .number, .flag: return self
    }
  }
}
