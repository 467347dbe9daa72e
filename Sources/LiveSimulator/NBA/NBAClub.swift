/// A club with its real id of cdn.nba.com; its players are invented.
struct NBAClub: Hashable, Sendable {
  /// `teamId`.
  var id: Int
  /// `teamTricode`.
  var tricode: String
  var city: String
  var name: String
  /// `teamSlug` of the schedule.
  var slug: String
  var arena: Arena

  /// The hall of the club.
  struct Arena: Hashable, Sendable {
    var name: String
    var city: String
    var state: String
    /// The hours by which its clocks are behind those of New York, in winter.
    var hoursBehind: Int

    var zone: String {
      ["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"][hoursBehind]
    }
  }

  /// The 30 clubs of 2025-26, by abbreviation.
  static let all = [
    NBAClub(
      1610612737, "ATL", "Atlanta", "Hawks", "hawks",
      Arena(name: "State Farm Arena", city: "Atlanta", state: "GA", hoursBehind: 0)),
    NBAClub(
      1610612738, "BOS", "Boston", "Celtics", "celtics",
      Arena(name: "TD Garden", city: "Boston", state: "MA", hoursBehind: 0)),
    NBAClub(
      1610612751, "BKN", "Brooklyn", "Nets", "nets",
      Arena(name: "Barclays Center", city: "Brooklyn", state: "NY", hoursBehind: 0)),
    NBAClub(
      1610612766, "CHA", "Charlotte", "Hornets", "hornets",
      Arena(name: "Spectrum Center", city: "Charlotte", state: "NC", hoursBehind: 0)),
    NBAClub(
      1610612741, "CHI", "Chicago", "Bulls", "bulls",
      Arena(name: "United Center", city: "Chicago", state: "IL", hoursBehind: 1)),
    NBAClub(
      1610612739, "CLE", "Cleveland", "Cavaliers", "cavaliers",
      Arena(name: "Rocket Arena", city: "Cleveland", state: "OH", hoursBehind: 0)),
    NBAClub(
      1610612742, "DAL", "Dallas", "Mavericks", "mavericks",
      Arena(name: "American Airlines Center", city: "Dallas", state: "TX", hoursBehind: 1)),
    NBAClub(
      1610612743, "DEN", "Denver", "Nuggets", "nuggets",
      Arena(name: "Ball Arena", city: "Denver", state: "CO", hoursBehind: 2)),
    NBAClub(
      1610612765, "DET", "Detroit", "Pistons", "pistons",
      Arena(name: "Little Caesars Arena", city: "Detroit", state: "MI", hoursBehind: 0)),
    NBAClub(
      1610612744, "GSW", "Golden State", "Warriors", "warriors",
      Arena(name: "Chase Center", city: "San Francisco", state: "CA", hoursBehind: 3)),
    NBAClub(
      1610612745, "HOU", "Houston", "Rockets", "rockets",
      Arena(name: "Toyota Center", city: "Houston", state: "TX", hoursBehind: 1)),
    NBAClub(
      1610612754, "IND", "Indiana", "Pacers", "pacers",
      Arena(name: "Gainbridge Fieldhouse", city: "Indianapolis", state: "IN", hoursBehind: 0)),
    NBAClub(
      1610612746, "LAC", "LA", "Clippers", "clippers",
      Arena(name: "Intuit Dome", city: "Inglewood", state: "CA", hoursBehind: 3)),
    NBAClub(
      1610612747, "LAL", "Los Angeles", "Lakers", "lakers",
      Arena(name: "Crypto.com Arena", city: "Los Angeles", state: "CA", hoursBehind: 3)),
    NBAClub(
      1610612763, "MEM", "Memphis", "Grizzlies", "grizzlies",
      Arena(name: "FedExForum", city: "Memphis", state: "TN", hoursBehind: 1)),
    NBAClub(
      1610612748, "MIA", "Miami", "Heat", "heat",
      Arena(name: "Kaseya Center", city: "Miami", state: "FL", hoursBehind: 0)),
    NBAClub(
      1610612749, "MIL", "Milwaukee", "Bucks", "bucks",
      Arena(name: "Fiserv Forum", city: "Milwaukee", state: "WI", hoursBehind: 1)),
    NBAClub(
      1610612750, "MIN", "Minnesota", "Timberwolves", "timberwolves",
      Arena(name: "Target Center", city: "Minneapolis", state: "MN", hoursBehind: 1)),
    NBAClub(
      1610612740, "NOP", "New Orleans", "Pelicans", "pelicans",
      Arena(name: "Smoothie King Center", city: "New Orleans", state: "LA", hoursBehind: 1)),
    NBAClub(
      1610612752, "NYK", "New York", "Knicks", "knicks",
      Arena(name: "Madison Square Garden", city: "New York", state: "NY", hoursBehind: 0)),
    NBAClub(
      1610612760, "OKC", "Oklahoma City", "Thunder", "thunder",
      Arena(name: "Paycom Center", city: "Oklahoma City", state: "OK", hoursBehind: 1)),
    NBAClub(
      1610612753, "ORL", "Orlando", "Magic", "magic",
      Arena(name: "Kia Center", city: "Orlando", state: "FL", hoursBehind: 0)),
    NBAClub(
      1610612755, "PHI", "Philadelphia", "76ers", "sixers",
      Arena(name: "Xfinity Mobile Arena", city: "Philadelphia", state: "PA", hoursBehind: 0)),
    NBAClub(
      1610612756, "PHX", "Phoenix", "Suns", "suns",
      Arena(name: "Mortgage Matchup Center", city: "Phoenix", state: "AZ", hoursBehind: 2)),
    NBAClub(
      1610612757, "POR", "Portland", "Trail Blazers", "blazers",
      Arena(name: "Moda Center", city: "Portland", state: "OR", hoursBehind: 3)),
    NBAClub(
      1610612758, "SAC", "Sacramento", "Kings", "kings",
      Arena(name: "Golden 1 Center", city: "Sacramento", state: "CA", hoursBehind: 3)),
    NBAClub(
      1610612759, "SAS", "San Antonio", "Spurs", "spurs",
      Arena(name: "Frost Bank Center", city: "San Antonio", state: "TX", hoursBehind: 1)),
    NBAClub(
      1610612761, "TOR", "Toronto", "Raptors", "raptors",
      Arena(name: "Scotiabank Arena", city: "Toronto", state: "ON", hoursBehind: 0)),
    NBAClub(
      1610612762, "UTA", "Utah", "Jazz", "jazz",
      Arena(name: "Delta Center", city: "Salt Lake City", state: "UT", hoursBehind: 2)),
    NBAClub(
      1610612764, "WAS", "Washington", "Wizards", "wizards",
      Arena(name: "Capital One Arena", city: "Washington", state: "DC", hoursBehind: 0)),
  ]

