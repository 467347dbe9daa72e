/// A game's status over its day, with StatsAPI's codes.
enum SimulatedStatus {
  private static let preGame = 1200.0
  private static let warmup = 300.0

  static func moments(firstPitch: Double, over: Double) -> [Double] {
    [firstPitch - preGame, firstPitch - warmup, firstPitch, over, over + SimulatedGame.finalLag]
  }

  static func json(of game: SimulatedGame, at time: Double) -> JSON {
    switch time {
    case ..<(game.firstPitch - preGame): codes("Preview", "S", "S", "Scheduled")
    case ..<(game.firstPitch - warmup): codes("Preview", "P", "P", "Pre-Game")
    case ..<game.firstPitch: codes("Live", "P", "PW", "Warmup")
    case ..<game.over: codes("Live", "I", "I", "In Progress")
    case ..<game.end: codes("Final", "O", "O", "Game Over")
    default: codes("Final", "F", "F", "Final")
    }
  }

  private static func codes(_ abstract: String, _ coded: String, _ status: String, _ detailed: String) -> JSON {
    [
      "abstractGameState": .string(abstract), "codedGameState": .string(coded), "detailedState": .string(detailed),
      "statusCode": .string(status), "startTimeTBD": false, "abstractGameCode": .string(String(abstract.prefix(1))),
    ]
  }
}
