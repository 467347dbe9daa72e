/// The clubs and players of a slate as StatsAPI lists them: rosters, standings and statistics of the season and of the
/// seasons before. The same seed and year give the same answers everywhere.
public struct SimulatedLeague: Sendable {
  /// The year of the slate's first game.
  public let season: Int
  /// All players, by club.
  let members: [LeagueMember]
  private let seed: UInt64
  /// The date of the slate's first game, such as `2026-07-14`.
  private let today: String

  /// The games of each club in a complete season, and those before the slate in the present one.
  private static let rounds = (complete: 162, present: 96)

  /// Takes the rosters of the slate's games, and invents those of clubs without a game.
  public init(_ slate: Slate) {
    (today, seed) = (CalendarText.day(slate.games.first?.fixture.start ?? 0), slate.seed)
    let present = Int(today.prefix(4)) ?? 0
    season = present
    let playing = slate.games.flatMap { [$0.script.away, $0.script.home] }
    members = Club.all.flatMap { club in
      var dice = SplitMix64(seed: slate.seed ^ UInt64(club.id) &* 0x1000_0001)
      let roster = playing.first { $0.club.id == club.id } ?? Roster(club, using: &dice)
      return LeagueMember.all(of: roster, season: present)
    }
  }

  /// Returns the body of `/api/v1/teams`.
  public func teams(in season: Int? = nil) -> [UInt8] {
    Self.body("teams", .array(Club.all.map { $0.listing(in: season ?? self.season) }))
  }

  /// Returns the body of `/api/v1/standings` for leagues; 103 is the American League, 104 the National League.
  public func standings(of leagues: Set<Int>, in season: Int? = nil) -> [UInt8] {
    let season = season ?? self.season
    return Self.body("records", table(of: season)?.divisions(of: leagues, in: season) ?? [])
  }

  /// Returns the body of `/api/v1/teams/<id>/roster`; nil if there is no such club.
  public func roster(of club: Int) -> [UInt8]? {
    let own = members.filter { $0.club.id == club }
    return own.isEmpty ? nil : Self.body("roster", .array(own.map { $0.place(on: today) }))
  }

  /// Returns the body of `/api/v1/sports/1/players`: the players who have played in the season.
  public func players(in season: Int? = nil) -> [UInt8] {
    let season = season ?? self.season
    let found = season > self.season ? [] : members.filter { $0.debut <= season }
    let rows = found.map { member in
      member.person(on: today).adding([
        ("currentTeam", ["id": .number(member.club.id), "link": .string("/api/v1/teams/\(member.club.id)")])
      ])
    }
    return Self.body("people", .array(rows))
  }

  /// Returns the body of `/api/v1/people` for ids; one that nobody has is left out. `hydrate` as for `person`.
  public func people(_ ids: [Int], hydrate: String = "") -> [UInt8] {
    let wanted = Hydration(hydrate)
    let found = ids.compactMap { id in members.first { $0.player.id == id } }
    return Self.body("people", .array(found.map { person($0, wanted) }))
  }

  /// Returns the body of `/api/v1/people/<id>`; nil if nobody has the id. `hydrate` may be `currentTeam` and
  /// `stats(group=[…],type=[…],season=…)`.
  public func person(_ id: Int, hydrate: String = "") -> [UInt8]? {
    members.contains { $0.player.id == id } ? people([id], hydrate: hydrate) : nil
  }

  /// Returns the body of `/api/v1/teams/stats` of a season, `hitting` or `pitching`; nil for another group.
  public func teamStatistics(group name: String, in season: Int? = nil) -> [UInt8]? {
    guard let group = StatLine.Group(rawValue: name), group != .fielding else { return nil }
    let season = season ?? self.season
    let splits = Club.all.compactMap { club in
      line(group, of: members.filter { $0.club.id == club.id }, in: season).map { line -> JSON in
        // The games of the club, not of its players.
        var line = line
        line["gamesPlayed"] = table(of: season)?.records[club.id].map { $0.wins + $0.losses } ?? 0
        return ["season": .string(String(season)), "stat": line.stat, "team": club.reference]
      }
    }
    return Self.body("stats", [Self.statistics("season", group, splits)])
  }

  private static func body(_ list: String, _ rows: JSON) -> [UInt8] {
    JSON.object([("copyright", "simulated"), (list, rows)]).bytes
  }

  static func statistics(_ type: String, _ group: StatLine.Group, _ splits: [JSON]) -> JSON {
    [
      "type": ["displayName": .string(type)], "group": ["displayName": .string(group.rawValue)],
      "splits": .array(splits),
    ]
  }
}

extension SimulatedLeague {
  /// The results of a season; nil for a later one than that of the slate.
  func table(of season: Int) -> SeasonTable? {
    guard (1900...self.season).contains(season) else { return nil }
    return SeasonTable(
      seed: seed, season: season, rounds: season == self.season ? Self.rounds.present : Self.rounds.complete)
  }

  /// Returns the sums over members; nil if none has played.
  func line(_ group: StatLine.Group, of members: [LeagueMember], in season: Int) -> StatLine? {
    guard let table = table(of: season) else { return nil }
    let lines = members.compactMap { member in
      table.records[member.club.id].flatMap { member.line(group, of: season, $0) }
    }
    return lines.isEmpty ? nil : StatLine.sum(lines, of: group)
  }

  private func person(_ member: LeagueMember, _ wanted: Hydration) -> JSON {
    var person = member.person(on: today)
    if wanted.hasTeam { person = person.adding([("currentTeam", member.club.reference)]) }
    guard let statistics = wanted.statistics else { return person }
    let parts = statistics.types.flatMap { type in
      statistics.groups.compactMap { group -> JSON? in
        let splits = splits(type, group, of: member, in: statistics.season ?? season)
        return splits.isEmpty ? nil : Self.statistics(type, group, splits)
      }
    }
    return person.adding([("stats", .array(parts))])
  }

  private func splits(_ type: String, _ group: StatLine.Group, of member: LeagueMember, in year: Int) -> [JSON] {
    func split(_ season: Int?, _ stat: JSON, _ team: JSON?) -> JSON {
      let members: [(String, JSON)?] = [
        season.map { ("season", .string(String($0))) }, ("stat", stat), team.map { ("team", $0) },
        ("player", member.player.json), ("sport", ["id": 1, "link": "/api/v1/sports/1", "abbreviation": "MLB"]),
        ("gameType", "R"), group == .fielding ? ("position", member.position.json) : nil,
      ]
      return .object(members.compactMap(\.self))
    }
    let career = (member.debut...season).compactMap { year in line(group, of: [member], in: year).map { (year, $0) } }
    switch type {
    case "season", "yearByYear":
      return career.filter { type == "yearByYear" || $0.0 == year }
        .map { split($0.0, $0.1.stat, member.club.reference) }
    case "career":
      return career.isEmpty ? [] : [split(nil, StatLine.sum(career.map(\.1), of: group).stat, nil)]
    case "sabermetrics":
      guard let own = line(group, of: [member], in: year), let all = line(group, of: members, in: year),
        let stat = Sabermetrics(own, among: all)?.stat
      else { return [] }
      return [split(year, stat, member.club.reference)]
    default: return []
    }
  }
}
