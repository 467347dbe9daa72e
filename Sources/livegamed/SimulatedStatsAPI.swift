import HTTPTypes
import Hummingbird
import HummingbirdCore
import LiveModel
import LiveSimulator

/// The paths of StatsAPI, for a slate.
struct SimulatedStatsAPI: SimulatedSite {
  private let slate: Slate
  private let league: SimulatedLeague
  private let answers: SimulatedAnswers

  init(slate: Slate, answers: SimulatedAnswers) {
    (self.slate, self.answers) = (slate, answers)
    league = SimulatedLeague(slate)
  }

  func add(to router: Router<BasicRequestContext>) {
    router.get("/api/v1/schedule") { request, _ in
      let (query, time) = (request.uri.queryParameters, answers.now())
      return try await answer(at: time) {
        let date = query["date"].map { String($0) }
        let first = date ?? query["startDate"].map { String($0) } ?? "0000-00-00"
        let last = date ?? query["endDate"].map { String($0) } ?? "9999-99-99"
        let hasLinescores = query["hydrate"].map { $0.split(separator: ",").contains("linescore") } ?? false
        return slate.schedule(
          at: time, from: first, to: last, of: query["teamId"].flatMap(Self.id), withLinescores: hasLinescores)
      }
    }
    router.get("/api/v1.1/game/:gamePk/feed/live") { _, context in
      let (gamePk, time) = (context.parameters.get("gamePk", as: Int.self), answers.now())
      guard let game = slate.games.first(where: { $0.gamePk == gamePk }) else { return Self.notFound }
      return try await answer(at: time) {
        let other = slate.games.first { $0.gamePk != gamePk } ?? game
        return FaultyFeed(
          game, other: other, seed: answers.seed ^ UInt64(game.gamePk), shares: answers.faults.bodies
        ).feed(at: time)
      }
    }
    addLeague(to: router)
  }

  /// Adds the requests about teams and players.
  private func addLeague(to router: Router<BasicRequestContext>) {
    add("teams", to: router) { query, _ in Self.isBaseball(query["sportId"]) ? league.teams(in: query.season) : nil }
    add("teams/stats", to: router) { query, _ in
      league.teamStatistics(group: query["group"].map { String($0) } ?? "hitting", in: query.season)
    }
    add("teams/:id/roster", to: router) { _, id in id.flatMap(league.roster) }
    add("standings", to: router) { query, _ in
      league.standings(of: Set(query.numbers("leagueId")), in: query.season)
    }
    add("sports/:id/players", to: router) { query, id in id == 1 ? league.players(in: query.season) : nil }
    add("people", to: router) { query, _ in league.people(query.numbers("personIds"), hydrate: query.hydrate) }
    add("people/:id", to: router) { query, id in id.flatMap { league.person($0, hydrate: query.hydrate) } }
  }

  /// Answers `/api/v1/` and a path with the body that `body` makes of the query and the id in the path; 404 for nil.
  private func add(
    _ path: String, to router: Router<BasicRequestContext>, _ body: @escaping @Sendable (Query, Int?) -> [UInt8]?
  ) {
    router.get("/api/v1/\(path)") { request, context in
      guard let bytes = body(request.uri.queryParameters, context.parameters.get("id", as: Int.self)) else {
        return Self.notFound
      }
      return try await answer(at: answers.now()) { bytes }
    }
  }

  fileprivate static func id(_ text: Substring) -> Int? { Int(text, in: 0...99_999_999) }

  /// Returns whether a value of `sportId` names MLB, or none is given.
  private static func isBaseball(_ sports: Substring?) -> Bool {
    sports.map { $0.split(separator: ",").contains("1") } ?? true
  }

  private static let notFound = SimulatedAnswers.response(
    Array(#"{"messageNumber":10,"message":"Object not found"}"#.utf8), status: .notFound)

  private func answer(at time: Double, _ body: () -> [UInt8]) async throws -> Response {
    try await answers.answer(at: time) { SimulatedAnswers.response(body()) }
  }
}

/// The parameters of a request.
fileprivate typealias Query = FlatDictionary<Substring, Substring>

extension Query {
  fileprivate var season: Int? { self["season"].flatMap { Int($0, in: 1800...9999) } }
  fileprivate var hydrate: String { self["hydrate"].map { String($0) } ?? "" }

  /// The whole numbers of a list such as `103,104`.
  fileprivate func numbers(_ name: Substring) -> [Int] {
    self[name]?.split(separator: ",").compactMap(SimulatedStatsAPI.id) ?? []
  }
}
