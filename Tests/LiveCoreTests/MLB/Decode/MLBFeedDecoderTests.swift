import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct MLBFeedDecoderTests {
  private static let hasFeeds = !SharedData.feeds.isEmpty
  private static let names = Set(MLBFeedFields.list.split(separator: ",").map(String.init))

  @Test(arguments: Chunking.all)
  func agreesWithTheOracleOnASmallBody(chunking: Chunking) throws {
    let expected = try Oracle.snapshot(Data(FeedJSON.smallBytes))
    #expect(try chunking.snapshot(FeedJSON.smallBytes) == expected)
  }

  @Test(arguments: Chunking.all)
  func readsKeysInAnyOrder(chunking: Chunking) throws {
    let expected = try Oracle.snapshot(Data(FeedJSON.smallBytes))
    var generator = SplitMix(seed: 7)
    for _ in 0..<20 {
      let body = JSONTree(FeedJSON.smallBytes).shuffled(by: &generator).bytes
      #expect(try chunking.snapshot(body) == expected)
    }
  }

  @Test func aTrimmedBodyGivesTheSameSnapshot() throws {
    let trimmed = JSONTree(FeedJSON.smallBytes).trimmed(to: Self.names).bytes
    #expect(trimmed.count < FeedJSON.smallBytes.count)
    #expect(try Chunking.every(.max).snapshot(trimmed) == Oracle.snapshot(Data(FeedJSON.smallBytes)))
  }

  @Test func readsEveryMemberOfASnapshot() throws {
    let snapshot = try Chunking.every(5).snapshot(FeedJSON.smallBytes)
    #expect(snapshot.gamePk == 747_175)
    #expect(snapshot.timeStamp.description == "2024-07-13T03:11:42.000Z")
    #expect(snapshot.info.home == Team(id: 109, abbreviation: "ARI", name: "Arizona Diamondbacks"))
    #expect(snapshot.status.phase == .live)
    #expect(snapshot.linescore.score == Score(away: 1, home: 0))
    #expect(snapshot.linescore.pitcher == Person(id: 682_998, name: "José Ramírez"))
    let bases = Bases(first: Person(id: 8, name: ""), third: Person(id: 9, name: "Nine"))
    #expect(snapshot.linescore.bases == bases && snapshot.linescore.batter == Person(id: 7, name: "Seven"))
    #expect(snapshot.names == [665_489: "Vladimir Guerrero Jr.", 682_998: "José Ramírez 😀"])
    #expect(snapshot.plays.map(\.atBatIndex) == [0, 5, 3])
    let play = try #require(snapshot.plays.first)
    #expect(play.result.description == "Vladimir singles: \"hit\" — ok")
    #expect(play.basesAfter.third == Person(id: 7, name: "") && play.basesAfter.second == nil)
    #expect(play.runners.map(\.end) == ["1B", "score", nil])
    #expect(play.runners[1].credits == [.init(fielder: 9, kind: "f_fielded_ball"), .init(fielder: 0, kind: "f_x")])
    #expect(play.actions.map(\.index) == [1, 3] && play.lastEventIndex == 4)
    #expect(play.actions[0].startTime?.description == "2024-07-13T01:41:00.500Z")
    #expect(play.actions[0].endTime == nil && play.actions[1].score == nil)
    #expect(snapshot.plays[1].inning == HalfInning(number: 1, half: .bottom))
  }

  @Test(arguments: [
    (#"{"id":1,"abbreviation":"TOR","name":"Blue Jays"}"#, "TOR", "Blue Jays"),
    (#"{"id":1,"teamCode":"tor","name":"Blue Jays"}"#, "TOR", "Blue Jays"),
    (#"{"id":1,"abbreviation":"","fileCode":"t141","teamName":"Jays"}"#, "T141", "Jays"),
    (#"{"id":1,"name":"Toronto"}"#, "Toronto", "Toronto"), (#"{"id":1,"fileCode":"al"}"#, "AL", "AL"),
    (#"{"id":1}"#, "", ""),
  ])
  func fallsBackToOtherNames(club: String, abbreviation: String, name: String) throws {
    let body = FeedJSON.least().replacing(#""away":{"id":1}"#, with: #""away":\#(club)"#)
    let snapshot = try Chunking.every(.max).snapshot(Array(body.utf8))
    #expect(snapshot.info.away == Team(id: 1, abbreviation: abbreviation, name: name))
    #expect(try snapshot == Oracle.snapshot(Data(body.utf8)))
  }

  @Test(arguments: [
    (#"{"originalDate":"2024-07-11","dateTime":"2024-07-13T01:40:00Z"}"#, "2024-07-11"),
    (#"{"officialDate":"","dateTime":"2024-07-13T01:40:00Z"}"#, "2024-07-13"),
  ])
  func fallsBackToOtherDates(datetime: String, date: String) throws {
    let body = FeedJSON.least().replacing(#"{"officialDate":"2024-07-12"}"#, with: datetime)
    let snapshot = try Chunking.every(.max).snapshot(Array(body.utf8))
    #expect(snapshot.info.officialDate == date)
    #expect(try snapshot == Oracle.snapshot(Data(body.utf8)))
  }

  @Test func readsARepeatedKeyOnce() throws {
    let play = #"{"about":{"inning":3,"inning":4,"halfInning":"top"},"about":{"inning":5}}"#
    let body = FeedJSON.plays(play).replacing(#"{"gamePk":1,"#, with: #"{"gamePk":1,"gamePk":"x","#)
    let snapshot = try Chunking.every(.max).snapshot(Array(body.utf8))
    #expect(snapshot.plays.map(\.inning.number) == [3])
    #expect(try snapshot == Oracle.snapshot(Data(body.utf8)))
  }

  @Test(arguments: ["\"\"", "5", "\"Top \"", "null", "\"bottom\""]) func readsTheHalfInningFromEitherMember(
    half: String
  ) throws {
    let body = FeedJSON.plays(#"{"about":{"inning":3,"halfInning":\#(half),"isTopInning":false}}"#)
    let snapshot = try Chunking.every(.max).snapshot(Array(body.utf8))
    #expect(snapshot.plays.map(\.inning) == [HalfInning(number: 3, half: .bottom)])
  }

  @Test func acceptsAByteOrderMarkAndWhitespace() throws {
    let body = [0xEF, 0xBB, 0xBF] + Array(" \r\n\t\(FeedJSON.least()) \n".utf8)
    for chunking in Chunking.all { #expect(try chunking.snapshot(body).gamePk == 1) }
  }

  @Test(.enabled(if: hasFeeds), arguments: SharedData.feeds)
  func agreesWithTheOracleOnRealFeeds(url: URL) throws {
    let json = try SharedData.json(url)
    let expected = try Oracle.snapshot(json)
    let body = Array(json)
    let trimmed = JSONTree(body).trimmed(to: Self.names)
    var generator = SplitMix(seed: 11)
    for chunking in [Chunking.every(.max), .every(4096), .random(seed: 5, limit: 3000)] {
      #expect(try chunking.snapshot(body) == expected)
    }
    for chunking in Chunking.all { #expect(try chunking.snapshot(trimmed.bytes) == expected) }
    #expect(try Oracle.snapshot(Data(trimmed.bytes)) == expected)
    #expect(try Chunking.every(16).snapshot(trimmed.shuffled(by: &generator).bytes) == expected)
  }

  @Test(.enabled(if: hasFeeds), arguments: SharedData.feeds.suffix(3), Chunking.all)
  func agreesForAnyChunksAndKeyOrder(url: URL, chunking: Chunking) throws {
    let json = try SharedData.json(url)
    var generator = SplitMix(seed: 13)
    let body = JSONTree(Array(json)).shuffled(by: &generator).bytes
    #expect(try chunking.snapshot(body) == Oracle.snapshot(json))
  }

  @Test func theFieldsParameterHasEveryNameAndItsParents() {
    let names = MLBFeedFields.list.split(separator: ",").map(String.init)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.allSatisfy(\.isLetter) })
    for name in ["gamePk", "metaData", "timeStamp", "players", "fullName", "allPlays", "replacedPlayer", "credits"] {
      #expect(names.contains(name))
    }
    #expect(!names.contains("leaders") && !names.contains("currentPlay"))
  }
}
