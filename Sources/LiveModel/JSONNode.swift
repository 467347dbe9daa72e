internal import FoundationEssentials

/// Any JSON value.
package indirect enum JSONNode: Hashable, Codable, Sendable {
  case null
  case text(String)
  case integer(Int)
  case number(Double)
  case flag(Bool)
  case list([JSONNode])
  case object([String: JSONNode])

  /// Encodes a value; nil if it cannot be written as JSON.
  package init?(encoding value: some Encodable) {
    guard let line = try? JSONEncoder().encode(value), let node = try? JSONDecoder().decode(JSONNode.self, from: line)
    else { return nil }
    self = node
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let members = try? container.decode([String: JSONNode].self) {
      self = .object(members)
    } else if let elements = try? container.decode([JSONNode].self) {
      self = .list(elements)
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else {
      self = .number(try container.decode(Double.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
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

  /// Returns the value with every list repeated to `count` elements.
  func withLists(of count: Int) -> JSONNode {
    switch self {
    case .list(let elements):
      let longer = elements.map { $0.withLists(of: count) }
      return .list((0..<count).compactMap { longer.isEmpty ? nil : longer[$0 % longer.count] })
    case .object(let members): return .object(members.mapValues { $0.withLists(of: count) })
    case .null, .text, .integer, .number, .flag: return self
    }
  }
}
