/// The beginning of what somebody else wrote, fit for the operator: on one line, with nothing that a terminal obeys, and
/// to be put between single quotes.
enum Excerpt {
  /// In bytes, before characters are escaped.
  static let longest = 120

  static func beginning(of text: String) -> String {
    var (excerpt, bytes) = ("", 0)
    for scalar in text.trimmingPrefix(while: \.isWhitespace).unicodeScalars {
      bytes += UTF8.width(scalar)
      guard bytes <= longest else { break }
      excerpt += escaped(scalar)
    }
    return excerpt
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
      scalar.escaped(asASCII: true)
    default: scalar == "'" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
    }
  }
}
