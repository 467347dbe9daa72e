/// A player of a simulated game, with the tendencies that decide what he does.
struct NBAPlayer: Hashable, Sendable {
  /// `personId`.
  var id: Int
  var firstName: String
  var familyName: String
  var jersey: String
  var position: Position
  var skill: Skill

  /// `position` of a starter.
  enum Position: String, CaseIterable, Sendable {
    case smallForward = "SF"
    case powerForward = "PF"
    case center = "C"
    case shootingGuard = "SG"
    case pointGuard = "PG"

    /// Whether he plays near the basket.
    var isBig: Bool { self == .powerForward || self == .center }
  }

  /// Weights, about 1 for an average player.
  struct Skill: Sendable {
    /// How often he finishes a possession.
    var usage = 1.0
    /// The share of three-point shots among his shots.
    var threes = 0.4
    /// Added to the probability of his shots.
    var touch = 0.0
    var freeThrows = 0.78
    var rebounds = 1.0
    var assists = 1.0
    var steals = 1.0
    var blocks = 1.0
  }

  /// `playerNameI`: `A. Núñez`.
  var initialName: String { "\(firstName.prefix(1)). \(familyName)" }
  var name: String { "\(firstName) \(familyName)" }

  static func == (one: NBAPlayer, other: NBAPlayer) -> Bool { one.id == other.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// One side of a game: five starters, eight substitutes, and the players who cannot play that night.
struct NBARoster: Sendable {
  var club: NBAClub
  /// In the order of the box score: SF, PF, C, SG, PG.
  var starters: [NBAPlayer]
  var bench: [NBAPlayer]
  var inactive: [(player: NBAPlayer, reason: Reason)]

  /// `notPlayingReason` and `notPlayingDescription`; a description has a trailing blank, as in the feed.
  struct Reason: Sendable {
    var code: String
    var description: String?

    private init(_ cause: String, description: String? = nil) {
      (code, self.description) = ("inactive_\(cause)".uppercased(), description)
    }

    fileprivate static let all = [
      Reason("injury", description: "Left Ankle; Sprain "),
      Reason("gleague_twoway"), Reason("injury", description: "Illness; "),
      Reason("coach"),
    ]
  }

  /// Names with accents, apostrophes and suffixes, which must survive every step.
  private static let first = [
    "Jalen", "D'Marcus", "Luka", "Andrés", "Tyrese", "Niko", "Óscar", "Malik", "Sébastien", "Cole", "Jaylin", "Vít",
    "Keon", "Théo", "Marcus", "Isaiah", "Emre", "Davon", "Bogdan", "Aleksej", "Trey", "Quinn", "Kai", "Zaire",
  ]
  private static let family = [
    "Okafor Jr.", "Müller", "O'Dell", "Núñez", "Hale", "Porter III", "Jovanović", "Traoré", "Whitlock", "Schröter",
    "van der Berg", "Kowalski", "Adebisi", "Brandt II", "Şahin", "Carter-Lee", "Ibarra", "Dončević", "Sørensen", "Fall",
    "Grant", "St. Clair", "Yoon", "Petrov", "Lindqvist", "Diallo", "Mbeki", "Hendricks", "Ōta", "Valdés", "Green",
  ]
  private static let order: [NBAPlayer.Position] = [
    .smallForward, .powerForward, .center, .shootingGuard, .pointGuard,
  ]

  /// Takes the players of a club, who are the same in all games, and lets the dice decide who cannot play.
  init(_ club: NBAClub, using dice: inout SplitMix64) {
    let people = Self.players(of: club)
    let others = people[8...].shuffled(using: &dice)
    let missing = dice.number(in: 1...3)
    self.club = club
    starters = Array(people[0..<5])
    bench = people[5..<8] + others[0..<5].sorted { $0.id < $1.id }
    inactive = others[5..<5 + missing].map { ($0, dice.pick(Reason.all)) }
  }

  /// The 16 players of a club: an id always means the same player.
  private static func players(of club: NBAClub) -> [NBAPlayer] {
    var dice = SplitMix64(seed: UInt64(club.id))
    let (firsts, families) = (first.count, family.count)
    let offset = dice.number(in: 0...firsts * families - 1)
    let star = dice.number(in: 0...4)
    return (0..<16).map { number in
      // 101 is coprime to the number of names, so no two players of a club have the same name.
      let pick = (offset + number * 101) % (firsts * families)
      let position = order[number % 5]
      return NBAPlayer(
        id: 1_700_000 + (club.id % 100) * 100 + number, firstName: first[pick % firsts],
        familyName: family[pick / firsts], jersey: String((number * 7 + club.id) % 56), position: position,
        skill: skill(position, isStarter: number < 5, isStar: number == star, using: &dice))
    }
  }

  private static func skill(
    _ position: NBAPlayer.Position, isStarter: Bool, isStar: Bool, using dice: inout SplitMix64
  ) -> NBAPlayer.Skill {
    func about(_ value: Double) -> Double { value * dice.seconds(in: 0.7...1.3) }
    let isBig = position.isBig
    return NBAPlayer.Skill(
      usage: about(isStar ? 2.3 : isStarter ? 1.15 : 0.85),
      threes: position == .center ? dice.seconds(in: 0.05...0.3) : dice.seconds(in: 0.3...0.55),
      touch: (isStar ? 0.03 : 0) + dice.seconds(in: -0.03...0.03),
      freeThrows: dice.seconds(in: isBig ? 0.62...0.82 : 0.72...0.91),
      rebounds: about(position == .center ? 3 : isBig ? 1.9 : 0.8),
      assists: about(position == .pointGuard ? 3.4 : isStar ? 2.5 : isBig ? 0.6 : 1),
      steals: about(isBig ? 0.8 : 1.2), blocks: about(position == .center ? 3 : isBig ? 1.5 : 0.5))
  }

  /// All who can play.
  var active: [NBAPlayer] { starters + bench }
}

/// An official of a game.
struct NBAOfficial: Sendable {
  var id: Int
  var firstName: String
  var familyName: String
  var jersey: Int

  /// Three of the league's invented officials.
  static func crew(using dice: inout SplitMix64) -> [NBAOfficial] {
    let names = [
      ("Ron", "Ashby"), ("Dee", "Castell"), ("Moira", "Finch"), ("Abe", "Kornblatt"), ("Lia", "D'Amico"),
      ("Sol", "Reyes"), ("Pat", "Underhill"), ("Gus", "Weir"),
    ]
    let picked = names.indices.shuffled(using: &dice).prefix(3)
    return picked.map {
      NBAOfficial(id: 1_690_000 + $0, firstName: names[$0].0, familyName: names[$0].1, jersey: 10 + $0)
    }
  }
}
