import Foundation
import Testing
import WireSchema

@testable import LiveCore
@testable import livegamed

/// `docs/gallery/watch-board.txt` holds what `watch --board` shows; the README has a picture of it. `make golden`
/// writes it.
@Suite struct BoardGalleryTests {
  private static let folder = "\(WireFormat.root)/docs/gallery"

  /// The answer to `scoreboard` on the evening of the gallery's game. Clubs are real, players are made up.
  private static let scoreboard = #"""
    {"games":[
    {"league":"mlb","game":{"id":900001,"status":"live","away":{"abbreviation":"TOR"},"home":{"abbreviation":"AZ"}},
    "inning":{"number":6,"half":"top"},"inning_state":"Top","outs":0,"balls":2,"strikes":1,"score":{"away":2,"home":1},
    "bases":{"first":null,"second":{"id":900109,"name":"Hugo Baptiste"},"third":null},
    "batter":{"id":900101,"name":"Marcus Yellowbird"},"pitcher":{"id":900210,"name":"Mateo Brandt II"},
    "last":"Hugo Baptiste doubles (17) off the wall in center."},
    {"league":"mlb","game":{"id":900002,"status":"delayed","away":{"abbreviation":"BOS"},"home":{"abbreviation":"NYY"}},
    "inning":{"number":1,"half":"bottom"},"score":{"away":1,"home":2},"reason":"Rain"},
    {"league":"mlb","game":{"id":900003,"status":"live","away":{"abbreviation":"CHC"},"home":{"abbreviation":"STL"}},
    "inning":{"number":8,"half":"bottom"},"inning_state":"Middle","outs":3,"score":{"away":11,"home":4},
    "last":"Middle of the 8th"},
    {"league":"mlb","game":{"id":900004,"status":"final","away":{"abbreviation":"SEA"},"home":{"abbreviation":"LAD"}},
    "inning":{"number":10,"half":"bottom"},"score":{"away":3,"home":4}},
    {"league":"mlb","game":{"id":900005,"status":"scheduled","away":{"abbreviation":"ATH"},"home":{"abbreviation":"SF"}},
    "start":"2026-07-14T02:15:00.000Z"}]}
    """#

  /// Returns the events of `webhook.json` for these scenes, in their order there.
  private static func news(_ scenes: Set<String>) throws -> [WatchLine] {
    let page = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: "\(folder)/webhook.json")))
    let messages = try #require(page as? [[String: Any]]).filter { scenes.contains($0["scene"] as? String ?? "") }
    return try messages.map { message in
      let body = try JSONSerialization.data(withJSONObject: try #require(message["body"]))
      return try WatchLine(bytes: Array(body))
    }
  }

  @Test func theBoardIsThatOfThePicture() throws {
    let news = try Self.news(["game-start", "stolen-base", "run-scored", "correction", "perfect-game", "rain-delay"])
    #expect(news.count == 6)
    let games = try #require(BoardGame.all(in: Array(Self.scoreboard.utf8)))
    let page = BoardPage(games: games, news: news, zone: BoardTextTests.newYork)
    let lines = page.lines(width: 96, rows: 24, hasColour: true)
    try GoldenScreen(path: "docs/gallery/watch-board.txt").check(["$ livegamed watch --board"] + lines)
  }
}
