package import LiveModel

/// The answer of the leagues' sources to a question, with its age.
package struct ConfirmedAnswer<Value: Sendable>: Sendable {
  package var value: Value
  /// The time at which the sources last confirmed the answer.
  package var confirmed: Timestamp
  /// The reason why there is no newer answer; nil if this one is fresh.
  package var fault: Fault?
  /// Missing parts of the answer, and doubts about the names in the question, one sentence each.
  package var warnings: [String]

  package init(_ value: Value, confirmed: Timestamp, fault: Fault? = nil, warnings: [String] = []) {
    (self.value, self.confirmed, self.fault, self.warnings) = (value, confirmed, fault, warnings)
  }
}

extension ConfirmedAnswer where Value: Encodable {
  /// Returns the answer as the socket sends it. Throws if the value cannot be encoded.
  func encoded() throws -> LookupAnswer {
    let object = try StableJSON.bytes(of: value)
    return LookupAnswer(
      members: Array(object.dropFirst().dropLast()), confirmed: confirmed, fault: fault, warnings: warnings)
  }
}