  private init(_ id: Int, _ tricode: String, _ city: String, _ name: String, _ slug: String, _ arena: Arena) {
    (self.id, self.tricode, self.city, self.name, self.slug, self.arena) = (id, tricode, city, name, slug, arena)
  }

  static func == (one: NBAClub, other: NBAClub) -> Bool { one.id == other.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// The members with which all documents but the play-by-play begin a team.
  var members: [(String, JSON)] {
    [
      ("teamId", .number(id)), ("teamName", .string(name)), ("teamCity", .string(city)),
      ("teamTricode", .string(tricode)),
    ]
  }
}

/// A side of a game; the documents list the home side first.
enum NBASide: Int, CaseIterable, Sendable {
  case home, away

  var other: NBASide { self == .home ? .away : .home }
}

/// A value for each side.
struct PerSide<Value: Sendable>: Sendable {
  var home: Value
  var away: Value

  init(home: Value, away: Value) {
    (self.home, self.away) = (home, away)
  }

  init(both value: Value) {
    (home, away) = (value, value)
  }

  subscript(side: NBASide) -> Value {
    get { side == .home ? home : away }
    set { if side == .home { home = newValue } else { away = newValue } }
  }
}

extension PerSide: Equatable where Value: Equatable {}
extension PerSide: Hashable where Value: Hashable {}
