internal import FoundationEssentials
internal import LiveModel

/// The rosters of one game, from its box score on cdn.nba.com. It is there some minutes before the game, and says which
/// players start and which cannot play.
struct NBAGameRoster: Decodable, Sendable {
  /// The date in New York, as `YYYY-MM-DD`; nil if the answer has none.
  private(set) var date: String?
  private var sides: [Side]

  private struct Side: Sendable {
    var club: NBAClub
    var players: RowsRead<PlayerListing>
  }

  /// The most players of one side that are read; a club has at most 18 with a contract, and some more before a season.
  private static let most = 100

  private enum CodingKeys: String, CodingKey { case game }

  /// Throws if the answer is about no game.
  init(from decoder: any Decoder) throws {
    let game = try decoder.container(keyedBy: CodingKeys.self).decode(LenientObject.self, forKey: .game)
    date = game.words("gameCode").flatMap(NBAGameDay.date)
    sides = ["awayTeam", "homeTeam"].compactMap { side in
      let team = game[side]
      guard let club = team.words("teamTricode").flatMap(NBAClubs.club) else { return nil }
      var read = RowsRead<PlayerListing>()
      for row in team.objects("players", most: Self.most) {
        if let player = Self.player(row, of: club) {
          read.rows.append(player)
        } else {
          read.note("a row of \(club.abbreviation)'s players has no usable personId or name")
        }
      }
      return Side(club: club, players: read)
    }
  }

  init(_ body: [UInt8]) throws { self = try JSONDecoder().decode(Self.self, from: Data(body)) }

  /// Returns the roster of a club. Throws if the game has none of it, or if it has rows but none can be read.
  func roster(of club: NBAClub) throws -> RowsRead<PlayerListing> {
    guard let side = sides.first(where: { $0.club.id == club.id }) else {
      throw UnreadableRows(reason: "the game has no roster of \(club.abbreviation)")
    }
    if side.players.rows.isEmpty, let reason = side.players.reason { throw UnreadableRows(reason: reason) }
    return side.players
  }

  private static func player(_ row: LenientObject, of club: NBAClub) -> PlayerListing? {
    guard let id = row.number("personId"), id > 0, let name = row.words("name") ?? row.words("nameI") else {
      return nil
    }
    var player = PlayerListing(
      league: LeagueID.nba, id: id, name: name, firstName: row.words("firstName"),
      lastName: row.words("familyName").map(NBAName.withoutSuffix), number: row.words("jerseyNum"),
      position: row.words("position").map(NBAPosition.position), team: club.member)
    player.isStarter = row.words("starter") == "1" ? true : nil
    if row.words("status") == "INACTIVE" { player.absence = absence(row) }
    return player
  }

  /// Returns why a player is inactive: `Right Ankle; Sprain`, or the words of the code: `not with team`.
  private static func absence(_ row: LenientObject) -> String {
    let parts = (row.words("notPlayingDescription") ?? "").split(separator: ";").map(\.singleSpaced)
    var seen: Set<String> = []
    let told = parts.filter { !$0.isEmpty && $0.lowercased() != "n/a" && seen.insert($0).inserted }
    guard told.isEmpty else { return told.joined(separator: "; ") }
    let code = (row.words("notPlayingReason") ?? "").split(separator: "_").dropFirst().joined(separator: " ")
    return code.isEmpty
      ? "inactive" : code.lowercased().replacing("gleague", with: "G League").replacing("twoway", with: "two-way")
  }
}

/// The games of the scoreboard and of the season's schedule on cdn.nba.com, as far as a search for a roster needs them.
struct NBAGameDay: Sendable {
  /// One game of a club.
  struct Game: Equatable, Sendable {
    /// Ten digits.
    var id: String
    /// `YYYYMMDD` in New York.
    var day: String
    /// Whether it has begun, so that it has a box score.
    var hasBegun: Bool
    fileprivate var clubs: [String]
  }

  private var games: [Game]

  /// Bounds of what is read: a season has some 1,400 games.
  private static let (mostDays, mostGames) = (500, 100)

  /// Returns `2026-01-14` for `20260114/DENDAL`; nil for other text.
  static func date(_ code: String) -> String? {
    let digits = code.prefix { $0 != "/" }
    guard digits.count == 8, Int(digits, in: 19_000_101...99_991_231) != nil else { return nil }
    let text = "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
    return CivilDate(iso: text).map { "\($0)" }
  }

  /// Returns the games of a club, those that began last first, then those to come.
  func games(of club: NBAClub) -> [Game] {
    let own = games.filter { $0.clubs.contains(club.abbreviation) }
    return own.filter(\.hasBegun).sorted { ($0.day, $0.id) > ($1.day, $1.id) } + own.filter { !$0.hasBegun }
  }

  /// Decodes `todaysScoreboard_00.json`. Throws if the answer has no list of games.
  static func scoreboard(_ body: [UInt8]) throws -> NBAGameDay {
    try JSONDecoder().decode(Scoreboard.self, from: Data(body)).day
  }

  /// Decodes `scheduleLeagueV2.json`. Throws if the answer has no list of dates.
  static func schedule(_ body: [UInt8]) throws -> NBAGameDay {
    try JSONDecoder().decode(Schedule.self, from: Data(body)).day
  }

  private struct Scoreboard: Decodable {
    var day: NBAGameDay
    private enum CodingKeys: String, CodingKey { case scoreboard }
    private enum GamesKey: String, CodingKey { case games }

    init(from decoder: any Decoder) throws {
      let games = try decoder.container(keyedBy: CodingKeys.self)
        .nestedContainer(keyedBy: GamesKey.self, forKey: .scoreboard).decode([LenientObject].self, forKey: .games)
      day = NBAGameDay(games: games.prefix(mostGames).compactMap(Game.init))
    }
  }

  private struct Schedule: Decodable {
    var day: NBAGameDay
    private enum CodingKeys: String, CodingKey { case leagueSchedule }
    private enum DatesKey: String, CodingKey { case gameDates }

    init(from decoder: any Decoder) throws {
      let dates = try decoder.container(keyedBy: CodingKeys.self)
        .nestedContainer(keyedBy: DatesKey.self, forKey: .leagueSchedule)
        .decode([LenientObject].self, forKey: .gameDates)
      day = NBAGameDay(
        games: dates.prefix(mostDays).flatMap { $0.objects("games", most: mostGames) }.compactMap(Game.init))
    }
  }
}

extension NBAGameDay.Game {
  /// Nil for a row without an id, a day or a club of the league: placeholders of play-off games.
  fileprivate init?(_ row: LenientObject) {
    guard let id = row.words("gameId"), id.count == 10, id.allSatisfy({ $0.isASCII && $0.isNumber }),
      let code = row.words("gameCode"), NBAGameDay.date(code) != nil
    else { return nil }
    let clubs = ["awayTeam", "homeTeam"].compactMap { row[$0].words("teamTricode") }.filter { NBAClubs.club($0) != nil }
    guard !clubs.isEmpty else { return nil }
    // A postponed game keeps the status 1.
    self.init(
      id: id, day: String(code.prefix(8)), hasBegun: (2...3).contains(row.number("gameStatus") ?? 1), clubs: clubs)
  }
}
