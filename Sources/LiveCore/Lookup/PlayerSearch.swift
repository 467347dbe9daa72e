internal import LiveModel

/// Finds players by parts of their names. Accents, case, full stops and apostrophes make no difference.
struct PlayerSearch {
  private let entries: [Entry]

  private struct Entry {
    var player: PlayerListing
    /// Words of the whole name, and of official first and last names that differ.
    var words: [String]
    /// Words of the last name.
    var last: [String]
  }

  init(_ players: [PlayerListing]) {
    entries = players.map { player in
      let words = Self.words(of: player.name)
      let last = player.lastName.map(Self.words) ?? words.last.map { [$0] } ?? []
      let others = (player.firstName.map(Self.words) ?? []) + last
      return Entry(player: player, words: words + others.filter { !words.contains($0) }, last: last)
    }
  }

  /// Returns the players for whom each word of the text is the beginning of a word of the name. Whole names are first,
  /// then whole last names, beginnings of last names, and others.
  func matches(_ text: String) -> [PlayerListing] {
    let wanted = Self.words(of: text)
    guard !wanted.isEmpty else { return [] }
    var ranks: [PlayerListing.Key: Int] = [:]
    let found = entries.filter { entry in
      guard let rank = Self.rank(of: entry, wanted) else { return false }
      ranks[entry.player.key] = rank
      return true
    }
    return PlayerListing.sorted(found.map(\.player)) { ranks[$0.key] ?? .max }
  }

  /// Returns the players whose whole name this is, with or without a suffix such as `Jr.`
  func named(_ text: String) -> [PlayerListing] {
    let wanted = Self.words(of: text)
    return entries.filter { Self.isWholeName(wanted, of: $0) }.map(\.player)
  }

  /// Returns the names with the fewest typing errors, at most `most`; none if all differ too much.
  func nearest(to text: String, most: Int = 5) -> [String] {
    let wanted = Self.words(of: text).joined(separator: " ")
    let allowed = max(1, min(3, wanted.utf8.count / 3))
    let near = entries.compactMap { entry -> (slips: Int, name: String)? in
      let names = [Self.words(of: entry.player.name), entry.last, entry.player.firstName.map(Self.words) ?? []]
      let slips = names.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
        .filter { abs($0.utf8.count - wanted.utf8.count) <= allowed }
        .map { Suggestion.slips(from: wanted, to: $0) }.min()
      guard let slips, slips <= allowed, slips < wanted.utf8.count else { return nil }
      return (slips, entry.player.name)
    }
    return Array(near.sorted { ($0.slips, $0.name) < ($1.slips, $1.name) }.map(\.name).unique.prefix(most))
  }

  private static func rank(of entry: Entry, _ wanted: [String]) -> Int? {
    guard fit(wanted, entry.words) else { return nil }
    if isWholeName(wanted, of: entry) { return 0 }
    if wanted == entry.last { return 1 }
    if entry.last.starts(with: wanted, by: { $0.hasPrefix($1) }) { return 2 }
    return wanted.contains { word in entry.last.contains { $0.hasPrefix(word) } } ? 3 : 4
  }

  /// Returns whether each wanted word is the beginning of a word of its own.
  private static func fit(_ wanted: [String], _ words: [String]) -> Bool {
    var left = words
    // A longer word has fewer choices.
    return wanted.sorted { $0.count > $1.count }.allSatisfy { word in
      guard let index = left.firstIndex(where: { $0.hasPrefix(word) }) else { return false }
      left.remove(at: index)
      return true
    }
  }

  private static func isWholeName(_ wanted: [String], of entry: Entry) -> Bool {
    let name = words(of: entry.player.name)
    return wanted == name || wanted == name.filter { !suffixes.contains($0) }
  }

  private static let suffixes: Set = ["jr", "sr", "ii", "iii", "iv", "v"]

  /// Returns the words of a name, folded: `["j", "d", "oneil"]` and `["jd", "oneil"]` are different, so full stops
  /// inside a word are left out rather than split at.
  private static func words(of name: String) -> [String] {
    FoldedName(name).text.split { $0 == " " || $0 == "-" || $0 == "," }
      .map { String($0.filter { $0.isLetter || $0.isNumber }) }.filter { !$0.isEmpty }
  }
}
