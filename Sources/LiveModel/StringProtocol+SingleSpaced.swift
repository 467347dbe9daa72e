extension StringProtocol {
  /// The words of the text, separated by single spaces. The feed leaves several spaces where its sentences were joined.
  package var singleSpaced: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
