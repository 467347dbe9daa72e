package import LiveModel

/// Finds the club that a person means by a city, a name or an abbreviation.
package struct TeamSearch: Sendable {
  package enum Result {
    case one(Club)
    /// Several clubs have this city or name, such as `New York`.
    case several([Club])
    case none
  }

  /// The clubs by each of their abbreviations, and by each of their names, folded. The keys are in the order of the clubs.
  private let (abbreviations, names): (Index, Index)

  /// The clubs of all leagues.
  package static let known = TeamSearch(Leagues.known.clubs)

  package init(_ clubs: [Club]) {
    abbreviations = Index(clubs.map { (Set($0.abbreviations.map(Self.folded)), $0) })
    names = Index(clubs.map { (Self.names(of: $0), $0) })
  }

  /// Returns the clubs with the name. A club has its abbreviations, its whole name, the words at the beginning or the end of
  /// it, and its nicknames. Case, accents, spaces, hyphens, apostrophes and full stops make no difference.
  package func find(_ text: String) -> Result {
    let wanted = Self.folded(text)
    if let club = abbreviations.clubs[wanted]?.first { return .one(club) }
    let found = names.clubs[wanted] ?? []
    return found.count > 1 ? .several(found) : found.first.map(Result.one) ?? .none
  }

  /// Returns the clubs with the abbreviation or the name that has the fewest typing errors; none if all differ too much.
  package func near(_ text: String) -> [Club] {
    let keys = abbreviations.keys + names.keys
    guard let nearest = Suggestion.nearest(to: Self.folded(text), among: keys) else { return [] }
    return abbreviations.clubs[nearest] ?? names.clubs[nearest] ?? []
  }

  private struct Index {
    private(set) var keys: [String] = []
    private(set) var clubs: [String: [Club]] = [:]

    init(_ entries: [(names: Set<String>, club: Club)]) {
      for (names, club) in entries {
        for name in names.sorted() {
          if clubs[name] == nil { keys.append(name) }
          clubs[name, default: []].append(club)
        }
      }
    }
  }

  private static func names(of club: Club) -> Set<String> {
    let words = club.name.split(separator: " ")
    let parts = words.indices.flatMap { [words[...$0].joined(), words[$0...].joined()] }
    return Set((parts + club.nicknames).map(folded))
  }

  private static func folded(_ text: String) -> String {
    FoldedName(text).text.filter { $0.isLetter || $0.isNumber }
  }
}
