/// A division of a league, by StatsAPI's id.
enum Division: Int, Sendable, CaseIterable {
  case americanWest = 200
  case americanEast, americanCentral, nationalWest, nationalEast, nationalCentral

  /// 103 is the American League, 104 the National League.
  var league: Int { rawValue <= 202 ? 103 : 104 }

  var leagueName: String { league == 103 ? "American League" : "National League" }

  var name: String {
    switch self {
    case .americanWest, .nationalWest: "\(leagueName) West"
    case .americanEast, .nationalEast: "\(leagueName) East"
    case .americanCentral, .nationalCentral: "\(leagueName) Central"
    }
  }

  /// The ids of its clubs. Source: `/api/v1/teams?sportId=1`.
  private var clubs: [Int] {
    switch self {
    case .americanWest: [117, 108, 133, 136, 140]
    case .americanEast: [110, 111, 139, 141, 147]
    case .americanCentral: [114, 116, 118, 142, 145]
    case .nationalWest: [109, 115, 119, 135, 137]
    case .nationalEast: [120, 121, 143, 144, 146]
    case .nationalCentral: [112, 113, 134, 138, 158]
    }
  }

  /// Returns whether a club plays in it.
  func has(_ club: Club) -> Bool { clubs.contains(club.id) }
}

extension Club {
  var division: Division? { Division.allCases.first { $0.has(self) } }

  /// The invented name of the home ballpark.
  var ballpark: String {
    let city = name.dropLast(nickname.count)
    return city.isEmpty ? "\(name) Ballpark" : "\(city)Ballpark"
  }

  /// One team of `/api/v1/teams`.
  func listing(in season: Int) -> JSON {
    guard let division else { return json }
    return json.adding([
      ("season", .number(season)), ("venue", ["name": .string(ballpark)]), ("active", true),
      ("sport", ["id": 1, "link": "/api/v1/sports/1", "name": "Major League Baseball"]),
      ("league", ["id": .number(division.league), "name": .string(division.leagueName)]),
      ("division", ["id": .number(division.rawValue), "name": .string(division.name)]),
      ("link", .string("/api/v1/teams/\(id)")),
    ])
  }

  /// The reference of a club in records and statistics.
  var reference: JSON {
    ["id": .number(id), "name": .string(name), "link": .string("/api/v1/teams/\(id)")]
  }
}
