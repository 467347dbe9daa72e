package import LiveModel

/// The service balldontlie, which lists the NBA's players for a user who has a key.
///
/// Source: the service's OpenAPI document of the NBA, April 2026. The key goes into the header `Authorization`, without
/// `Bearer`. Its paths work as `/v1/…` and `/nba/v1/…`.
package struct Balldontlie: Sendable {
  package static let defaultURL = "https://api.balldontlie.io"
  /// The limit of the free plan.
  package static let freeRequestsPerMinute = 5

  /// Base URL without a trailing slash.
  private let baseURL: String
  private let key: Secret?
  private let requestsPerMinute: Int

  package init(
    baseURL: String = Balldontlie.defaultURL, key: Secret? = nil,
    requestsPerMinute: Int = Balldontlie.freeRequestsPerMinute
  ) {
    (self.baseURL, self.key, self.requestsPerMinute) = (baseURL, key, requestsPerMinute)
  }

  /// The service as the core heeds its limits. Every plan has teams and players; active players and season averages need
  /// a better one than the free plan.
  package var service: ListingService {
    ListingService(
      // cdn.nba.com may be imitated at the same address.
      name: Self.name, baseURL: "\(baseURL)/v1", requestsPerMinute: requestsPerMinute, hasKey: hasKey,
      section: "source.nba.numbers", basicPaths: ["/teams", "/players", "/players/*"],
      benefit: "With a key, players are found by name, with bio and season averages as far as its plan has them",
      application: "a free key is at https://app.balldontlie.io")
  }

  static let name = "balldontlie"
  /// The most rows of one answer.
  static let pageSize = 100

  var hasKey: Bool { key != nil }

  /// How long answers stay fresh. Five requests a minute are few, and names, heights and colleges do not change.
  enum Lifetime {
    static let teams = Duration.seconds(30 * 86_400)
    static let roster = Duration.seconds(86_400)
    static let search = Duration.seconds(3 * 86_400)
    static let player = Duration.seconds(7 * 86_400)
    static let averages = Duration.seconds(12 * 3600)
  }

  /// Source: `GET /v1/teams`, on one page.
  var teams: HTTPRequest { request("teams", []) }

  /// Source: `GET /v1/players/active`. `team` is the service's id.
  func activePlayers(ofTeam team: Int, after cursor: Int? = nil) -> HTTPRequest {
    request("players/active", [("team_ids[]", "\(team)")] + page(cursor))
  }

  /// Source: `GET /v1/players` of a team: all players whose last team it is. `team` is the service's id.
  func allPlayers(ofTeam team: Int, after cursor: Int? = nil) -> HTTPRequest {
    request("players", [("team_ids[]", "\(team)")] + page(cursor))
  }

  /// Source: `GET /v1/players` with a part of the first or the last name, in any case.
  func players(withPartOfName part: String, after cursor: Int? = nil) -> HTTPRequest {
    request("players", [("search", part)] + page(cursor))
  }

  /// Source: `GET /v1/players/<id>`.
  func player(_ id: Int) -> HTTPRequest { request("players/\(id)", []) }

  /// Source: `GET /v1/season_averages/general`. A season is named by the year in which it begins.
  func typedAverages(of player: Int, in season: Int) -> HTTPRequest {
    request(
      "season_averages/general",
      [("season", "\(season)"), ("season_type", "regular"), ("type", "base"), ("player_ids[]", "\(player)")])
  }

  /// Source: `GET /v1/season_averages`, the older form.
  func flatAverages(of player: Int, in season: Int) -> HTTPRequest {
    request("season_averages", [("season", "\(season)"), ("player_id", "\(player)")])
  }

  private func page(_ cursor: Int?) -> [(String, String)] {
    [("per_page", "\(Self.pageSize)")] + (cursor.map { [("cursor", "\($0)")] } ?? [])
  }

  private func request(_ path: String, _ query: [(name: String, value: String)]) -> HTTPRequest {
    let members = query.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
    let headers = key.map { key in [(name: "Authorization", value: key.reveal { $0 })] } ?? []
    return HTTPRequest(url: "\(baseURL)/v1/\(path)" + (members.isEmpty ? "" : "?\(members)"), headers: headers)
  }
}
