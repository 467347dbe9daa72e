extension String {
  /// Returns whether the text has this part, compared byte by byte. `contains` compares characters, which takes much longer.
  package func hasBytes(of part: String) -> Bool {
    let (text, part) = (utf8, part.utf8)
    guard text.count >= part.count else { return false }
    return part.isEmpty || text.indices.contains { text[$0...].starts(with: part) }
  }
}
