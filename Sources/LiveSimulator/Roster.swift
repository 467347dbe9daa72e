/// One side of a game as it is announced: its batting order, its pitchers and its bench.
struct Roster: Sendable {
  var club: Club
  /// The nine who begin, in batting order; one of them is the designated hitter.
  var starters: [Starter]
  var startingPitcher: Player
  /// In the order of their coming.
  var bullpen: [Player]
  var bench: [Player]
  var manager: Player

  /// A player and where he begins.
  struct Starter: Sendable {
    var player: Player
    var position: Position
  }

  /// Names as they come in the game: accents, apostrophes and suffixes must survive the whole way.
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
    // 101 has no factor in common with the number of names: nobody of a club is named twice.
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
