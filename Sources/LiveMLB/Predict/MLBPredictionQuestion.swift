internal import FoundationEssentials
internal import LiveModel

/// The question that leads to the prediction of a game.
struct MLBPredictionQuestion: Sendable {
  /// Base URL without a trailing slash.
  var baseURL: String
  var game: GameID
  var season: Int
  var lineups: Sides<Lineup>

  /// Kinds of games that count: the regular season and all rounds after it.
  private static let types: Set<String> = ["R", "F", "D", "L", "W"]

  /// Returns the question about a game; nil if it cannot be predicted now: both lineups are not posted, it has begun, or
  /// it is no game of the major leagues that counts.
  init?(baseURL: String, game: GameID, _ snapshot: GameSnapshot) {
    let (info, status) = (snapshot.info, snapshot.status)
    guard Self.types.contains(info.type), Baseball.isMajorLeague(info.away), Baseball.isMajorLeague(info.home),
      !status.isUnderway, !status.isOver, !snapshot.hasBegun,
      let season = Int(info.officialDate.prefix(4), in: 1900...9999),
      [Side.away, .home].allSatisfy({ !snapshot.lineups[$0].order.isEmpty })
    else { return nil }
    (self.baseURL, self.game, self.season, lineups) = (baseURL, game, season, snapshot.lineups)
  }

  /// The requests, and how the prediction is made of their answers.
  var question: PredictionQuestion {
    let (season, lineups) = (season, lineups)
    return PredictionQuestion(
      about: lineups.subject,
      parts: [
        .init(conditionsRequest, freshFor: .seconds(300)) { _ = try GameConditions(in: $0) },
        .init(playersRequest, freshFor: .seconds(3600)) {
          _ = try PredictionPlayerRow.players(in: $0, upTo: season)
        },
        .init(totalsRequest(of: season), freshFor: .seconds(6 * 3600)) { _ = try Self.totals(in: $0) },
        .init(totalsRequest(of: season - 1), freshFor: .seconds(7 * 86_400)) { _ = try Self.totals(in: $0) },
      ]
    ) { answers in
      guard answers.count == 4 else { return LeagueMembers() }
      let inputs = PredictionInputs(
        lineups: lineups, players: try PredictionPlayerRow.players(in: answers[1], upTo: season),
        league: LeagueRates(present: try Self.totals(in: answers[2]), before: try Self.totals(in: answers[3])),
        conditions: try GameConditions(in: answers[0]))
      return LeagueMembers(BaseballMembers(prediction: inputs.prediction))
    }
  }

  /// Source: `GET /api/v1.1/game/<gamePk>/feed/live` with the weather and the ballpark alone.
  private var conditionsRequest: HTTPRequest {
    HTTPRequest(
      url: "\(baseURL)/api/v1.1/game/\(game.gamePk)/feed/live?fields="
        + GameConditions.fields.joined(separator: ","))
  }

  /// Source: `GET /api/v1/people` with the statistics of all seasons, of both starters and both batting orders.
  private var playersRequest: HTTPRequest {
    let ids = [Side.away, .home].flatMap { side in
      [lineups[side].probablePitcher?.id].compactMap(\.self) + lineups[side].order
    }
    return request(
      "people?personIds=\(Set(ids).sorted().map(String.init).joined(separator: ","))"
        + "&hydrate=stats(group=[hitting,pitching],type=[yearByYear])", PredictionPlayerRow.fields)
  }

  /// Source: `GET /api/v1/teams/stats`, which has one row for each team. What all batters did is what all pitchers
  /// allowed.
  private func totalsRequest(of season: Int) -> HTTPRequest {
    request(
      "teams/stats?sportIds=1&stats=season&season=\(season)&group=hitting",
      ["stats", "type", "group", "displayName", "splits", "season", "team", "id", "stat"]
        + WeightedCounts.Name.allCases.map(\.rawValue))
  }

  private func request(_ path: String, _ fields: [String]) -> HTTPRequest {
    HTTPRequest(url: "\(baseURL)/api/v1/\(path)&fields=\(fields.joined(separator: ","))")
  }

  /// Decodes the sums over all teams; nil if no team has any. Throws if the answer has no list of statistics.
  static func totals(in body: [UInt8]) throws -> [String: Int]? {
    try MLBRows<MLBStats>.read(body) { .some($0.splits.filter { $0.club != nil }.counts) }.rows.first { !$0.isEmpty }
  }
}

extension Sides<Lineup> {
  /// The starters and both batting orders, as ids. The requests alone have them without their order.
  fileprivate var subject: String {
    [away, home].map { lineup in
      let ids = [lineup.probablePitcher?.id ?? 0] + lineup.order
      return ids.map(String.init).joined(separator: ",")
    }.joined(separator: "/")
  }
}
