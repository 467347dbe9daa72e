internal import LiveModel

/// Finds the name that a misspelled text stands for.
package enum Suggestion {
  /// Returns the name that differs only in case, in `-` for `_`, or by a prefix up to the last `.`; otherwise the first
  /// of the names with the fewest typing errors. Returns nil if all names differ too much.
  package static func nearest(to text: String, among names: [String]) -> String? {
    let wanted = folded(text)
    guard !wanted.isEmpty, wanted.utf8.count <= 48 else { return nil }
    if let same = names.first(where: { folded($0) == wanted || folded($0).hasSuffix(".\(wanted)") }) { return same }
    let allowed = max(1, min(2, wanted.utf8.count / 3))
    let ranked = names.map { (name: $0, slips: slips(from: wanted, to: folded($0))) }
    return ranked.filter { $0.slips <= allowed && $0.slips < wanted.utf8.count }.min { $0.slips < $1.slips }?.name
  }

  /// The first words of a suggestion.
  static let opening = "did you mean"

  /// Returns `did you mean 'x'?`, or `otherwise` if no name is near.
  static func hint(_ text: String, among names: [String], otherwise: String) -> String {
    nearest(to: text, among: names).map { "\(opening) '\($0)'?" } ?? otherwise
  }

  /// Returns advice on a misspelled name of a person, such as `did you mean 'Aaron Judge'?`; nil if no name is near.
  /// A part of a name, such as a last name alone or a name without `Jr.`, is near to the names that contain it, of which
  /// it returns at most three. A part of one short word must be spelled correctly.
  static func person(_ text: String, among names: some Sequence<String>) -> String? {
    let folded = names.map { FoldedName($0).text }
    let wanted = FoldedName(text).text
    let nearest = Self.nearest(to: wanted, among: folded)
    let part = nearest == nil ? Self.part(wanted, of: folded) ?? wanted : ""
    let found = zip(names, folded).filter { _, name in
      nearest.map { $0 == name } ?? " \(name) ".contains(" \(part) ")
    }
    guard !found.isEmpty else { return nil }
    return "did you mean " + Set(found.map(\.0)).sorted().prefix(3).map { "'\($0)'" }.joined(separator: " or ") + "?"
  }

  /// Returns a sentence about each name that is not among `known`, regardless of case and accents, such as `no game in the
  /// log has had 'Judge'; did you mean 'Aaron Judge'?`. Returns none if no player is known, and none about an id. `games`
  /// names those that were searched.
  static func advice(
    on players: [PlayerName], among known: Set<String>, of games: String = "no game in the log"
  ) -> [String] {
    guard !known.isEmpty else { return [] }
    let folded = Set(known.map { FoldedName($0) })
    return players.compactMap { player in
      guard case .name(let name) = player, !folded.contains(FoldedName(name)) else { return nil }
      return "\(games) has had \(quoted(name)); \(person(name, among: known) ?? PlayerName.exactAdvice)"
    }
  }

  /// Returns the name of a credential that differs by typing errors, or by words at its ends or in another order, such as
  /// `family-discord-url` for `family-discord`; nil if no name is near.
  static func credential(_ text: String, among names: [String]) -> String? {
    if let nearest = nearest(to: text, among: names) { return nearest }
    func words(_ name: String) -> Set<Substring> { Set(name.split { "-_.".contains($0) }) }
    let wanted = words(text)
    let near = names.compactMap { name -> (name: String, words: Int)? in
      let words = words(name)
      guard !words.isDisjoint(with: wanted), wanted.isSubset(of: words) || words.isSubset(of: wanted) else {
        return nil
      }
      return (name, words.symmetricDifference(wanted).count)
    }
    return near.min { ($0.words, $0.name) < ($1.words, $1.name) }?.name
  }

  /// Returns the nearest part of a name that has as many words as the text; nil if none is near.
  private static func part(_ text: String, of names: [String]) -> String? {
    let count = text.split(separator: " ").count
    guard count > 1 || text.count >= 6 else { return nil }
    let parts = names.flatMap { name in
      let words = name.split(separator: " ")
      return words.indices.dropLast(min(count - 1, words.count)).map { first in
        words[first..<first + count].joined(separator: " ")
      }
    }
    return nearest(to: text, among: parts)
  }

  private static func folded(_ text: String) -> String {
    String(text.lowercased().map { $0 == "-" || $0 == " " ? "_" : $0 })
  }

  /// Returns the number of letters to insert, remove, replace, or swap with their neighbor.
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

/// Names of time zones for suggestions. The time zone database of the system decides which names are valid.
///
/// - Source: IANA time zone database, zones with a large population from `zone1970.tab`.
enum TimeZoneName {
  static let all = areas.flatMap { area, cities in cities.split(separator: " ").map { "\(area)/\($0)" } }

  /// Returns the nearest name, or else the name of the zone with the nearest city.
  static func meant(by text: String) -> String? {
    if let name = Suggestion.nearest(to: text, among: all) { return name }
    let cities = all.map { String($0.split(separator: "/").last ?? "") }
    let last = text.split(separator: "/").last.map(String.init) ?? text
    guard let city = Suggestion.nearest(to: last, among: cities) else { return nil }
    return all.first { $0.hasSuffix("/\(city)") }
  }

  private static let areas = [
    (
      "America",
      """
      Anchorage Asuncion Bogota Boise Buenos_Aires Caracas Chicago Chihuahua Costa_Rica Denver Detroit Edmonton \
      El_Salvador Guatemala Guayaquil Halifax Havana Hermosillo Indiana/Indianapolis Jamaica Kentucky/Louisville La_Paz \
      Lima Los_Angeles Managua Matamoros Mexico_City Monterrey Montevideo New_York Nome Panama Phoenix Port-au-Prince \
      Puerto_Rico Regina Santiago Santo_Domingo Sao_Paulo St_Johns Tegucigalpa Tijuana Toronto Vancouver Winnipeg
      """
    ),
    (
      "Europe",
      """
      Amsterdam Andorra Athens Belgrade Berlin Bratislava Brussels Bucharest Budapest Chisinau Copenhagen Dublin Gibraltar \
      Helsinki Istanbul Kyiv Lisbon Ljubljana London Luxembourg Madrid Malta Monaco Moscow Oslo Paris Prague Riga Rome \
      Sarajevo Skopje Sofia Stockholm Tallinn Tirane Vaduz Vienna Vilnius Warsaw Zagreb Zurich
      """
    ),
    (
      "Asia",
      """
      Baghdad Bangkok Beirut Colombo Dhaka Dubai Ho_Chi_Minh Hong_Kong Jakarta Jerusalem Karachi Kathmandu Kolkata Kuwait \
      Manila Riyadh Seoul Shanghai Singapore Taipei Tashkent Tbilisi Tehran Tokyo Yerevan
      """
    ),
    ("Africa", "Accra Algiers Cairo Casablanca Johannesburg Lagos Nairobi Tunis"),
    ("Atlantic", "Azores Bermuda Canary Cape_Verde Reykjavik"),
    ("Australia", "Adelaide Brisbane Darwin Hobart Melbourne Perth Sydney"),
    ("Pacific", "Auckland Fiji Guam Honolulu Pago_Pago"),
  ]
}
