import Foundation
import Testing

@testable import LiveMLB
@testable import LiveModel

/// The details of recorded games, compared with values that are computed from the raw feeds.
@Suite(.enabled(if: !SharedData.feeds.isEmpty)) struct RealGameDetailsTests {
  private static func decoded(_ body: Data) throws -> (GameDetails, BaseballDetails) {
    let game = GameID(league: .mlb, gamePk: 1)
    let details = try MLBGameDetails.details(in: Array(body), of: game, revisions: [])
    return (details, try #require(details.members.decoded(as: BaseballDetails.self)))
  }

  /// Returns the member at a path such as `liveData/linescore/teams`.
  private static func member<Value>(_ path: String, of feed: [String: Any], as type: Value.Type = Value.self) -> Value?
  {
    let names = path.split(separator: "/").map(String.init)
    let parent = names.dropLast().reduce(feed) { $0?[$1] as? [String: Any] }
    return names.last.flatMap { parent?[$0] as? Value }
  }

  private static func raw(_ body: Data) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: body) as? [String: Any])
  }

  @Test(arguments: SharedData.feeds) func theTotalsAreThoseOfTheFeed(url: URL) throws {
    let body = try SharedData.json(url)
    let (feed, (details, own)) = (try Self.raw(body), try Self.decoded(body))
    #expect(details.game.summary.game.id == feed["gamePk"] as? Int)
    #expect(details.venue?.name == Self.member("gameData/venue/name", of: feed))
    for side in [Side.away, .home] {
      let totals = Self.member("liveData/linescore/teams/\(side.rawValue)", of: feed, as: [String: Any].self)
      let line = side == .away ? own.linescore?.totals?.away : own.linescore?.totals?.home
      #expect(line?.runs == totals?["runs"] as? Int && line?.hits == totals?["hits"] as? Int, "\(side)")
      #expect(line?.leftOnBase == totals?["leftOnBase"] as? Int && line?.errors == totals?["errors"] as? Int, "\(side)")
      #expect(details.game.summary.score?[side] == totals?["runs"] as? Int, "\(side)")
      let innings = (own.linescore?.innings ?? []).map { side == .away ? $0.away?.runs : $0.home?.runs }
      #expect(innings.compactMap(\.self).reduce(0, +) == totals?["runs"] as? Int ?? 0, "\(side)")
      let record = Self.member("gameData/teams/\(side.rawValue)/record/leagueRecord", of: feed, as: [String: Any].self)
      #expect(details.game.records[side]?.wins == record?["wins"] as? Int, "\(side)")
    }
    for (path, person) in [
      ("winner", own.decisions?.winner), ("loser", own.decisions?.loser), ("save", own.decisions?.save),
    ] {
      #expect(person?.id == Self.member("liveData/decisions/\(path)/id", of: feed), "\(path)")
      #expect(person?.name == Self.member("liveData/decisions/\(path)/fullName", of: feed), "\(path)")
    }
    #expect(own.probablePitchers?.away?.id == Self.member("gameData/probablePitchers/away/id", of: feed))
  }

  @Test(arguments: SharedData.feeds) func theBoxscoreAddsUp(url: URL) throws {
    let body = try SharedData.json(url)
    let (feed, (_, own)) = (try Self.raw(body), try Self.decoded(body))
    for side in [Side.away, .home] {
      let path = "liveData/boxscore/teams/\(side.rawValue)"
      let box = try #require(own.boxscore?[side])
      let players = Self.member("\(path)/players", of: feed, as: [String: [String: Any]].self) ?? [:]
      #expect(box.batters.count == players.values.count { $0["battingOrder"] != nil }, "\(side)")
      #expect(box.batters.map(\.order) == box.batters.map(\.order).sorted())
      #expect(box.batters.allSatisfy { !$0.name.isEmpty && !$0.positions.isEmpty })
      #expect(box.pitchers.map(\.id) == Self.member("\(path)/pitchers", of: feed), "\(side)")
      #expect(box.bench.map(\.id) == Self.member("\(path)/bench", of: feed), "\(side)")
      #expect(box.bullpen.map(\.id) == Self.member("\(path)/bullpen", of: feed), "\(side)")
      let batting = Self.member("\(path)/teamStats/batting", of: feed, as: [String: Any].self)
      let line = side == .away ? own.linescore?.totals?.away : own.linescore?.totals?.home
      func sum(_ value: (BattingStats) -> Int?) -> Int { box.batters.compactMap { value($0.stats) }.reduce(0, +) }
      #expect(sum(\.atBats) == batting?["atBats"] as? Int ?? 0 && sum(\.hits) == line?.hits ?? 0, "\(side)")
      #expect(sum(\.runs) == line?.runs ?? 0 && sum(\.rbi) == batting?["rbi"] as? Int ?? 0, "\(side)")
      #expect(sum(\.strikeOuts) == batting?["strikeOuts"] as? Int ?? 0, "\(side)")
      let against = side == .away ? own.linescore?.totals?.home : own.linescore?.totals?.away
      #expect(box.pitchers.compactMap(\.stats.runs).reduce(0, +) == against?.runs ?? 0, "\(side)")
    }
  }

  @Test(arguments: SharedData.feeds) func theScoringPlaysLeadToTheScore(url: URL) throws {
    let body = try SharedData.json(url)
    let (feed, (details, own)) = (try Self.raw(body), try Self.decoded(body))
    let plays = own.scoringPlays ?? []
    #expect(plays.last?.score ?? .zero == details.game.summary.score ?? .zero)
    #expect(plays.reduce(0) { $0 + $1.runs } == (details.game.summary.score.map { $0.away + $0.home } ?? 0))
    #expect(plays.allSatisfy { !($0.description ?? "").isEmpty })
    // Each plate appearance that the feed lists is there, itself or by one of its actions.
    let listed = Self.member("liveData/plays/scoringPlays", of: feed, as: [Int].self) ?? []
    #expect(Set(listed).isSubset(of: Set(plays.map(\.atBatIndex))))
  }

  /// The requested fields have all that is read: a feed with only these gives the same details.
  @Test(arguments: SharedData.feeds) func theRequestedFieldsAreEnough(url: URL) throws {
    let body = try SharedData.json(url)
    let names = Set(MLBGameDetails.fields)
    func projected(_ value: Any) -> Any {
      if let list = value as? [Any] { return list.map(projected) }
      guard let object = value as? [String: Any] else { return value }
      return object.filter { names.contains($0.key) || $0.key.hasPrefix("ID") }.mapValues(projected)
    }
    let smaller = try JSONSerialization.data(withJSONObject: projected(try Self.raw(body)))
    let (whole, part) = (try Self.decoded(body), try Self.decoded(smaller))
    #expect(whole.0 == part.0 && whole.1 == part.1)
    #expect(smaller.count < 400_000, "\(smaller.count)")
  }
}
