/// One side of a game as announced: its batting order, its pitchers and its bench.
struct Roster: Sendable {
  var club: Club
  /// The nine starters in batting order; one of them is the designated hitter.
  var starters: [Starter]
  var startingPitcher: Player
  /// The relief pitchers, in the order in which they enter.
  var bullpen: [Player]
  var bench: [Player]
  var manager: Player

  /// A player and his starting position.
  struct Starter: Sendable {
    var player: Player
    var position: Position
  }

  /// Names with accents, apostrophes and suffixes, which must survive every step.
  private static let first = [
    "José", "D.J.", "Willem", "Andrés", "Tyrone", "Kenji", "Luca", "Mateo", "Seán", "Ángel", "Cole", "Ramón", "Óscar",
    "Jesús", "Wyatt", "Nolan", "Iván", "Trey", "Héctor", "Zach", "Yoán", "Elías", "Jae-won", "Brooks",
  ]
  private static let last = [
    "Ibarra", "Okafor Jr.", "Müller", "O'Dell", "Peña", "Novák", "Tanaka", "de la Fuente", "Quist", "Brandt II",
    "Núñez", "Hale", "Sørensen", "Rincón", "Castañeda", "Whitlock", "Báez", "Kowalski", "Marte", "Ōta", "Valdés",
    "St. Clair", "Goñi", "Hernández", "Pfaadt-Lee", "Acuña", "Pérez", "Yoon",
  ]

  init(_ club: Club, using dice: inout SplitMix64) {
    let offset = dice.number(in: 0...671)
    // 101 is coprime to the number of names, so no two players of a club have the same name.
    let people = (0..<25).map { number in
      let pick = (offset + number * 101) % (Self.first.count * Self.last.count)
      return Player(id: club.id * 1000 + number, name: "\(Self.first[pick % 24]) \(Self.last[pick / 24])")
    }
    self.club = club
    let positions = Position.starting.shuffled(using: &dice)
    starters = zip(people, positions).map(Starter.init)
    bench = Array(people[9..<14])
    startingPitcher = people[14]
    bullpen = Array(people[15..<24])
    manager = people[24]
  }

  var batters: [Player] { starters.map(\.player) }
  var pitchers: [Player] { [startingPitcher] + bullpen }
  var players: [Player] { batters + bench + pitchers }
}

/// A player of a simulated game.
struct Player: Hashable, Sendable {
  var id: Int
  var name: String

  static func == (one: Player, other: Player) -> Bool { one.id == other.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }

  var json: JSON { ["id": .number(id), "fullName": .string(name), "link": .string("/api/v1/people/\(id)")] }

  /// The reference of a player in actions and credits.
  var reference: JSON { ["id": .number(id), "link": .string("/api/v1/people/\(id)")] }
}

/// A position on the field or in the batting order, by StatsAPI's number.
enum Position: Int, Sendable, CaseIterable {
  case pitcher = 1
  case catcher, firstBase, secondBase, thirdBase, shortstop, leftField, centerField, rightField
  case designatedHitter, pinchHitter, pinchRunner

  /// The starting positions other than the pitcher.
  static let starting: [Position] = [
    .catcher, .firstBase, .secondBase, .thirdBase, .shortstop, .leftField, .centerField, .rightField, .designatedHitter,
  ]
  static let outfield: [Position] = [.leftField, .centerField, .rightField]

  var abbreviation: String {
    switch self {
    case .pitcher: "P"
    case .catcher: "C"
    case .firstBase: "1B"
    case .secondBase: "2B"
    case .thirdBase: "3B"
    case .shortstop: "SS"
    case .leftField: "LF"
    case .centerField: "CF"
    case .rightField: "RF"
    case .designatedHitter: "DH"
    case .pinchHitter: "PH"
    case .pinchRunner: "PR"
    }
  }

  /// `position.name`.
  var name: String {
    switch self {
    case .pitcher: "Pitcher"
    case .catcher: "Catcher"
    case .firstBase: "First Base"
    case .secondBase: "Second Base"
    case .thirdBase: "Third Base"
    case .shortstop: "Shortstop"
    case .leftField: "Outfielder"
    case .centerField: "Outfielder"
    case .rightField: "Outfielder"
    case .designatedHitter: "Designated Hitter"
    case .pinchHitter: "Pinch Hitter"
    case .pinchRunner: "Pinch Runner"
    }
  }

