internal import LiveModel

/// `liveData.boxscore` of a feed: players with their lines, and the statistics of both teams.
struct MLBBoxscore {
  let teams: Both<TeamBoxscore>?
  private let season: [Int: ProbablePitcher]

  /// The largest number of players of a list. A roster has 26, in September 28.
  static let mostPlayers = 100

  init(_ boxscore: LenientObject) {
    let rosters = ["away", "home"].map { Roster(boxscore["teams"][$0]) }
    teams = Both(away: rosters[0].boxscore, home: rosters[1].boxscore)
    season = rosters.reduce(into: [:]) { all, roster in
      for (id, player) in roster.players {
        let stats = player["seasonStats"]["pitching"]
        all[id] = ProbablePitcher(
          id: id, name: player["person"].text("fullName") ?? "", wins: stats.number("wins"),
          losses: stats.number("losses"), era: stats.text("era"))
      }
    }
  }

  /// Returns the announced starting pitchers, with their numbers of the season if they are on the roster.
  func probable(_ pitchers: LenientObject) -> Both<ProbablePitcher>? {
    func pitcher(_ side: String) -> ProbablePitcher? {
      pitchers[side].person.map { person in
        var pitcher = season[person.id] ?? ProbablePitcher(id: person.id, name: person.name)
        if !person.name.isEmpty { pitcher.name = person.name }
        return pitcher
      }
    }
    return Both(away: pitcher("away"), home: pitcher("home"))
  }

  /// One side of the box score.
  private struct Roster {
    let team: LenientObject
    /// The players by id.
    let players: [Int: LenientObject]

    init(_ team: LenientObject) {
      self.team = team
      let listed = team["players"]
      let known = listed.names.prefix(MLBBoxscore.mostPlayers).compactMap { name -> (Int, LenientObject)? in
        let player = listed[name]
        return player["person"].number("id").map { ($0, player) }
      }
      players = Dictionary(known) { first, _ in first }
    }

    /// Nil for a side without players and statistics.
    var boxscore: TeamBoxscore? {
      let box = TeamBoxscore(
        batters: batters, pitchers: list("pitchers").map(pitcher), bench: list("bench").map(member),
        bullpen: list("bullpen").map(member), batting: BattingStats(team["teamStats"]["batting"]),
        pitching: PitchingStats(team["teamStats"]["pitching"]),
        errors: team["teamStats"]["fielding"].number("errors"),
        notes: team.objects("note", most: MLBBoxscore.mostPlayers).compactMap { note in
          note.text("value").map { (note.text("label").map { "\($0)-" } ?? "") + $0 }
        })
      return box.isEmpty ? nil : box
    }

    /// Batters in batting order. A team whose players have no places yet has those of its list `battingOrder`.
    private var batters: [TeamBoxscore.Batter] {
      var orders = players.compactMap { id, player in
        player.text("battingOrder").flatMap { Int($0, in: 100...9999) }.map { (order: $0, id: id) }
      }
      if orders.isEmpty {
        orders = team.numbers("battingOrder", most: 9).enumerated().map {
          (order: ($0.offset + 1) * 100, id: $0.element)
        }
      }
      return orders.sorted { ($0.order, $0.id) < ($1.order, $1.id) }.map(batter)
    }

    private func batter(_ order: Int, _ id: Int) -> TeamBoxscore.Batter {
      let player = players[id]
      let all = player?.objects("allPositions", most: 9).compactMap { $0.text("abbreviation") } ?? []
      let stats = player?["stats"]["batting"]
      return TeamBoxscore.Batter(
        id: id, name: name(of: id), order: order,
        positions: all.isEmpty ? [player?["position"].text("abbreviation")].compactMap(\.self) : all,
        mark: stats?.text("note"), stats: stats.flatMap { BattingStats($0) } ?? BattingStats(),
        average: player?["seasonStats"]["batting"].text("avg"))
    }

    private func pitcher(_ id: Int) -> TeamBoxscore.Pitcher {
      let stats = players[id]?["stats"]["pitching"]
      return TeamBoxscore.Pitcher(
        id: id, name: name(of: id), note: stats?.text("note"),
        stats: stats.flatMap { PitchingStats($0) } ?? PitchingStats(),
        era: players[id]?["seasonStats"]["pitching"].text("era"))
    }

    private func member(_ id: Int) -> TeamBoxscore.RosterPlayer {
      TeamBoxscore.RosterPlayer(
        id: id, name: name(of: id), position: players[id]?["position"].text("abbreviation"))
    }

    private func list(_ name: String) -> [Int] { team.numbers(name, most: MLBBoxscore.mostPlayers) }

    private func name(of id: Int) -> String { players[id]?["person"].text("fullName") ?? "" }
  }
}

extension TeamBoxscore {
  fileprivate var isEmpty: Bool {
    batters.isEmpty && pitchers.isEmpty && bench.isEmpty && bullpen.isEmpty && batting == nil && pitching == nil
  }
}

extension BattingStats {
  /// Nil without any number.
  fileprivate init?(_ stats: LenientObject) {
    self.init(
      atBats: stats.number("atBats"), runs: stats.number("runs"), hits: stats.number("hits"),
      doubles: stats.number("doubles"), triples: stats.number("triples"), homeRuns: stats.number("homeRuns"),
      rbi: stats.number("rbi"), baseOnBalls: stats.number("baseOnBalls"), strikeOuts: stats.number("strikeOuts"),
      stolenBases: stats.number("stolenBases"))
    guard self != Self() else { return nil }
  }
}

extension PitchingStats {
  /// Nil without any number.
  fileprivate init?(_ stats: LenientObject) {
    self.init(
      inningsPitched: stats.text("inningsPitched"), hits: stats.number("hits"), runs: stats.number("runs"),
      earnedRuns: stats.number("earnedRuns"), baseOnBalls: stats.number("baseOnBalls"),
      strikeOuts: stats.number("strikeOuts"), homeRuns: stats.number("homeRuns"),
      numberOfPitches: stats.number("numberOfPitches"), strikes: stats.number("strikes"),
      battersFaced: stats.number("battersFaced"))
    guard self != Self() else { return nil }
  }
}

extension BattingLeader {
  /// The categories and their values, the most important first.
  private static let categories: [(name: String, value: @Sendable (BattingStats) -> Int?)] = [
    ("hits", { $0.hits }), ("homeRuns", { $0.homeRuns }), ("rbi", { $0.rbi }), ("runs", { $0.runs }),
    ("stolenBases", { $0.stolenBases }), ("baseOnBalls", { $0.baseOnBalls }),
  ]

  /// Returns the leaders of both teams together; nil if no batter has a number above zero.
  static func all(in teams: Both<TeamBoxscore>?) -> [BattingLeader]? {
    let batters = [Side.away, .home].flatMap { side in
      (teams?[side]?.batters ?? []).map { (side: side, batter: $0) }
    }
    let leaders = categories.compactMap { category, value -> BattingLeader? in
      guard let most = batters.compactMap({ value($0.batter.stats) }).max(), most > 0 else { return nil }
      let players = batters.filter { value($0.batter.stats) == most }.map {
        Player(id: $0.batter.id, name: $0.batter.name, side: $0.side)
      }
      return BattingLeader(category: category, value: most, players: players)
    }
    return leaders.isEmpty ? nil : leaders
  }
}
