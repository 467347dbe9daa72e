/// A count, or counts by name, stored in a checkpoint. Decoding fails outside bounds that no game approaches: such a
/// number comes from a damaged row, and incrementing it could overflow.
@propertyWrapper
package struct Counted<Value: Countable & Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  package var wrappedValue: Value

  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = try container.decode(Value.self)
    guard wrappedValue.isCountable else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a count is out of its bounds")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

/// A value with bounds within which it can be incremented.
package protocol Countable {
  var isCountable: Bool { get }
}

extension Int: Countable {
  /// Whether the number is between 0 and 1,000,000,000.
  package var isCountable: Bool { (0...1_000_000_000).contains(self) }
}

extension [String: Int]: Countable {
  package var isCountable: Bool { values.allSatisfy(\.isCountable) }
}
