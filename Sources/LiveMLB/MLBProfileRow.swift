internal import FoundationEssentials
internal import LiveModel

/// A player of `/api/v1/people/<id>` with statistics.
struct MLBProfileRow: MLBRow {
  static let list = "people"
  static let fields: [String] =
    MLBPerson.fields + [
      "birthDate", "currentAge", "birthCity", "birthStateProvince", "birthCountry", "height", "weight", "batSide",
      "pitchHand", "description", "mlbDebutDate", "draftYear", "nickName", "stats", "group", "displayName", "splits",
      "season", "stat", "team", "sport", "gameType", "position",
    ] + MLBStatColumns.names + MLBComparison.fields + MLBSabermetrics.fields

  private var person: MLBPerson
  private var bio: Bio
  private var stats: [MLBStats]

  private enum CodingKeys: String, CodingKey { case stats }

  /// Throws if the person has no id.
  init(from decoder: any Decoder) throws {
    person = try MLBPerson(from: decoder)
    bio = try Bio(from: decoder)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    stats =
      try members.decodeIfPresent(Lenient<[Lenient<MLBStats>]>.self, forKey: .stats)?.value?
      .compactMap(\.value) ?? []
  }

  /// Decodes a player with the newest season up to `season`; nil if the answer has none.
  static func profile(in body: [UInt8], upTo season: Int, ofSport sport: Int) throws -> PlayerProfile? {
    try MLBRows<MLBProfileRow>.read(body) { $0.profile(upTo: season, ofSport: sport) }.rows.first
  }

  private func profile(upTo season: Int, ofSport sport: Int) -> PlayerProfile? {
    guard let listing = person.listing() else { return nil }
    var profile = PlayerProfile(listing)
    bio.fill(&profile)
    let tables = [MLBStatColumns.hitting, .pitching, .fielding]
    let seasons = tables.map { table in
      splits(["season", "yearByYear"], table.table, sport).filter(table.saysSomething)
    }
    profile.season = seasons.joined().compactMap(\.year).filter { $0 <= season }.max()
    for (columns, splits) in zip(tables, seasons) {
      let present = splits.filter { $0.year != nil && $0.year == profile.season }
      let career = self.splits(["career"], columns.table, sport)
      // StatsAPI lists the sum of several teams at any place.
      let ordered = present.filter { $0.club == nil } + present.filter { $0.club != nil }
      if let table = columns.table(of: ordered + career) { profile.tables.append(table) }
      guard !present.isEmpty, columns.table != MLBStatColumns.fielding.table else { continue }
      profile.counts[columns.table] = present.counts
      let saber = self.splits(["sabermetrics"], columns.table, sport).filter {
        ($0.year ?? profile.season) == profile.season
      }
      profile.figures += saber.whole.map { MLBSabermetrics.figures(columns.table, $0.values) } ?? []
    }
    if listing.position?.abbreviation == "P" { profile.tables.sort { rank($0) < rank($1) } }
    return profile
  }

  /// Orders the tables of a pitcher.
  private func rank(_ table: StatTable) -> Int { ["pitching", "hitting"].firstIndex(of: table.name) ?? 2 }

  /// Returns the splits of the first of these types that has any.
  private func splits(_ types: [String], _ group: String, _ sport: Int) -> [MLBSplit] {
    for type in types {
      let found = stats.filter { $0.type == type && $0.group == group }.flatMap(\.splits)
        .filter { $0.isRegular(inSport: sport) }
      if !found.isEmpty { return found }
    }
    return []
  }
}

/// The bio of a person.
private struct Bio: Decodable {
  var birthDate: Lenient<String>?
  var currentAge: Lenient<Int>?
  var birthCity: Lenient<String>?
  var birthStateProvince: Lenient<String>?
  var birthCountry: Lenient<String>?
  var height: Lenient<String>?
  var weight: Lenient<Int>?
  var batSide: Lenient<MLBNamed>?
  var pitchHand: Lenient<MLBNamed>?
  var mlbDebutDate: Lenient<String>?
  var draftYear: Lenient<Int>?
  var nickName: Lenient<String>?

  func fill(_ profile: inout PlayerProfile) {
    (profile.birthDate, profile.age) = (birthDate?.value, currentAge?.value)
    let place = [birthCity, birthStateProvince, birthCountry].compactMap { $0?.value?.nonEmpty }
    profile.birthPlace = place.joined(separator: ", ").nonEmpty
    (profile.height, profile.weight, profile.debut) = (height?.value, weight?.value, mlbDebutDate?.value)
    profile.headshot =
      "https://img.mlbstatic.com/mlb-photos/image/upload/d_people:generic:headshot:67:current.png/w_213,q_auto:best/"
      + "v1/people/\(profile.listing.id)/headshot/67/current"
    let details: [(String, String?)] = [
      ("Bats", batSide?.value?.description?.value), ("Throws", pitchHand?.value?.description?.value),
      ("Draft", draftYear?.value.map(String.init)), ("Nickname", nickName?.value),
    ]
    profile.details = details.compactMap { label, text in text.map { PlayerProfile.Detail(label, $0) } }
  }
}
