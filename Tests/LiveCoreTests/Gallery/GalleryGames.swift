@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// The games of the gallery. Clubs are real, so that their colours show; players are not.
enum GalleryGames {
  static let toronto = GalleryClub(
    team: Team(id: 141, abbreviation: "TOR", name: "Toronto Blue Jays"), nickname: "Blue Jays",
    order: people(
      from: 900_101, "Marcus Yellowbird", "Rafael Quist", "Kenji Okafor", "Luca Sørensen", "D.J. Novák",
      "Willem Ibarra", "Tomás Achterberg", "Ezra Lindqvist", "Hugo Baptiste"),
    pitcher: Person(id: 900_110, name: "Andrés Müller"))

  static let arizona = GalleryClub(
    team: Team(id: 109, abbreviation: "AZ", name: "Arizona Diamondbacks"), nickname: "D-backs",
    order: people(
      from: 900_201, "Leo Marchetti", "José Hale", "Dario Onyango", "Finn Adeyemi", "Pablo Winterbourne",
      "Cole Tanaka", "Silas Okonkwo", "Beau Larsson", "Jonah Petrov"),
    pitcher: Person(id: 900_210, name: "Mateo Brandt II"),
    fixture: people(from: 900_211, "Ruben Vasquez-Holt", "Idris Vance"))

  private static let boston = GalleryClub(
    team: Team(id: 111, abbreviation: "BOS", name: "Boston Red Sox"), nickname: "Red Sox",
    order: people(from: 900_301, "Niko Halloran", "Sami Duarte", "Otis Brandvold"),
    pitcher: Person(id: 900_310, name: "Theo Kowalczyk"))

  private static let newYork = GalleryClub(
    team: Team(id: 147, abbreviation: "NYY", name: "New York Yankees"), nickname: "Yankees",
    order: people(from: 900_401, "Ivo Castellane", "Ray Nakagawa", "Milo Abernathy"),
    pitcher: Person(id: 900_410, name: "Gus Ferrante"))

  private static func people(from id: Int, _ names: String...) -> [Person] {
    names.enumerated().map { Person(id: id + $0, name: $1) }
  }

  /// A game with a lost perfect game, a lost lead and a grand slam.
  static let main = Result { try mainGame().events }
  /// Another game at the same time.
  static let other = Result { try otherGame().events }

  private static func mainGame() -> GalleryGame {
    var game = GalleryGame(id: 900_001, toronto, at: arizona, firstPitch: Timestamp(seconds: 1_783_985_100))
    game.probable(arizona.fixture[0], .home)
    game.probable(arizona.pitcher, .home)
    game.status("I", after: 3600)
    game.retire(1, .top)
    game.retire(1, .bottom)
    game.retire(2, .top)
    challenge(in: &game)
    game.retire(3, .top)
    steal(in: &game)
    for (number, half) in [(4, HalfInning.Half.top), (4, .bottom), (5, .top), (5, .bottom)] {
      game.retire(number, half)
    }
    burst(in: &game)
    game.status("IR", reason: "Rain", after: 40)
    game.status("I", after: 1980)
    game.retire(3)
    game.retire(6, .bottom)
    relief(in: &game)
    game.retire(7, .bottom)
    wildPitch(in: &game)
    game.retire(8, .bottom)
    game.retire(9, .top)
    walkOff(in: &game)
    game.decide(Decisions(winner: arizona.fixture[1], loser: toronto.pitcher))
    game.status("F", after: 30)
    return game
  }

  private static func challenge(in game: inout GalleryGame) {
    game.begin(2, .bottom)
    let batter = game.step()
    var pitch = Action("", batter, "Called Strike")
    (pitch.type, pitch.playId) = ("pitch", "5e1f0c44")
    pitch.reviews = [
      Review(reviewType: "MJ", isOverturned: true, inProgress: false, challengeTeam: arizona.team.id, player: batter)
    ]
    game.challengesLeft(Sides(away: 2, home: 2))
    game.act(pitch)
    game.finish("walk", to: "1B", runners: Bases(first: batter), "\(batter.name) walks.")
    game.retire(3)
  }

