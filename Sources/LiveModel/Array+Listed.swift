extension Array where Element == String {
  /// Returns the texts as a list in a sentence, such as `a, b and c` with the conjunction `and`; empty without any.
  package func listed(with conjunction: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}