  /// The noun for the fielder, for texts.
  var noun: String {
    switch self {
    case .firstBase: "first baseman"
    case .secondBase: "second baseman"
    case .thirdBase: "third baseman"
    case .leftField: "left fielder"
    case .centerField: "center fielder"
    case .rightField: "right fielder"
    default: name.lowercased()
    }
  }

  var type: String {
    switch self {
    case .pitcher: "Pitcher"
    case .catcher: "Catcher"
    case .firstBase, .secondBase, .thirdBase, .shortstop: "Infielder"
    case .leftField, .centerField, .rightField: "Outfielder"
    case .designatedHitter, .pinchHitter: "Hitter"
    case .pinchRunner: "Runner"
    }
  }

  var json: JSON {
    [
      "code": .string(String(rawValue)), "name": .string(name), "type": .string(type),
      "abbreviation": .string(abbreviation),
    ]
  }
}

/// A club with its real StatsAPI id; its players are invented.
struct Club: Sendable {
  var id: Int
  var abbreviation: String
  var name: String

  /// Source: `/api/v1/teams?sportId=1`.
  static let all = [
    Club(id: 109, abbreviation: "AZ", name: "Arizona Diamondbacks"),
    Club(id: 110, abbreviation: "BAL", name: "Baltimore Orioles"),
    Club(id: 111, abbreviation: "BOS", name: "Boston Red Sox"),
    Club(id: 112, abbreviation: "CHC", name: "Chicago Cubs"),
    Club(id: 113, abbreviation: "CIN", name: "Cincinnati Reds"),
    Club(id: 114, abbreviation: "CLE", name: "Cleveland Guardians"),
    Club(id: 115, abbreviation: "COL", name: "Colorado Rockies"),
    Club(id: 116, abbreviation: "DET", name: "Detroit Tigers"),
    Club(id: 117, abbreviation: "HOU", name: "Houston Astros"),
    Club(id: 118, abbreviation: "KC", name: "Kansas City Royals"),
    Club(id: 108, abbreviation: "LAA", name: "Los Angeles Angels"),
    Club(id: 119, abbreviation: "LAD", name: "Los Angeles Dodgers"),
    Club(id: 146, abbreviation: "MIA", name: "Miami Marlins"),
    Club(id: 158, abbreviation: "MIL", name: "Milwaukee Brewers"),
    Club(id: 142, abbreviation: "MIN", name: "Minnesota Twins"),
    Club(id: 121, abbreviation: "NYM", name: "New York Mets"),
    Club(id: 147, abbreviation: "NYY", name: "New York Yankees"),
    Club(id: 133, abbreviation: "ATH", name: "Athletics"),
    Club(id: 143, abbreviation: "PHI", name: "Philadelphia Phillies"),
    Club(id: 134, abbreviation: "PIT", name: "Pittsburgh Pirates"),
    Club(id: 135, abbreviation: "SD", name: "San Diego Padres"),
    Club(id: 137, abbreviation: "SF", name: "San Francisco Giants"),
    Club(id: 136, abbreviation: "SEA", name: "Seattle Mariners"),
    Club(id: 138, abbreviation: "STL", name: "St. Louis Cardinals"),
    Club(id: 139, abbreviation: "TB", name: "Tampa Bay Rays"),
    Club(id: 140, abbreviation: "TEX", name: "Texas Rangers"),
    Club(id: 141, abbreviation: "TOR", name: "Toronto Blue Jays"),
    Club(id: 120, abbreviation: "WSH", name: "Washington Nationals"),
    Club(id: 144, abbreviation: "ATL", name: "Atlanta Braves"),
    Club(id: 145, abbreviation: "CWS", name: "Chicago White Sox"),
  ]

  /// `teamName`, which also stands in reviews.
  var nickname: String {
    let words = name.split(separator: " ")
    return words.suffix(name.hasSuffix("Sox") || name.hasSuffix("Jays") ? 2 : 1).joined(separator: " ")
  }

  var json: JSON {
    [
      "id": .number(id), "name": .string(name), "abbreviation": .string(abbreviation), "teamName": .string(nickname),
    ]
  }
}
