/// The results of all clubs in a season, up to the evening of the slate.
struct SeasonTable: Sendable {
  /// By the id of the club.
  private(set) var records: [Int: Record] = [:]

  /// A club's results.
  struct Record: Sendable {
    var wins = 0
    var losses = 0
    /// Games won in a row; negative for games lost.
    var streak = 0

    /// Games behind a leader are half of this difference.
    var lead: Int { wins - losses }

    mutating func count(_ isWon: Bool) {
      if isWon { wins += 1 } else { losses += 1 }
      streak = isWon ? max(streak, 0) + 1 : min(streak, 0) - 1
    }
  }

  /// Plays rounds in which every club has one game. The same seed and season give the same results everywhere.
  init(seed: UInt64, season: Int, rounds: Int) {
    var dice = SplitMix64(seed: seed ^ UInt64(season))
    let strengths = Club.all.map { _ in dice.unit() * 0.24 }
    var results = Club.all.map { _ in Record() }
    let last = Club.all.count - 1
    for round in 0..<rounds {
      // The circle method: the last club stays, the others move by one place each round.
      for pair in 0..<Club.all.count / 2 {
        let one = pair == 0 ? last : (round + pair) % last
        let other = (round + last - pair) % last
        let isWon = dice.chance(0.5 + strengths[one] - strengths[other])
        results[one].count(isWon)
        results[other].count(!isWon)
      }
    }
    for (club, record) in zip(Club.all, results) { records[club.id] = record }
  }

  /// The rows of `/api/v1/standings` for some leagues.
  func divisions(of leagues: Set<Int>, in season: Int) -> JSON {
    .array(
      Division.allCases.filter { leagues.contains($0.league) }.map { division in
        let clubs = Club.all.filter(division.has).map { (club: $0, record: records[$0.id] ?? Record()) }
          .sorted { ($1.record.lead, $0.club.id) < ($0.record.lead, $1.club.id) }
        let best = clubs.map(\.record.lead).max() ?? 0
        let rows = clubs.enumerated().map { place, row in
          Self.row(of: row.club, row.record, rank: place + 1, behind: best - row.record.lead, season)
        }
        return [
          "standingsType": "regularSeason", "league": ["id": .number(division.league)],
          "division": ["id": .number(division.rawValue), "name": .string(division.name)], "sport": ["id": 1],
          "teamRecords": .array(rows),
        ]
      })
  }

  private static func row(of club: Club, _ record: Record, rank: Int, behind: Int, _ season: Int) -> JSON {
    let (wins, losses) = (JSON.number(record.wins), JSON.number(record.losses))
    let share = JSON.string(Rate(record.wins, of: record.wins + record.losses).average)
    let isWinning = record.streak >= 0
    return [
      "team": club.reference, "season": .string(String(season)),
      "streak": [
        "streakType": isWinning ? "wins" : "losses", "streakNumber": .number(abs(record.streak)),
        "streakCode": .string("\(isWinning ? "W" : "L")\(abs(record.streak))"),
      ],
      "divisionRank": .string(String(rank)), "gamesPlayed": .number(record.wins + record.losses),
      "gamesBack": .string(behind == 0 ? "-" : "\(behind / 2).\(behind % 2 * 5)"),
      "leagueRecord": ["wins": wins, "losses": losses, "ties": 0, "pct": share], "wins": wins, "losses": losses,
    ]
  }
}
