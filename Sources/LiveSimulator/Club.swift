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
    Club(id: 114, abbreviation: "CLE", name: "Cleveland Guardians"),
    Club(id: 117, abbreviation: "HOU", name: "Houston Astros"),
    Club(id: 119, abbreviation: "LAD", name: "Los Angeles Dodgers"),
    Club(id: 121, abbreviation: "NYM", name: "New York Mets"),
    Club(id: 136, abbreviation: "SEA", name: "Seattle Mariners"),
    Club(id: 141, abbreviation: "TOR", name: "Toronto Blue Jays"),
    Club(id: 143, abbreviation: "PHI", name: "Philadelphia Phillies"),
    Club(id: 147, abbreviation: "NYY", name: "New York Yankees"),
  ]

  var json: JSON { ["id": .number(id), "name": .string(name), "abbreviation": .string(abbreviation)] }
}

/// Somebody who plays in a simulated game.
struct Player: Hashable, Sendable {
  var id: Int
  var name: String

  var json: JSON { ["id": .number(id), "fullName": .string(name)] }
}

/// One side of a game: its batting order, and its pitchers in the order of their coming.
struct Roster: Sendable {
  var club: Club
  var batters: [Player]
  var pitchers: [Player]

  /// Names as they come in the game: accents, apostrophes and suffixes must survive the whole way.
  private static let first = [
    "José", "D.J.", "Willem", "Andrés", "Tyrone", "Kenji", "Luca", "Mateo", "Seán", "Ángel", "Cole",
  ]
  private static let last = [
    "Ibarra", "Okafor Jr.", "Müller", "O'Dell", "Peña", "Novák", "Tanaka", "de la Fuente", "Quist", "Brandt II",
    "Núñez", "Hale", "Sørensen",
  ]

  init(_ club: Club, using dice: inout SplitMix64) {
    self.club = club
    var people: [Player] = []
    let offset = dice.number(in: 0...200)
    for number in 0..<14 {
      let pick = offset + number * 17
      let name = "\(Self.first[pick % Self.first.count]) \(Self.last[pick / 3 % Self.last.count])"
      people.append(Player(id: club.id * 1000 + number, name: name))
    }
    (batters, pitchers) = (Array(people.prefix(9)), Array(people.suffix(5)))
  }

  var players: [Player] { batters + pitchers }
}
