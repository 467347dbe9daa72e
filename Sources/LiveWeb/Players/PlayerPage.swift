internal import LiveModel

/// The value of the template `players/player`.
struct PlayerPage: Sendable {
  /// The first part of the addresses: `mlb`.
  var site: String
  var name: String
  /// Class of the team's colour.
  var colour: String
  /// `#48 · First Base`.
  var role: String
  var team: Team?
  var facts: [Fact]
  var seasons: [Season]
  var league: LeagueBars?
  var tables: [Table]
  /// Why there are no figures; nil if there are some.
  var missing: String?
  var notes: AnswerNotes?

  struct Team: Sendable {
    var teamID: Int
    var teamName: String
  }

  struct Fact: Sendable {
    var label: String
    var text: String
  }

  /// Figures of the newest season, large.
  struct Season: Sendable {
    /// The table: `hitting`.
    var key: String
    /// `2026`, or `2026 hitting` for a player who does both.
    var heading: String
    /// `146 games, 534 plate appearances`.
    var extent: String
    var figures: [Fact]
  }

  init(_ profile: PlayerProfile) {
    let listing = profile.listing
    site = listing.league.rawValue
    name = listing.name
    colour = TeamBar.name(of: listing.team?.abbreviation, in: listing.league)
    role = [listing.number.map { "#\($0)" }, listing.position.map { $0.name ?? $0.abbreviation }].compactMap(\.self)
      .joined(separator: " · ")
    team = listing.team.flatMap { team in
      team.id.map { Team(teamID: $0, teamName: team.name ?? team.abbreviation ?? "his team") }
    }
    facts = Self.facts(of: profile)
    let lines = SeasonLine.all(of: profile)
    seasons = lines.compactMap { $0.season(isOnly: lines.count == 1) }
    league = LeagueBars(profile, lines)
    tables = profile.tables.map(Table.init)
    if profile.tables.isEmpty {
      missing = "\(LeaguePages.name(of: listing.league)) has no statistics of \(listing.name) yet."
    }
  }

  private static func facts(of profile: PlayerProfile) -> [Fact] {
    var details = profile.details
    func take(_ label: String) -> String? {
      guard let index = details.firstIndex(where: { $0.label == label }) else { return nil }
      return details.remove(at: index).text
    }
    let hands = [take("Bats"), take("Throws")]
    let size = [profile.height, profile.weight.map { "\($0) lb" }].compactMap(\.self)
    let draft = take("Draft")
    let rows: [(String, String?)] =
      [
        ("Bats, throws", hands.allSatisfy { $0 == nil } ? nil : hands.map { $0 ?? "?" }.joined(separator: ", ")),
        ("Age", profile.age.map(String.init)),
        ("Height, weight", size.isEmpty ? nil : size.joined(separator: ", ")),
        ("Born", profile.birthDate.map(day)), ("Birthplace", profile.birthPlace),
        ("First game", profile.debut.map(day)), ("Drafted", draft),
      ] + details.map { ($0.label, $0.text) }
    return rows.compactMap { label, text in
      text.map { Fact(label: label, text: label == "Bats, throws" ? $0.lowercased().capitalizedFirst : $0) }
    }
  }

  /// Returns the date as `Jul 5, 1994`; text that is no date unchanged.
  private static func day(_ text: String) -> String {
    CivilDate(iso: text).map { "\($0.monthAndDay), \($0.year)" } ?? text
  }
}
