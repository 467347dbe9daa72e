/// A count, or a count by name, that a checkpoint holds. Reading it fails beyond a bound that no game comes near: such a
/// number stands in a damaged row, and counting on from it would overflow.
@propertyWrapper
struct Counted<Value: Countable & Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  var wrappedValue: Value

  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = try container.decode(Value.self)
    guard wrappedValue.isCountable else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a count is out of its bounds")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

/// What can be counted on from.
protocol Countable {
  var isCountable: Bool { get }
}

extension Int: Countable {
  /// From 0 to a thousand million.
  var isCountable: Bool { (0...1_000_000_000).contains(self) }
}

extension [String: Int]: Countable {
  var isCountable: Bool { values.allSatisfy(\.isCountable) }
}
