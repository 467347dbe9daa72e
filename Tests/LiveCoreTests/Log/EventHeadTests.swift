import Testing

@testable import LiveCore

@Suite struct EventHeadTests {
  private func head(_ data: String, id: String = "x@1") throws -> EventHead {
    try EventHead(
      line: Array(
        """
        {"specversion":"1.0","id":"\(id)","source":"/livegamed/9f2c61aa/mlb/games/7","type":"livegame.novelty",\
        "sequence":"0000000000000000005","data":\(data)}
        """.utf8))
  }

  @Test func aProgramGetsTheMainMembersAsVariables() throws {
    let data = """
      {"revision":2,"provisional":true,"importance":4,"tags":["hit","scoring"],"summary":"a\\u0000b",\
      "game":{"id":7,"away":{"abbreviation":"TOR"},"home":{"abbreviation":"AZ"}}}
      """
    #expect(
      try head(data).environment == [
        "LIVEGAMED_ID": "x@1", "LIVEGAMED_TYPE": "livegame.novelty", "LIVEGAMED_LOG": "9f2c61aa",
        "LIVEGAMED_SEQUENCE": "5", "LIVEGAMED_GAME_PK": "7", "LIVEGAMED_TEAMS": "TOR AZ",
        "LIVEGAMED_TAGS": "hit scoring", "LIVEGAMED_SUMMARY": "ab", "LIVEGAMED_IMPORTANCE": "4",
        "LIVEGAMED_REVISION": "2", "LIVEGAMED_PROVISIONAL": "1",
      ])
    #expect(
      try head(data).names == [
        "LIVEGAMED_ID": "x@1", "LIVEGAMED_TYPE": "livegame.novelty", "LIVEGAMED_GAME_PK": "7",
      ])
    let long = String(repeating: "x", count: 40_000)
    #expect(try head(#"{"summary":"\#(long)"}"#).environment["LIVEGAMED_SUMMARY"]?.utf8.count == 32 << 10)
  }

  @Test func whatAnotherVersionLacksIsLeftOutAndPassesFilters() throws {
    let head = try head(#"{"new":[1]}"#)
    #expect(head.teams == nil && head.environment["LIVEGAMED_GAME_PK"] == nil)
    #expect(EventFilter(teams: ["AZ"], tags: ["hit"]).matches(head))
    #expect(!EventFilter(types: ["livegame.play"]).matches(head))
  }
}
