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

  @Test func whatAnotherVersionLacksIsLeftOutAndPassesFilters() throws {
    let head = try head(#"{"new":[1]}"#)
    #expect(head.teams == nil && head.data.change == nil)
    #expect(EventFilter(teams: ["AZ"], tags: ["hit"]).matches(head))
    #expect(!EventFilter(types: ["livegame.play"]).matches(head))
  }
}
