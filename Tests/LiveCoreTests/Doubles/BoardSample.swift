@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// Three games: one live, one over, one not yet begun.
enum BoardSample {
  static let start = Timestamp(seconds: 1_720_838_400)

  static func row(_ number: Int, _ away: String, _ home: String, _ status: GameStatus.Phase) -> GameSummary {
    GameSummary(
      league: .mlb,
      game: GameSummary.Game(
        id: number, date: "2024-07-12", number: 1, type: "R", status: status,
        away: GameSummary.Club(id: 1, abbreviation: away, name: away),
        home: GameSummary.Club(id: 2, abbreviation: home, name: home)),
      start: start + .seconds(number))
  }

  static let live: GameSummary = {
    var game = row(2, "TOR", "AZ", .live)
    game.watched = true
    game.score = Score(away: 3, home: 2)
    game.baseball = BaseballSituation(
      inning: HalfInning(number: 5, half: .top), inningState: "Top", outs: 1, balls: 2, strikes: 0,
      bases: Bases(second: Person(id: 7, name: "Seven")), batter: Person(id: 8, name: "Eight"),
      pitcher: Person(id: 9, name: "Nine"))
    (game.last, game.feedAt, game.observedAt) = ("Seven doubles.", start, start)
    return game
  }()

  static let over: GameSummary = {
    var game = row(1, "BOS", "NYY", .final)
    (game.score, game.observedAt) = (Score(away: 1, home: 0), start)
    return game
  }()

  static let ahead = row(3, "BOS", "TB", .scheduled)

  static let board = GamesView(
    games: [over, live, ahead].map { GamesView.Card($0) }, scoreboard: [live, over].map { GamesView.Card($0) },
    statuses: ["live": 1, "final": 1, "scheduled": 1], watched: 1)

  /// Returns the daemon's state with a source that has answered.
  static func view(_ source: SourceState = SourceState(state: .ok, since: start)) -> DaemonInfo {
    DaemonInfo(board: { board }, sources: { ["mlb": source] }, since: { start })
  }
}

/// A summary as a client reads it.
extension GameSummary: Decodable {
  private enum MemberKeys: String, CodingKey, CaseIterable {
    case league, game, start, watched, reason, score, last, feedAt, observedAt
  }

  /// Decodes an answer.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberKeys.self)
    self.init(
      league: try container.decode(LeagueID.self, forKey: .league),
      game: try container.decode(Game.self, forKey: .game),
      start: try container.decodeIfPresent(Timestamp.self, forKey: .start),
      watched: try container.decode(Bool.self, forKey: .watched),
      reason: try container.decodeIfPresent(String.self, forKey: .reason),
      score: try container.decodeIfPresent(Score.self, forKey: .score),
      last: try container.decodeIfPresent(String.self, forKey: .last),
      feedAt: try container.decodeIfPresent(Timestamp.self, forKey: .feedAt),
      observedAt: try container.decodeIfPresent(Timestamp.self, forKey: .observedAt),
      members: try LeagueMembers(from: decoder, besides: MemberKeys.allCases))
  }
}
