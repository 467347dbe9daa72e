internal import LiveModel

/// Names of players as balldontlie and the feed write them.
enum NBAName {
  private static let suffixes: Set = ["jr", "sr", "ii", "iii", "iv", "v"]
  /// The fewest letters of a search: a service finds hundreds of names with one.
  static let fewestLetters = 2

  /// Returns a last name without a suffix: `Ennis` for `Ennis III`.
  static func withoutSuffix(_ name: String) -> String {
    let words = name.split(separator: " ")
    guard words.count > 1, let last = words.last, isSuffix(last) else { return name }
    return words.dropLast().joined(separator: " ")
  }

  private static func isSuffix(_ word: some StringProtocol) -> Bool {
    suffixes.contains(word.lowercased().filter { $0.isLetter })
  }

  /// Returns a whole name in the form in which those of the feed and of balldontlie are equal: without case, accents,
  /// suffixes and signs.
  static func key(_ name: String) -> String {
    FoldedName(withoutSuffix(name)).text.filter { $0.isLetter || $0.isNumber }
  }

  /// Returns the longest run of letters in a name, in lower case without accents, for a search that knows neither several
  /// words nor accents; nil if none is long enough. A suffix counts only if there is nothing else.
  static func searchWord(in name: String) -> String? {
    let text = FoldedName(name).text
    let words: [Substring] = text.split { !$0.isLetter && !$0.isNumber }.filter { $0.count >= fewestLetters }
    let names = words.filter { !isSuffix($0) }
    let choice = names.isEmpty ? words : names
    // Of words of the same length it is the last one, as last names are rarer than first names.
    return choice.reversed().max { $0.count < $1.count }.map(String.init)
  }
}
