internal import LiveModel

/// A player of `/v1/players` and `/v1/players/active`. Only the id and a name are required.
struct BalldontliePlayer: BalldontlieRow {
  /// The service's id, which is not the `personId` of the feed.
  let id: Int
  /// Without accents: `Nikola Jokic`.
  let name: String
  private let firstName: String?
  /// With a suffix: `Ennis III`.
  private let lastName: String?
  let position: PlayerPosition?
  private let number: String?
  /// `6-11`.
  private let height: String?
  private let weight: Int?
  private let college: String?
  private let country: String?
  private let draft: Draft?
  /// The present team of a player who has one, and the last one of another.
  let team: BalldontlieTeam?

  private struct Draft {
    var year: Int
    var round: Int?
    var pick: Int?
  }

  init?(_ row: LenientObject) {
    guard let id = row.balldontlieID else { return nil }
    (firstName, lastName) = (row.words("first_name"), row.words("last_name"))
    let name = [firstName, lastName].compactMap(\.self).joined(separator: " ")
    guard !name.isEmpty else { return nil }
    (self.id, self.name) = (id, name)
    position = row.words("position").map(NBAPosition.position)
    number = row.words("jersey_number")
    (height, weight) = (row.words("height"), row.words("weight").flatMap { Int($0, in: 1...1000) })
    (college, country) = (row.words("college"), row.words("country"))
    draft = row.number("draft_year").flatMap { year in
      (1900...9999).contains(year)
        ? Draft(year: year, round: row.number("draft_round"), pick: row.number("draft_number")) : nil
    }
    let team = row["team"]
    self.team = team.isEmpty ? nil : BalldontlieTeam(team)
  }

  var listing: PlayerListing {
    PlayerListing(
      league: LeagueID.nba, id: id, service: Balldontlie.name, name: name, firstName: firstName,
      lastName: lastName.map(NBAName.withoutSuffix), number: number, position: position, team: team?.member)
  }

  /// The player with his bio, without statistics.
  var profile: PlayerProfile {
    var profile = PlayerProfile(listing)
    (profile.height, profile.weight) = (height.map(Self.inFeet), weight)
    let details: [(String, String?)] = [
      ("College", college), ("Country", country),
      ("Draft", draft.map(Self.words) ?? (college == nil && country == nil ? nil : "undrafted")),
    ]
    profile.details = details.compactMap { label, text in text.map { PlayerProfile.Detail(label, $0) } }
    return profile
  }

  /// Returns `6' 11"` for `6-11`; other text unchanged.
  private static func inFeet(_ height: String) -> String {
    let parts = height.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let feet = Int(parts[0], in: 3...9), let inches = Int(parts[1], in: 0...11) else {
      return height
    }
    return "\(feet)' \(inches)\""
  }

  private static func words(_ draft: Draft) -> String {
    let place = [draft.round.map { "round \($0)" }, draft.pick.map { "pick \($0)" }].compactMap(\.self)
    return (["\(draft.year)"] + place).joined(separator: ", ")
  }
}