  private static func steal(in game: inout GalleryGame) {
    game.begin(3, .bottom)
    let runner = game.bat("walk", to: "1B") { "\($0.name) walks." }
    let batter = game.step()
    game.act(Action("stolen_base_2b", runner, "\(runner.name) steals (9) 2nd base."))
    game.finish(
      "single", to: "1B", runners: Bases(first: batter), scoring: [runner],
      "\(batter.name) singles on a ground ball to shortstop Hugo Baptiste. \(runner.name) scores.")
    game.bat("field_out") { "\($0.name) flies out to right fielder Luca Sørensen." }
    game.correct(back: 1) { play in
      play.result.eventType = "field_error"
      play.result.description =
        "\(batter.name) reaches on a fielding error by shortstop Hugo Baptiste. \(runner.name) scores."
      play.runners[0].credits = [RunnerMovement.Credit(fielder: 900_109, kind: "f_fielding_error")]
    }
    game.retire(2)
  }

  private static func burst(in game: inout GalleryGame) {
    game.begin(6, .top)
    let first = game.bat("single", to: "1B", runners: Bases(first: toronto.order[6])) { batter in
      "\(batter.name) singles on a line drive to left fielder Finn Adeyemi."
    }
    let second = game.bat("single", to: "1B", runners: Bases(first: toronto.order[7], second: first)) { batter in
      "\(batter.name) singles on a soft bunt. \(first.name) to 2nd."
    }
    game.bat("double", to: "2B", runners: Bases(second: toronto.order[8]), scoring: [first, second]) { batter in
      "\(batter.name) doubles (17) off the wall in center. \(first.name) scores. \(second.name) scores."
    }
  }

  private static func relief(in game: inout GalleryGame) {
    game.begin(7, .top)
    game.relieve(.home, by: arizona.fixture[1])
    game.finish("field_out", "Luca Sørensen flies out.")
    game.retire(2)
  }

  private static func wildPitch(in game: inout GalleryGame) {
    game.begin(8, .top)
    let runner = game.bat("triple", to: "3B", runners: Bases(third: toronto.order[6])) { "\($0.name) triples (4)." }
    let batter = game.step()
    let text = "With \(batter.name) batting, wild pitch by Idris Vance. \(runner.name) scores."
    game.act(Action("wild_pitch", arizona.fixture[1], text), runs: 1)
    game.unact(runs: 1)
    game.finish("strikeout", "\(batter.name) strikes out on a foul tip.")
    game.retire(2)
  }

  private static func walkOff(in game: inout GalleryGame) {
    let order = arizona.order
    game.begin(9, .bottom)
    game.bat("walk", to: "1B", runners: Bases(first: order[0])) { "\($0.name) walks." }
    game.bat("single", to: "1B", runners: Bases(first: order[1], second: order[0])) { "\($0.name) singles." }
    let loaded = Bases(first: order[2], second: order[1], third: order[0])
    game.bat("walk", to: "1B", runners: loaded) { "\($0.name) walks. Bases loaded." }
    game.bat("strikeout") { "\($0.name) strikes out swinging." }
    game.bat("home_run", to: "score", runners: .empty, scoring: [order[0], order[1], order[2], order[4]]) { batter in
      "\(batter.name) hits a grand slam (21) to right center field. "
        + [order[0], order[1], order[2]].map { "\($0.name) scores." }.joined(separator: " ")
    }
  }

  private static func otherGame() -> GalleryGame {
    var game = GalleryGame(id: 900_002, boston, at: newYork, firstPitch: Timestamp(seconds: 1_783_992_000))
    game.status("I", after: 300)
    game.begin(1, .top)
    game.bat("home_run", to: "score", scoring: [boston.order[0]]) {
      "\($0.name) homers (8) on a fly ball to left field."
    }
    game.retire(3)
    game.begin(1, .bottom)
    let first = game.bat("single", to: "1B", runners: Bases(first: newYork.order[0])) { "\($0.name) singles." }
    game.bat("home_run", to: "score", runners: .empty, scoring: [first, newYork.order[1]]) { batter in
      "\(batter.name) homers (30) on a line drive to right field. \(first.name) scores."
    }
    game.retire(3)
    game.status("IR", reason: "Rain", after: 30)
    return game
  }
}
