import LiveSimulator
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// The question about a game, and the answers of StatsAPI.
@Suite struct PredictionAnswersTests {
  private let league = SimulatedLeague(Slate(seed: 7, games: 2, firstPitch: 1_784_050_000, spread: 300))

  private func players(_ body: String, upTo season: Int = 2024) throws -> [Int: PredictionPlayer] {
    try PredictionPlayerRow.players(in: Array(body.utf8), upTo: season)
  }

  private func season(_ year: Int, _ stat: String, team: Int? = 1, sport: Int = 1) -> String {
    let club = team.map { #","team":{"id":\#($0)}"# } ?? ""
    return #"{"season":"\#(year)","sport":{"id":\#(sport)},"gameType":"R","stat":\#(stat)\#(club)}"#
  }

  private func person(_ splits: [String], _ group: String = "hitting") -> String {
    #"{"people":[{"id":5,"batSide":{"code":"S"},"pitchHand":{"code":"R"},"stats":[{"type":{"displayName":"yearByYear"},"#
      + #""group":{"displayName":"\#(group)"},"splits":[\#(splits.joined(separator: ","))]}]}]}"#
  }

  @Test func olderSeasonsWeighLess() throws {
    let body = person((2020...2025).map { season($0, #"{"plateAppearances":100,"homeRuns":10}"#) })
    let player = try #require(try players(body)[5])
    #expect(abs(player.batting[.plateAppearances] - 215) < 1e-9 && abs(player.batting[.homeRuns] - 21.5) < 1e-9)
    #expect(player.batSide == "S" && player.pitchHand == "R" && player.pitching == WeightedCounts())
  }

  @Test func aSeasonWithTwoTeamsCountsOnce() throws {
    let (part, whole) = (#"{"plateAppearances":100}"#, #"{"plateAppearances":200}"#)
    let both = person([season(2024, part, team: 1), season(2024, whole, team: nil), season(2024, part, team: 2)])
    #expect(try players(both)[5]?.batting[.plateAppearances] == 200)
    let parts = person([season(2024, part, team: 1), season(2024, part, team: 2)])
    #expect(try players(parts)[5]?.batting[.plateAppearances] == 200)
    #expect(try players(person([season(2024, part, sport: 11)]))[5]?.batting == WeightedCounts())
  }

  @Test func malformedStatisticsAreNone() throws {
    for body in [
      #"{"people":[{"id":5}]}"#, #"{"people":[{"id":5,"stats":7}]}"#, #"{"people":[{"id":5,"stats":[{"type":1}]}]}"#,
      person([season(2024, #"{"plateAppearances":-5,"homeRuns":"x","hits":1e300}"#)]),
    ] {
      #expect(try players(body)[5]?.batting == WeightedCounts(), "\(body)")
    }
    #expect(try players(#"{"people":[]}"#).isEmpty)
    #expect(throws: (any Error).self) { try players("{}") }
    #expect(throws: (any Error).self) { try players(#"{"people":[7]}"#) }
  }

  private func snapshot() -> GameSnapshot {
    var game = PlayedGame(status: "P")
    game.change { snapshot in
      for (side, club) in [(Side.away, 141), (.home, 109)] {
        snapshot.lineups[side].probablePitcher = Person(id: club * 1000 + 14, name: "Starter \(club)")
        snapshot.lineups[side].starters = (0..<9).map {
          Starter(player: Person(id: club * 1000 + $0, name: "Batter"), position: nil)
        }
      }
    }
    return game.snapshot
  }

  private func asked(_ snapshot: GameSnapshot) -> PredictionQuestion? {
    MLBPredictionQuestion(baseURL: "http://127.0.0.1:9", game: PlayedGame.id, snapshot)?.question
  }

  @Test func aQuestionIsAFewRequests() throws {
    let question = try #require(asked(snapshot()))
    #expect(question.parts.count == 4)
    #expect(question.parts[0].request.url.hasPrefix("http://127.0.0.1:9/api/v1.1/game/900001/feed/live?fields="))
    #expect(question.parts[1].request.url.contains("personIds=109000,109001,"))
    #expect(question.parts[1].request.url.contains("type=[yearByYear])&fields="))
    #expect(
      question.parts[2].request.url.contains("season=2024") && question.parts[3].request.url.contains("season=2023"))
    #expect(question.parts.allSatisfy { $0.request.url.utf8.count < 1500 })
  }

  @Test func onlyGamesThatCanBePredictedHaveAQuestion() {
    #expect(asked(snapshot()) != nil)
    let changes: [(inout GameSnapshot) -> Void] = [
      { $0.info.type = "S" }, { $0.info.away.abbreviation = "JPN" }, { $0.lineups.home.starters.removeLast() },
      { $0.status = MLBStatus(codedGameState: "I", statusCode: "I", detailedState: "", reason: nil) },
      { $0.status = MLBStatus(codedGameState: "D", statusCode: "DR", detailedState: "", reason: nil) },
      { $0.info.officialDate = "soon" },
    ]
    for (number, change) in changes.enumerated() {
      var changed = snapshot()
      change(&changed)
      #expect(asked(changed) == nil, "change \(number)")
    }
  }

  @Test func theSimulatedAnswersGiveAPrediction() throws {
    let snapshot = snapshot()
    let question = try #require(asked(snapshot))
    let ids = [Side.away, .home].flatMap { side in
      [snapshot.lineups[side].probablePitcher?.id ?? 0] + snapshot.lineups[side].order
    }
    let conditions = #"{"gamePk":900001,"gameData":{"venue":{"id":15},"weather":{"condition":"Roof Closed"}}}"#
    let answers = [
      Array(conditions.utf8), league.people(ids, hydrate: "stats(group=[hitting,pitching],type=[yearByYear])"),
      try #require(league.teamStatistics(group: "hitting", in: 2026)),
      try #require(league.teamStatistics(group: "hitting", in: 2025)),
    ]
    for (part, answer) in zip(question.parts, answers) { try part.check(answer) }
    let own: BaseballMembers? = try question.predict(answers).decoded()
    let prediction = try #require(own?.prediction)
    #expect(prediction.unknown.isEmpty && prediction.isAbout(snapshot.lineups))
    #expect(prediction.home.pitcher?.name == "Starter 109" && (0.2...0.8).contains(prediction.homeWin))
    #expect(throws: (any Error).self) { try question.predict([[], [], [], []]) }
  }
}
