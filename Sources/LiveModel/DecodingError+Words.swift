extension DecodingError {
  /// The mistake in words, with the path of the member: `'dates' is missing`, `'dates.0.games' is no list`.
  package var inWords: String {
    switch self {
    case .keyNotFound(let key, let context): "\(Self.member(context.codingPath + [key])) is missing"
    case .valueNotFound(_, let context): "\(Self.member(context.codingPath)) is missing"
    case .typeMismatch(let type, let context): "\(Self.member(context.codingPath)) is no \(Self.form(of: type))"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "it is no whole JSON, or a number in it is too large or not whole"
        : "\(Self.member(context.codingPath)): \(context.debugDescription)"
    @unknown default: "unknown shape"
    }
  }

  private static func member(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "it" : "'\(path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "."))'"
  }

  private static func form(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is any BinaryInteger.Type: "whole number"
    case is Double.Type: "number"
    case is Bool.Type: "truth value"
    case is [Any].Type: "list"
    case is [String: Any].Type: "object"
    default: "\(type)"
    }
  }
}
