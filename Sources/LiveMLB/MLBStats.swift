internal import LiveModel

/// Statistics of one type and one group: `season` and `hitting`, for example.
struct MLBStats: MLBRow {
  static let list = "stats"

  /// `season`, `yearByYear`, `career` or `sabermetrics`.
  private(set) var type: String?
  /// `hitting`, `pitching` or `fielding`.
  private(set) var group: String?
  private(set) var splits: [MLBSplit]

  private enum CodingKeys: String, CodingKey { case type, group, splits }

  /// Throws if `splits` is present and not a list.
  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    type = try members.decodeIfPresent(Lenient<MLBNamed>.self, forKey: .type)?.value?.displayName?.value
    group = try members.decodeIfPresent(Lenient<MLBNamed>.self, forKey: .group)?.value?.displayName?.value
    splits = try members.decodeIfPresent([Lenient<MLBSplit>].self, forKey: .splits)?.compactMap(\.value) ?? []
  }
}

/// Statistics of a season or a career, in total or with one team. A season with several teams has one split for each,
/// and one without a team for all.
struct MLBSplit: Decodable {
  private var stat: Lenient<[String: JSONNode]>?
  private var sport: Lenient<MLBNamed>?
  private var gameType: Lenient<String>?
  private var position: Lenient<MLBPosition>?
  private var team: Lenient<MLBNamed>?
  private var season: Lenient<String>?

  /// The statistics by StatsAPI's names.
  var values: [String: JSONNode] { stat?.value ?? [:] }

  /// The statistics that are counts, with outs also where only innings are given.
  var counts: [String: Int] {
    var counts = values.compactMapValues(MLBStatNumber.count)
    counts["outs"] = counts["outs"] ?? MLBStatNumber.outs(inInnings: values["inningsPitched"])
    return counts
  }

  /// Nil for a career.
  var year: Int? { season?.value.flatMap { Int($0, in: 1800...9999) } }

  /// Nil for all teams together.
  var club: GameSummary.Club? {
    team?.value.map { GameSummary.Club(id: $0.id?.value, abbreviation: $0.abbreviation?.value, name: $0.name?.value) }
  }

  /// The position in the field, for statistics of fielding.
  var place: String? {
    if let position = position?.value?.position { return position.abbreviation }
    guard case .object(let position)? = values["position"] else { return nil }
    return MLBStatNumber.text(position["abbreviation"]).nonEmpty
  }

  /// Returns whether these are games of the regular season of a sport, as far as the split says.
  func isRegular(inSport wanted: Int) -> Bool {
    (sport?.value?.id?.value ?? wanted) == wanted && (gameType?.value ?? "R") == "R"
  }
}

extension [MLBSplit] {
  /// The most splits that are added up: more than any league has teams. Each count is bounded, so no sum overflows.
  private static var most: Int { 1000 }

  /// The counts of all teams together: those of the split without a team, else the sums.
  var counts: [String: Int] {
    let whole = filter { $0.club == nil }
    return (whole.isEmpty ? self : [whole[0]]).prefix(Self.most).reduce(into: [:]) { counts, split in
      for (name, count) in split.counts { counts[name] = (counts[name] ?? 0) + count }
    }
  }

  /// The only split, or that of all teams; nil for several teams without it.
  var whole: MLBSplit? { count == 1 ? first : first { $0.club == nil } }
}
