import HTTPTypes
import Hummingbird
import HummingbirdCore
import LiveSimulator

/// The paths of cdn.nba.com, for a slate of the NBA. A file that does not exist is 403 with XML, as there.
struct SimulatedNBACDN: SimulatedSite {
  let slate: SimulatedNBASlate
  let answers: SimulatedAnswers

  /// The folder of all files.
  private static let folder = "/static/json"

  func add(to router: Router<BasicRequestContext>) {
    router.get("\(Self.folder)/liveData/scoreboard/todaysScoreboard_00.json") { _, _ in
      try await answer { slate.scoreboard(at: $0) }
    }
    router.get("\(Self.folder)/staticData/scheduleLeagueV2.json") { _, _ in
      try await answer { slate.schedule(at: $0) }
    }
    router.get("\(Self.folder)/liveData/playbyplay/:file") { _, context in
      let game = game(of: context.parameters.get("file"), prefix: "playbyplay_")
      return try await answer { time in game.flatMap { playByPlay(of: $0, at: time) } }
    }
    router.get("\(Self.folder)/liveData/boxscore/:file") { _, context in
      let game = game(of: context.parameters.get("file"), prefix: "boxscore_")
      return try await answer { time in game?.boxscore(at: time) }
    }
  }

  /// Returns the game of a file such as `playbyplay_0022500501.json`; nil if there is none.
  private func game(of file: String?, prefix: String) -> SimulatedNBAGame? {
    guard let file, file.hasPrefix(prefix), file.hasSuffix(".json") else { return nil }
    return slate.game(String(file.dropFirst(prefix.count).dropLast(5)))
  }

  private func playByPlay(of game: SimulatedNBAGame, at time: Double) -> [UInt8]? {
    guard game.tipOff <= time else { return nil }
    let other = slate.games.first { $0.gameId != game.gameId } ?? game
    let seed = answers.seed ^ UInt64(game.number)
    return FaultyFeed(game, other: other, seed: seed, shares: answers.faults.bodies).feed(at: time)
  }

  /// Answers with the file that `body` makes for the virtual time; nil if there is none.
  private func answer(_ body: (Double) -> [UInt8]?) async throws -> Response {
    let time = answers.now()
    return try await answers.answer(at: time) {
      guard let bytes = body(time) else {
        return SimulatedAnswers.response(NBARefusal.missingFile, status: .forbidden, type: "application/xml")
      }
      return SimulatedAnswers.response(bytes, type: "application/json")
    }
  }
}
