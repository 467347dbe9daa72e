import Testing

@testable import LiveMLB
@testable import LiveModel

@Suite struct MLBPeopleTests {
  private func standings(_ people: String) throws -> [PlayerStanding] {
    try MLBPeople.standings(in: Array(#"{"people":[\#(people)]}"#.utf8))
  }

  @Test(arguments: [
    (#""fullName":"A","active":true,"currentTeam":{"id":111,"name":"Boston Red Sox"}"#, true, "Boston Red Sox"),
    (#""fullName":"A","active":true,"currentTeam":{"id":533,"name":"Worcester Red Sox"}"#, true, "Worcester Red Sox"),
    // A player who has retired, and one without a team.
    (#""fullName":"A","active":false,"currentTeam":{"name":"Boston Red Sox"}"#, false, "Boston Red Sox"),
    (#""fullName":"A","active":true"#, false, nil), (#""fullName":"A""#, false, nil),
    (#""fullName":"A","currentTeam":{}"#, true, nil),
    // Members that cannot be read lose only themselves.
    (#""fullName":"A","active":"yes","currentTeam":{"name":"B"}"#, true, "B"),
    (#""fullName":"A","active":true,"currentTeam":7"#, nil, nil),
    (#""fullName":"A","active":true,"currentTeam":{"name":7}"#, true, nil),
  ])
  func aPlayerIsActiveWhileHisTeamIsKnown(members: String, isActive: Bool?, team: String?) throws {
    #expect(
      try standings(#"{"id":1,\#(members)}"#) == [PlayerStanding(id: 1, name: "A", isActive: isActive, team: team)])
  }

  @Test func aRowWithoutAnIDHidesNoOther() throws {
    #expect(try standings(#"{"fullName":"A"},7,{"id":"x"},{"id":2,"fullName":5}"#).map(\.id) == [2])
    #expect(try standings("").isEmpty)
    #expect(try standings(#"{"id":2,"fullName":"\#(String(repeating: "x", count: 201))"}"#).map(\.name) == [nil])
  }

  @Test(arguments: ["", "{}", #"{"people":7}"#, "<html>", #"{"people":[{"id":1}"#])
  func aBodyWithoutAListIsRefused(body: String) {
    #expect(throws: (any Error).self) { try MLBPeople.standings(in: Array(body.utf8)) }
  }

  @Test func thePlayersAreAskedForInOneRequest() {
    let league = MLB(baseURL: "http://127.0.0.1:9", sportIDs: [1])
    #expect(
      league.playerStandingsRequest(of: [660_271, 592_450])?.url
        == "http://127.0.0.1:9/api/v1/people?personIds=660271,592450&hydrate=currentTeam"
        + "&fields=people,id,fullName,active,currentTeam,name")
  }
}
