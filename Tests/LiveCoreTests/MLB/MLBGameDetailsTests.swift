import Foundation
import Testing

@testable import LiveMLB
@testable import LiveModel

@Suite struct MLBGameDetailsTests {
  private static let game = GameID(league: .mlb, gamePk: 7)

  /// A game in the second inning: a home run, a balk that brings in a run during a plate appearance, and its end.
  private static let feed = #"""
    {"gamePk":7,"metaData":{"timeStamp":"20260712_003000"},
    "gameData":{"game":{"type":"R","doubleHeader":"Y","gameNumber":2},
      "datetime":{"dateTime":"2026-07-11T23:05:00Z","officialDate":"2026-07-11"},
      "status":{"codedGameState":"I","statusCode":"I","detailedState":"In Progress"},
      "teams":{"away":{"id":141,"name":"Toronto Blue Jays","abbreviation":"TOR","record":{"leagueRecord":{"wins":50,"losses":41}}},
        "home":{"id":111,"name":"Boston Red Sox","abbreviation":"BOS","record":{"leagueRecord":{"wins":40,"losses":51}}}},
      "venue":{"name":"Fenway Park","location":{"city":"Boston"}},
      "weather":{"condition":"Clear","temp":"71","wind":"8 mph, Out To CF"},
      "gameInfo":{"attendance":36001,"firstPitch":"2026-07-11T23:11:00.000Z","gameDurationMinutes":44},
      "probablePitchers":{"away":{"id":30,"fullName":"Cy Mata"},"home":{"id":31,"fullName":"Di Roe"}}},
    "liveData":{
      "plays":{"allPlays":[
        {"about":{"atBatIndex":0,"inning":1,"isTopInning":true,"isComplete":true},"matchup":{"batter":{"id":1},"pitcher":{"id":31}},
         "result":{"eventType":"home_run","description":"Ada Long  homers (3).","awayScore":1,"homeScore":0},"playEvents":[]},
        {"about":{"atBatIndex":1,"inning":1,"isTopInning":false,"isComplete":true},"matchup":{"batter":{"id":2}},
         "result":{"eventType":"field_out","description":"Bo Reyes flies out.","awayScore":1,"homeScore":1},
         "playEvents":[{"index":0,"details":{"description":"Ball","isBall":true}},
          {"index":1,"details":{"eventType":"balk","isScoringPlay":true,"description":"Eva Moe scores on a balk.","awayScore":1,"homeScore":1}}]},
        {"about":{"atBatIndex":2,"inning":2,"isTopInning":true,"isComplete":false},
         "result":{"awayScore":1,"homeScore":1},"playEvents":[]}]},
      "linescore":{"currentInning":2,"inningState":"Top","isTopInning":true,"scheduledInnings":9,"outs":1,"balls":2,"strikes":1,
        "innings":[{"num":1,"away":{"runs":1,"hits":1,"errors":0},"home":{"runs":1,"hits":0,"errors":0}},{"num":2,"away":{"runs":0,"hits":0,"errors":0},"home":{}}],
        "teams":{"away":{"runs":1,"hits":1,"errors":0,"leftOnBase":0},"home":{"runs":1,"hits":0,"errors":2,"leftOnBase":3}},
        "offense":{"batter":{"id":1,"fullName":"Ada Long"},"onDeck":{"id":3,"fullName":"Fay Poe"},"second":{"id":4,"fullName":"Gus Ivy"}},
        "defense":{"pitcher":{"id":31,"fullName":"Di Roe"}}},
      "boxscore":{"teams":{"away":{
        "teamStats":{"batting":{"atBats":4,"runs":1,"hits":1,"homeRuns":1,"leftOnBase":9},"pitching":{"numberOfPitches":17},"fielding":{"errors":0}},
        "battingOrder":[1,3],"pitchers":[30],"bench":[5],"bullpen":[6],"note":[{"label":"a","value":"Walked for Ng in the 2nd."}],
        "players":{
          "ID3":{"person":{"id":3,"fullName":"Fay Poe"},"position":{"abbreviation":"SS"},"battingOrder":"200","stats":{"batting":{"atBats":1,"hits":0}},"seasonStats":{"batting":{"avg":".250"}}},
          "ID1":{"person":{"id":1,"fullName":"Ada Long"},"allPositions":[{"abbreviation":"PH"},{"abbreviation":"CF"}],"battingOrder":"101","stats":{"batting":{"note":"a-","atBats":1,"runs":1,"hits":1,"homeRuns":1,"rbi":1,"baseOnBalls":0,"strikeOuts":0}},"seasonStats":{"batting":{"avg":".301"}}},
          "ID9":{"person":{"id":9,"fullName":"Ng"},"position":{"abbreviation":"CF"},"battingOrder":"100","stats":{"batting":{"atBats":0}}},
          "ID30":{"person":{"id":30,"fullName":"Cy Mata"},"stats":{"pitching":{"inningsPitched":"1.0","hits":0,"runs":1,"earnedRuns":1,"baseOnBalls":1,"strikeOuts":2,"numberOfPitches":17,"strikes":11}},"seasonStats":{"pitching":{"era":"3.10","wins":6,"losses":5}}},
          "ID5":{"person":{"id":5,"fullName":"Hal Orr"},"position":{"abbreviation":"C"}},
          "ID6":{"person":{"id":6,"fullName":"Ivo Pym"},"position":{"abbreviation":"P"}}}},
        "home":{"players":{},"battingOrder":[2]}}},
      "decisions":{}}}
    """#

  private static func details(
    _ changes: [(String, String)] = [], revisions: [Event] = []
  ) throws -> (GameDetails, BaseballDetails) {
    let text = changes.reduce(feed) { text, change in
      #expect(text.contains(change.0), "\(change.0)")
      return text.replacing(change.0, with: change.1)
    }
    let details = try MLBGameDetails.details(in: Array(text.utf8), of: game, revisions: revisions)
    return (details, try #require(details.members.decoded(as: BaseballDetails.self)))
  }

  @Test func aGameInProgressHasItsStateAndItsSituation() throws {
    let (details, own) = try Self.details()
    let board = details.game
    #expect(board.state == "Top 2nd" && board.summary.game.status == .live && board.isDoubleheader)
    #expect(board.summary.game.number == 2 && board.summary.game.date == "2026-07-11")
    #expect(board.summary.score == Score(away: 1, home: 1) && board.records.home == TeamRecord(wins: 40, losses: 51))
    #expect(details.venue == GameDetails.Venue(name: "Fenway Park", city: "Boston"))
    let situation = board.summary.baseball
    #expect(situation.outs == 1 && situation.balls == 2 && situation.batter?.name == "Ada Long")
    #expect(situation.bases == Bases(second: Person(id: 4, name: "Gus Ivy")) && own.onDeck?.name == "Fay Poe")
    #expect(own.weather == Weather(condition: "Clear", temperature: "71", wind: "8 mph, Out To CF"))
    #expect(own.attendance == 36001 && own.duration == 44 && own.decisions == nil)
    #expect(board.summary.feedAt == Timestamp(rfc3339: "2026-07-12T00:30:00Z"))
  }

  @Test func theLinescoreKeepsUnplayedHalvesEmpty() throws {
    let line = try #require(try Self.details().1.linescore)
    #expect(line.innings.map(\.number) == [1, 2] && line.scheduledInnings == 9)
    #expect(line.innings[1].away?.runs == 0 && line.innings[1].home == nil)
    #expect(line.totals?.home == GameLinescore.Line(runs: 1, hits: 0, errors: 2, leftOnBase: 3))
  }

  @Test func runsOfActionsAreScoringPlaysToo() throws {
    let plays = try #require(try Self.details().1.scoringPlays)
    #expect(plays.map(\.description) == ["Ada Long homers (3).", "Eva Moe scores on a balk."])
    #expect(plays.map(\.score) == [Score(away: 1, home: 0), Score(away: 1, home: 1)] && plays.map(\.runs) == [1, 1])
    #expect(plays.map(\.eventIndex) == [nil, 1] && plays.map(\.atBatIndex) == [0, 1])
    #expect(plays.map(\.inning) == [HalfInning(number: 1, half: .top), HalfInning(number: 1, half: .bottom)])
  }

  @Test func theBoxscoreHasThePlayersInOrder() throws {
    let own = try Self.details().1
    let box = try #require(own.boxscore?.away)
    #expect(box.batters.map(\.name) == ["Ng", "Ada Long", "Fay Poe"] && box.batters.map(\.order) == [100, 101, 200])
    #expect(
      box.batters[1].positions == ["PH", "CF"] && box.batters[1].mark == "a-" && box.batters[1].average == ".301")
    #expect(box.batters[2].positions == ["SS"] && box.batters[2].stats.atBats == 1 && box.batters[2].stats.runs == nil)
    #expect(box.pitchers.map(\.name) == ["Cy Mata"] && box.pitchers[0].stats.inningsPitched == "1.0")
    #expect(box.bench == [.init(id: 5, name: "Hal Orr", position: "C")] && box.bullpen.map(\.name) == ["Ivo Pym"])
    #expect(box.notes == ["a-Walked for Ng in the 2nd."] && box.batting?.homeRuns == 1 && box.errors == 0)
    #expect(own.probablePitchers?.away == ProbablePitcher(id: 30, name: "Cy Mata", wins: 6, losses: 5, era: "3.10"))
    #expect(own.probablePitchers?.home == ProbablePitcher(id: 31, name: "Di Roe"))
    // A lineup without places of the players has those of the list.
    #expect(own.boxscore?.home?.batters.map(\.order) == [100] && own.boxscore?.home?.batters[0].id == 2)
  }

  @Test func theLeadersAreThoseWithTheMost() throws {
    let leaders = try #require(try Self.details().1.leaders)
    #expect(leaders.map(\.category) == ["hits", "homeRuns", "rbi", "runs"] && leaders.allSatisfy { $0.value == 1 })
    #expect(leaders[0].players == [.init(id: 1, name: "Ada Long", side: .away)])
  }

  @Test func beforeTheGameThereAreNoPlaysAndNoScore() throws {
    let (details, own) = try Self.details([(#""codedGameState":"I","statusCode":"I""#, #""codedGameState":"P""#)])
    #expect(details.game.state == "Pre-game" && details.game.summary.score == nil)
    #expect(own.scoringPlays == nil && own.leaders == nil && own.onDeck == nil && own.probablePitchers != nil)
    #expect(details.game.summary.baseball.batter == nil)
  }

  @Test func aPostponedGameNamesItsNewDate() throws {
    let (details, _) = try Self.details([
      (#""codedGameState":"I","statusCode":"I""#, #""codedGameState":"D","statusCode":"DR","reason":"Rain""#),
      (
        #""officialDate""#, #""rescheduleDate":"2026-08-26T17:00:00Z","rescheduleGameDate":"2026-08-26","officialDate""#
      ),
    ])
    #expect(details.game.state == "Postponed" && details.game.summary.reason == "Rain")
    #expect(details.game.continuation?.date == "2026-08-26" && details.game.continuation?.start != nil)
  }

  @Test(arguments: [
    (#""wins":50"#, #""wins":"fifty""#), (#""weather":{"#, #""weather":[],"w":{"#), (#""temp":"71""#, #""temp":[71]"#),
    (#""attendance":36001"#, #""attendance":-3"#), (#""innings":[{"num":1"#, #""innings":[null,7,{"num":1"#),
    (#""runs":1,"hits":1,"errors":0,"leftOnBase":0"#, #""runs":99999999999999,"hits":1"#),
    (#""allPlays":["#, #""allPlays":[null,"x",{},"#),
    (#""awayScore":1,"homeScore":0"#, #""awayScore":"1","homeScore":0"#),
    (#""onDeck":{"id":3"#, #""onDeck":{"id":"3""#), (#""battingOrder":"200""#, #""battingOrder":200"#),
    (#""battingOrder":[1,3]"#, #""battingOrder":{"1":3}"#),
    (#""ID3":{"person""#, #""ID0":null,"ID00":{"person":7},"ID3":{"person""#),
    (#""note":[{"label""#, #""note":[4,{"label""#), (#""bench":[5]"#, #""bench":["5",null]"#),
    (#""firstPitch":"2026-07-11T23:11:00.000Z""#, #""firstPitch":"seven""#),
    (#""gameNumber":2"#, #""gameNumber":"two""#),
    (#""venue":{"name":"Fenway Park""#, #""venue":{"name":3"#), (#""linescore":{"#, #""linescore":3,"l":{"#),
    (#""boxscore":{"#, #""boxscore":"none","b":{"#), (#""plays":{"#, #""plays":[],"p":{"#),
    (#""timeStamp":"20260712_003000""#, #""timeStamp":20260712"#),
    (#""teams":{"away":{"id":141"#, #""teams":{"away":{"id":"x""#),
  ])
  func aMalformedMemberLosesOnlyItself(old: String, new: String) throws {
    let (whole, wholeOwn) = try Self.details()
    let (details, own) = try Self.details([(old, new)])
    #expect(details.game.summary.game.status == .live && details.game.summary.game.home == whole.game.summary.game.home)
    #expect(own.decisions == nil && (own.attendance == 36001 || old.contains("attendance")))
    #expect(own.boxscore?.away?.pitchers == wholeOwn.boxscore?.away?.pitchers || old.contains("boxscore"))
    #expect(own.linescore?.totals?.home == wholeOwn.linescore?.totals?.home || old.contains("linescore"))
  }

  @Test(arguments: [
    "[]", "7", "", "{}", #"{"gameData":{"status":{}}}"#, #"{"gameData":{"status":{"codedGameState":7}}}"#,
  ])
  func aBodyWithoutAGameIsRefused(body: String) {
    #expect(throws: (any Error).self) {
      try MLBGameDetails.details(in: Array(body.utf8), of: Self.game, revisions: [])
    }
  }

  @Test func everyReadNameIsRequested() throws {
    let url = try #require(MLB(baseURL: "http://h", sportIDs: [1]).detailsRequest(of: Self.game)).url
    #expect(url.hasPrefix("http://h/api/v1.1/game/7/feed/live?fields=gamePk,"))
    #expect(Set(MLBGameDetails.fields).count == MLBGameDetails.fields.count)
    let names = try Self.names(in: JSONSerialization.jsonObject(with: Data(Self.feed.utf8)))
    #expect(names.subtracting(MLBGameDetails.fields) == ["isBall"])
  }

  private static func names(in value: Any) -> Set<String> {
    if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(names(in: $1)) } }
    guard let object = value as? [String: Any] else { return [] }
    return object.reduce(into: []) { all, member in
      if !member.key.hasPrefix("ID") { all.insert(member.key) }
      all.formUnion(names(in: member.value))
    }
  }
}

/// Corrections of scoring plays, from the log.
@Suite struct ScoringPlayCorrectionTests {
  private static let plays = [
    ScoringPlay(
      inning: HalfInning(number: 1, half: .top), description: "Now a double.", score: Score(away: 1, home: 0), runs: 1,
      batter: Person(id: 1, name: "Ada Long"), atBatIndex: 4),
    ScoringPlay(
      inning: HalfInning(number: 1, half: .top), description: "A balk.", score: Score(away: 2, home: 0), runs: 1,
      batter: Person(id: 1, name: "Ada Long"), atBatIndex: 4, eventIndex: 2),
  ]

  private static func revision(
    _ number: Int, _ change: EventChange, _ summary: String, atBat: Int = 4, action: Int? = nil, batter: Int = 1
  ) -> Event {
    var event = NumberedEvents.event(1)
    event.data.fact = Fact(rawValue: "mlb/7/1-top/\(action.map { "action/\($0)" } ?? "pa")/\(batter)/1")
    (event.data.revision, event.data.change, event.data.summary) = (number, change, summary)
    event.data.observedAt = Timestamp(seconds: Int64(number) * 60)
    event.data.play = EventPlay(
      atBatIndex: atBat, eventIndex: action, batter: Person(id: batter, name: ""), pitcher: Person(id: 9, name: ""))
    return event
  }

  private static func before(_ revisions: Event...) -> [[String]?] {
    plays.corrected(by: revisions).map { $0.corrections?.map(\.before) }
  }

  @Test func aCorrectedPlayHasItsFormerTexts() {
    let revisions = [
      Self.revision(1, .new, "An error."), Self.revision(2, .corrected, "A single."),
      Self.revision(3, .corrected, "A double."),
    ]
    #expect(Self.plays.corrected(by: revisions)[0].corrections?.map(\.before) == ["An error.", "A single."])
    #expect(Self.plays.corrected(by: revisions)[0].corrections?.last?.observedAt == Timestamp(seconds: 180))
    #expect(Self.plays.corrected(by: revisions)[1].corrections == nil)
  }

  @Test func aCompletionIsNoCorrection() {
    #expect(Self.before(Self.revision(1, .new, "Ada Long …"), Self.revision(2, .completed, "A double.")) == [nil, nil])
  }

  @Test func anotherPlayOrARetractedOneCorrectsNothing() {
    let first = Self.revision(1, .new, "An error.", batter: 2)
    #expect(Self.before(first, Self.revision(2, .corrected, "A double.", batter: 2)) == [nil, nil])
    #expect(
      Self.before(Self.revision(1, .new, "x", atBat: 5), Self.revision(2, .corrected, "y", atBat: 5)) == [nil, nil])
    #expect(
      Self.before(
        Self.revision(1, .new, "x"), Self.revision(2, .corrected, "y"), Self.revision(3, .retracted, "z")) == [
          nil, nil,
        ])
  }

  @Test func anActionIsFoundByItsIndex() {
    let revisions = [
      Self.revision(1, .new, "A wild pitch.", action: 2), Self.revision(2, .corrected, "A balk.", action: 2),
    ]
    #expect(Self.plays.corrected(by: revisions).map { $0.corrections?.count } == [nil, 1])
  }

  @Test func theNewestFormerTextsAreKept() {
    let revisions = (1...20).map { Self.revision($0, $0 == 1 ? .new : .corrected, "\($0)") }
    #expect(Self.plays.corrected(by: revisions)[0].corrections?.map(\.before) == ["15", "16", "17", "18", "19"])
  }
}
