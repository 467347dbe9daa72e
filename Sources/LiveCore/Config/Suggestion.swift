/// Finds what somebody probably meant.
enum Suggestion {
  /// The name that differs only in case, in `-` for `_`, or by what stands before its last `.`; else the first of those
  /// that are the fewest slips away; nil when all are too far to be a slip.
  static func nearest(to text: String, among names: [String]) -> String? {
    let wanted = folded(text)
    guard !wanted.isEmpty, wanted.utf8.count <= 48 else { return nil }
    if let same = names.first(where: { folded($0) == wanted || folded($0).hasSuffix(".\(wanted)") }) { return same }
    let allowed = max(1, min(2, wanted.utf8.count / 3))
    let ranked = names.map { (name: $0, slips: slips(from: wanted, to: folded($0))) }
    return ranked.filter { $0.slips <= allowed && $0.slips < wanted.utf8.count }.min { $0.slips < $1.slips }?.name
  }

  /// `did you mean 'x'?`, else `otherwise`.
  static func hint(_ text: String, among names: [String], otherwise: String) -> String {
    nearest(to: text, among: names).map { "did you mean '\($0)'?" } ?? otherwise
  }

  private static func folded(_ text: String) -> String {
    String(text.lowercased().map { $0 == "-" || $0 == " " ? "_" : $0 })
  }

  /// Letters to insert, remove, replace, or swap with their neighbour.
  ///
  /// - Source: optimal string alignment, the restricted edit distance of Damerau and Levenshtein.
  static func slips(from left: String, to right: String) -> Int {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    var before: [Int] = []
    var above = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      for column in 0..<right.count {
        let replaced = above[column] + (left[row] == right[column] ? 0 : 1)
        var least = min(replaced, above[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, before[column - 1] + 1)
        }
        current.append(least)
      }
      (before, above) = (above, current)
    }
    return above[right.count]
  }
}
