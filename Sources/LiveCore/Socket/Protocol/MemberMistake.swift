/// Sentences about members of a request that cannot be decoded.
enum MemberMistake {
  /// The beginning of a description that completes a sentence about a member: `must be 1 to 100`.
  private static let demand = "must be "

  /// Longest path in characters. It may be a text of the client's.
  private static let longestPath = 80

  /// Returns the sentence: `'filter.teams' must be a list`.
  static func sentence(about error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context): "'\(path(context.codingPath + [key]))' is missing"
    case .valueNotFound(_, let context): "'\(path(context.codingPath))' is missing"
    case .typeMismatch(let type, let context):
      form(of: type).map { "'\(path(context.codingPath))' \(demand)\($0)" } ?? notUnderstood(context)
    case .dataCorrupted(let context):
      if context.debugDescription.hasPrefix(demand) {
        "'\(path(context.codingPath))' \(context.debugDescription)"
      } else if context.codingPath.isEmpty {
        // JSON that can be read lacks a path only for a number that is no Int.
        "a number in this request is not whole, or too large"
      } else {
        notUnderstood(context)
      }
    @unknown default: "not understood"
    }
  }

  /// Returns the end of a sentence about a number out of bounds.
  static func demand(for bounds: ClosedRange<Int>) -> String {
    demand
      + (bounds.upperBound == .max ? "\(bounds.lowerBound) or more" : "\(bounds.lowerBound) to \(bounds.upperBound)")
  }

  private static func notUnderstood(_ context: DecodingError.Context) -> String {
    "'\(path(context.codingPath))' is not understood"
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    String(keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".").prefix(longestPath))
  }

  /// Returns what JSON must have for a type of Swift; nil for a type of our own.
  private static func form(of type: any Any.Type) -> String? {
    switch type {
    case is String.Type: "a text"
    case is Int.Type: "a whole number"
    case is Bool.Type: "true or false"
    case is [Any].Type: "a list"
    case is [String: Any].Type: "an object"
    default: nil
    }
  }
}

extension KeyedDecodingContainer {
  /// Decodes a number; nil for an absent one. Throws when it is out of the bounds.
  func number(_ key: Key, in bounds: ClosedRange<Int>) throws -> Int? {
    let number = try decodeIfPresent(Int.self, forKey: key)
    guard number.map(bounds.contains) ?? true else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: MemberMistake.demand(for: bounds))
    }
    return number
  }
}

extension Decoder {
  /// Throws a refusal when the object has a member besides `known`. Without this check a misspelt member would count as
  /// absent, and an absent filter lets everything pass.
  func refuseUnknownMembers(besides known: [some CodingKey]) throws {
    let names = Set(known.map(\.stringValue))
    for key in try container(keyedBy: MemberName.self).allKeys where !names.contains(key.stringValue) {
      let owner = codingPath.last.map { "'\($0.stringValue)'" } ?? "this request"
      let advice = Suggestion.hint(key.stringValue, among: known.map(\.stringValue), otherwise: "")
      throw Request.Refusal(
        code: .malformed,
        message: "\(owner) has no member '\(key.stringValue.prefix(40))'" + (advice.isEmpty ? "" : "; \(advice)"))
    }
  }
}

/// A coding key for any member of an object.
private struct MemberName: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
