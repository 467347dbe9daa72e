/// The value of `hydrate` in a request for people: `currentTeam` and
/// `stats(group=[hitting,pitching],type=[season,career],season=2026)`.
struct Hydration: Sendable {
  let hasTeam: Bool
  /// The statistics that are asked for; nil for none.
  let statistics: Statistics?

  struct Statistics: Sendable {
    var groups: [StatLine.Group]
    var types: [String]
    var season: Int?
  }

  init(_ text: String) {
    guard let open = text.range(of: "stats("), let close = text[open.upperBound...].firstIndex(of: ")") else {
      (hasTeam, statistics) = (text.split(separator: ",").contains("currentTeam"), nil)
      return
    }
    let inner = text[open.upperBound..<close]
    let others = text[..<open.lowerBound] + text[text.index(after: close)...]
    hasTeam = others.split(separator: ",").contains("currentTeam")
    statistics = Statistics(
      groups: Self.list("group", in: inner).compactMap(StatLine.Group.init), types: Self.list("type", in: inner),
      season: Self.list("season", in: inner).first.flatMap { Int($0) })
  }

  /// Returns the values after `name=`, with or without brackets.
  private static func list(_ name: String, in text: Substring) -> [String] {
    guard let start = text.range(of: name + "=")?.upperBound else { return [] }
    let rest = text[start...]
    let isList = rest.hasPrefix("[")
    return (isList ? rest.dropFirst().prefix { $0 != "]" } : rest.prefix { $0 != "," }).split(separator: ",")
      .map(String.init)
  }
}

extension StringProtocol {
  /// Returns the first place of a text.
  fileprivate func range(of text: String) -> Range<Index>? {
    indices.first { self[$0...].hasPrefix(text) }.map { $0..<index($0, offsetBy: text.count) }
  }
}
