extension DecodingError {
  /// The description of the error and its coding path.
  package var inWords: String {
    let context: Context
    switch self {
    case .typeMismatch(_, let own), .valueNotFound(_, let own), .keyNotFound(_, let own), .dataCorrupted(let own):
      context = own
    @unknown default: return "unknown shape"
    }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return context.debugDescription + (path.isEmpty ? "" : " at \(path)")
  }
}
