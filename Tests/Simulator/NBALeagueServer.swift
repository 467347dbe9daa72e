import FoundationEssentials
import Hummingbird
import LiveSimulator

/// Serves a season of the NBA as cdn.nba.com does, with the requests of `LeagueControl`.
struct NBALeagueServer: Sendable {
  private typealias Control = LeagueControl<SimulatedNBASeason>

  private let season: SimulatedNBASeason
  private let league: League<SimulatedNBASeason>
  private let faults: Faults
  private let control: LeagueControl<SimulatedNBASeason>

  /// Creates a server of a season whose clock stops at its first second until it is set.
  init(_ season: SimulatedNBASeason) {
    let league = League(season)
    (self.season, self.league, faults) = (season, league, Faults())
    control = LeagueControl(league: league, faults: faults) { number in
      guard let game = await league.all().first(where: { $0.number == number }) else { return nil }
      return Array(try JSONEncoder().encode(game.facts().map(ReportedFact.init)))
    }
  }

  /// Serves on a free loopback port until its task is cancelled.
  func run() async throws {
    let router = Router()
    router.get("/static/json/liveData/scoreboard/todaysScoreboard_00.json") { _, _ in
      await listing { $0.scoreboard(at: $1) }
    }
    router.get("/static/json/staticData/scheduleLeagueV2.json") { _, _ in
      await listing { $0.schedule(at: $1) }
    }
    router.get("/static/json/liveData/playbyplay/:file") { _, context in
      await file(context.parameters.get("file"), "playbyplay_") { game, other, time, isFaulty in
        guard isFaulty, game.tipOff <= time else { return game.playByPlay(at: time) }
        return FaultyFeed(game, other: other, seed: UInt64(game.number), shares: Faults.bodies).feed(at: time)
      }
    }
    router.get("/static/json/liveData/boxscore/:file") { _, context in
      await file(context.parameters.get("file"), "boxscore_") { game, _, time, isFaulty in
        game.boxscore(at: time).map { isFaulty ? Array($0.prefix($0.count / 2)) : $0 }
      }
    }
    try await control.serve(router)
  }

  /// A fact in the format for programs, by the names of `nba_truth.py`.
  private struct ReportedFact: Encodable {
    var kind: String
    var action: Int
    var period: Int
    var clock: String
    var away: Int
    var home: Int
    var player: Int?
    var isHome: Bool?

    init(_ fact: NBAFact) {
      (kind, action, period, clock) = (fact.kind, fact.action, fact.period, fact.clock)
      (away, home, player, isHome) = (fact.away, fact.home, fact.player, fact.isHome)
    }
  }

  /// Answers with a document of all games. A truncated one is the only faulty body that cannot be mistaken for a valid
  /// one.
  private func listing(_ document: (SimulatedNBASlate, Double) -> [UInt8]) async -> Response {
    let kind = await faults.next()
    let body = document(season.slate(await league.all()), await league.now)
    return await control.answer(kind, forbidden: NBARefusal.botFilter) {
      Control.response(kind == .body ? Array(body.prefix(body.count / 2)) : body)
    }
  }

  /// Answers with the file of a game; a name such as `playbyplay_0022500001.json` begins with `prefix`.
  private func file(
    _ name: String?, _ prefix: String,
    _ body: (_ game: SimulatedNBAGame, _ other: SimulatedNBAGame, _ time: Double, _ isFaulty: Bool) -> [UInt8]?
  ) async -> Response {
    let kind = await faults.next()
    let (games, time) = (await league.all(), await league.now)
    let game = games.first { name == "\(prefix)\($0.gameId).json" }
    let bytes = game.flatMap { game in
      body(game, games.first { $0.gameId != game.gameId } ?? game, time, kind == .body)
    }
    return await control.answer(kind, forbidden: NBARefusal.botFilter) {
      bytes.map { Control.response($0) } ?? Control.response(NBARefusal.missingFile, status: .forbidden)
    }
  }
}
