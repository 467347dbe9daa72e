/// A player of the simulated league with his club, his position and his life. Each season of his career has statistics.
struct LeagueMember: Sendable {
  let player: Player
  let club: Club
  let position: Position
  /// Whether he is one of the nine of a batting order, or one of the five starting pitchers.
  let isRegular: Bool
  /// The position among the club's batters or pitchers, from 0.
  let place: Int
  let number: Int
  let debut: Int
  /// From 0 to 1.
  let skill: Double
  private let bio: Bio

  /// Facts that never change.
  private struct Bio: Sendable {
    var birth: String
    var town: (city: String, country: String)
    var feet: Int
    var inches: Int
    var weight: Int
    var bats: (code: String, description: String)
    var throwing: (code: String, description: String)
  }

  private static let towns = [
    ("Springfield", "USA"), ("Santo Domingo", "Dominican Republic"), ("Maracay", "Venezuela"), ("Osaka", "Japan"),
    ("Ponce", "Puerto Rico"), ("Haarlem", "Netherlands"), ("Busan", "Republic of Korea"), ("Hermosillo", "Mexico"),
  ]
  private static let sides = [("R", "Right"), ("L", "Left"), ("S", "Switch")]

  /// Returns the 24 players of a roster; `season` is the present one.
  static func all(of roster: Roster, season: Int) -> [LeagueMember] {
    let batters =
      roster.starters.map { ($0.player, $0.position) }
      + zip(roster.bench, [Position.catcher, .secondBase, .shortstop, .centerField, .firstBase])
    let hitting = batters.enumerated().map { place, batter in
      LeagueMember(batter.0, roster.club, batter.1, place, isRegular: place < roster.starters.count, season: season)
    }
    return hitting
      + roster.pitchers.enumerated().map { place, player in
        LeagueMember(player, roster.club, .pitcher, place, isRegular: place < 5, season: season)
      }
  }

  private init(_ player: Player, _ club: Club, _ position: Position, _ place: Int, isRegular: Bool, season: Int) {
    (self.player, self.club, self.position, self.place, self.isRegular) = (player, club, position, place, isRegular)
    var dice = SplitMix64(seed: UInt64(player.id) &* 0x2545_F491_4F6C_DD1D)
    skill = (dice.unit() + dice.unit()) / 2
    number = 1 + (player.id % 1000 * 7 + club.id) % 73
    debut = season - dice.number(in: 0...(isRegular ? 10 : 4))
    bio = Bio(
      birth: "\(debut - dice.number(in: 20...25))-\(Self.twoDigits(dice.number(in: 1...12)))-"
        + Self.twoDigits(dice.number(in: 1...28)),
      town: dice.pick(Self.towns), feet: 6, inches: dice.number(in: 0...5), weight: dice.number(in: 178...235),
      bats: dice.pick(Self.sides), throwing: dice.pick(Array(Self.sides.prefix(2))))
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  var isPitcher: Bool { position == .pitcher }

  /// The person as rosters and lists of players have him. `today` is a date such as `2026-07-14`.
  func person(on today: String) -> JSON {
    // Suffixes such as `Jr.` belong to the last name.
    let parts = player.name.split(separator: " ", maxSplits: 1).map(String.init)
    let years = (Int(today.prefix(4)) ?? 0) - (Int(bio.birth.prefix(4)) ?? 0)
    return player.json.adding([
      ("firstName", .string(parts.first ?? "")), ("lastName", .string(parts.last ?? "")),
      ("primaryNumber", .string(String(number))), ("birthDate", .string(bio.birth)),
      ("currentAge", .number(today.suffix(5) < bio.birth.suffix(5) ? years - 1 : years)),
      ("birthCity", .string(bio.town.city)), ("birthCountry", .string(bio.town.country)),
      ("height", .string("\(bio.feet)' \(bio.inches)\"")), ("weight", .number(bio.weight)), ("active", true),
      ("primaryPosition", position.json), ("mlbDebutDate", .string("\(debut)-04-\(Self.twoDigits(1 + number % 28))")),
      ("batSide", ["code": .string(bio.bats.code), "description": .string(bio.bats.description)]),
      ("pitchHand", ["code": .string(bio.throwing.code), "description": .string(bio.throwing.description)]),
    ])
  }

  /// One place of `/api/v1/teams/<id>/roster`.
  func place(on today: String) -> JSON {
    [
      "person": person(on: today), "jerseyNumber": .string(String(number)), "position": position.json,
      "status": ["code": "A", "description": "Active"], "parentTeamId": .number(club.id),
    ]
  }
}
