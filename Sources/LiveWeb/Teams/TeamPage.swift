internal import LiveCore
internal import LiveModel
internal import LiveNBA

/// The value of the template `teams/team`.
struct TeamPage: Sendable {
  /// The first part of the addresses: `mlb`.
  var site: String
  var id: Int
  var name: String
  /// Class of the team's colour.
  var colour: String
  var division: String?
  var star: FavouriteStar
  var facts: [PlayerPage.Fact]
  /// The game in progress.
  var present: TeamGame?
  /// The next game, if none is in progress.
  var upcoming: TeamGame?
  var lists: [GameList] = []
  var groups: [Group]
  /// Why there is no roster; nil if there is one.
  var missing: String?
  var notes: AnswerNotes?

  /// Games before or after today.
  struct GameList: Sendable {
    var key: String
    var heading: String
    var games: [TeamGame]
    /// The text instead of games; nil if there are some.
    var none: String?
  }

  /// The players of one kind of position.
  struct Group: Sendable {
    /// `Pitchers`.
    var kind: String
    var count: Int
    var players: [Player]
  }

  struct Player: Sendable {
    /// The address of the player's page behind the league's.
    var path: String
    var player: String
    var number: String
    var place: String
    /// Whether the player starts, or why he is out; nil if nothing is known about it.
    var state: String?
  }

  /// Games in each list.
  private static let most = 5

  init(_ answer: TeamAnswer, for viewer: TeamGame.Viewer, listedBy service: String?) {
    let team = answer.team
    site = team.league.rawValue
    (id, name, colour) = (team.id, team.name, TeamBar.name(of: team.abbreviation, in: team.league))
    division = team.division
    star = FavouriteStar(team, for: viewer.preferences, back: "/\(team.league.rawValue)/teams/\(team.id)")
    facts = Self.facts(of: team, answer.season, isHidden: viewer.preferences.hidesScores)
    groups = Self.groups(of: answer.roster ?? [], listedBy: service)
    if groups.isEmpty { missing = "\(LeaguePages.name(of: team.league)) lists no roster now." }
    guard let next = answer.nextGame else { return }
    let game = TeamGame(ScoreboardGame(next, state: "In progress"), for: viewer)
    if game.isLive { present = game } else { upcoming = game }
  }

  /// Adds the games of the weeks around today.
  mutating func add(_ games: [ScoreboardGame], for viewer: TeamGame.Viewer) {
    // A game that was put off is listed under each of its dates.
    let own = games.filter { $0.continuation == nil }
    if let live = own.first(where: \.isInProgress) { (present, upcoming) = (TeamGame(live, for: viewer), nil) }
    let past = own.filter { $0.summary.game.status == .final }.suffix(Self.most).reversed()
    let future = own.filter { $0.summary.game.status == .scheduled }.prefix(Self.most)
    lists = [
      GameList(
        key: "past", heading: "Last games", games: past.map { TeamGame($0, for: viewer) },
        none: past.isEmpty ? "None in the last two weeks." : nil),
      GameList(
        key: "future", heading: "Next games", games: future.map { TeamGame($0, for: viewer) },
        none: future.isEmpty ? "None in the next two weeks." : nil),
    ]
  }

  private static func facts(of team: TeamListing, _ season: Int, isHidden: Bool) -> [PlayerPage.Fact] {
    let standing = isHidden ? nil : team.standing.flatMap { $0.hasPlayed ? $0 : nil }
    let rows: [(String, String?)] = [
      ("Record of \(season)", standing?.record.description),
      ("Place", standing?.rank.map(Ordinal.text)),
      ("Games behind", standing?.gamesBehind.flatMap { $0 == "-" ? nil : $0 }),
      ("Streak", standing?.streak.map(streak)), (team.league == .nba ? "Arena" : "Ballpark", team.venue),
    ]
    return rows.compactMap { label, text in text.map { PlayerPage.Fact(label: label, text: $0) } }
  }

  /// Returns `3 wins` for `W3`; other text unchanged.
  private static func streak(_ text: String) -> String {
    guard let count = Int(text.dropFirst(), in: 1...1000) else { return text }
    switch text.first {
    case "W": return count.counted("win")
    case "L": return count == 1 ? "1 loss" : "\(count) losses"
    default: return text
    }
  }

  private static func groups(of roster: [PlayerListing], listedBy service: String?) -> [Group] {
    var groups: [Group] = []
    for player in roster {
      let kind = player.position?.group.map { $0.hasSuffix("s") ? $0 : $0 + "s" } ?? "Others"
      let row = Player(
        path: player.path(listedBy: service), player: player.name, number: player.number ?? "",
        place: player.position?.abbreviation ?? "",
        state: player.absence.map { "out: \($0)" } ?? (player.isStarter == true ? "starts" : nil))
      if let index = groups.firstIndex(where: { $0.kind == kind }) {
        groups[index].players.append(row)
        groups[index].count += 1
      } else {
        groups.append(Group(kind: kind, count: 1, players: [row]))
      }
    }
    return groups
  }
}
