import FoundationEssentials
import Hummingbird
import LiveSimulator

/// Serves a season of MLB as StatsAPI does, with the requests of `LeagueControl`.
struct LeagueServer: Sendable {
  private let league: League<SimulatedSeason>
  private let faults: Faults
  private let control: LeagueControl<SimulatedSeason>

  init(league: League<SimulatedSeason>, faults: Faults) {
    (self.league, self.faults) = (league, faults)
    control = LeagueControl(league: league, faults: faults) { gamePk in
      guard let game = await league.game(gamePk) else { return nil }
      return Array(try JSONEncoder().encode(game.facts().map(ReportedFact.init)))
    }
  }

  /// Serves on a free loopback port until its task is cancelled.
  func run() async throws {
    let router = Router()
    router.get("/api/v1/schedule") { request, _ in
      let query = request.uri.queryParameters
      return await schedule(from: query["startDate"].map(String.init), to: query["endDate"].map(String.init))
    }
    router.get("/api/v1.1/game/:gamePk/feed/live") { _, context in
      await feed(of: context.parameters.get("gamePk", as: Int.self) ?? 0)
    }
    try await control.serve(router)
  }

  /// A fact in the format for programs.
  private struct ReportedFact: Encodable {
    var kind: String
    var atBatIndex: Int
    var eventIndex: Int?
    var inning: Int
    var half: String
    var away: Int
    var home: Int

    init(_ fact: SimulatedFact) {
      (kind, atBatIndex, eventIndex, inning) = (fact.kind, fact.atBatIndex, fact.eventIndex, fact.inning)
      (half, away, home) = (fact.half, fact.away, fact.home)
    }
  }

  private func schedule(from first: String?, to last: String?) async -> Response {
    let kind = await faults.next()
    let body = Slate(await league.all()).schedule(
      at: await league.now, from: first ?? "0000-00-00", to: last ?? "9999-99-99")
    // A truncated schedule is the only faulty body that cannot be mistaken for a valid one.
    return await control.answer(kind) {
      LeagueControl<SimulatedSeason>.response(kind == .body ? Array(body.prefix(body.count / 2)) : body)
    }
  }

  private func feed(of gamePk: Int) async -> Response {
    let kind = await faults.next()
    let time = await league.now
    guard let game = await league.game(gamePk) else { return Self.notFound }
    guard kind == .body else {
      return await control.answer(kind) { LeagueControl<SimulatedSeason>.response(game.feed(at: time)) }
    }
    let other = await league.all().first { $0.gamePk != gamePk } ?? game
    let faulty = FaultyFeed(game, other: other, seed: UInt64(gamePk), shares: Faults.bodies)
    return LeagueControl<SimulatedSeason>.response(faulty.feed(at: time))
  }

  private static var notFound: Response {
    LeagueControl<SimulatedSeason>.response(
      Array(#"{"messageNumber":10,"message":"Object not found"}"#.utf8), status: .notFound)
  }
}
