import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// A body that cannot be read, and the expected fault.
struct BadBody: Sendable, CustomTestStringConvertible {
  var body: String
  var kind: DecodeFault.Kind
  var offset: Int
  var path: String
  var message: String

  var testDescription: String { "\(body.prefix(60)) (\(message))" }

  /// Creates the case. `mark` is placed in the body where the fault is expected, and removed.
  init(_ body: String, _ kind: DecodeFault.Kind, _ path: String, _ message: String, mark: Character = "¦") {
    self.body = body.filter { $0 != mark }
    offset = body.firstIndex(of: mark).map { body[..<$0].utf8.count } ?? body.utf8.count
    (self.kind, self.path, self.message) = (kind, path, message)
  }
}

@Suite struct DecodeFaultTests {
  static let malformed: [BadBody] = [
    BadBody("", .truncated, "", "expected an object, the body is empty"),
    BadBody(" \n", .truncated, "", "expected an object, the body is empty"),
    BadBody(" ¦<html><body>503</body></html>", .malformed, "", "expected an object, found '<'"),
    BadBody("¦Service Unavailable", .malformed, "", "expected an object, found 'S'"),
    BadBody("¦null", .malformed, "", "expected an object, found 'n'"),
    BadBody("¦[]", .wrongType, "", "expected an object, found an array"),
    BadBody("¦\"x\"", .wrongType, "", "expected an object, found a string"),
    BadBody("¦\u{1}{}", .malformed, "", "expected an object, found byte 0x01"),
    BadBody("{¦1:2}", .malformed, "", "expected a key or '}', found '1'"),
    BadBody(#"{"gamePk"¦ 1}"#.replacing(" 1", with: "=1"), .malformed, "gamePk", "expected ':', found '='"),
    BadBody(#"{"gamePk":1¦;}"#, .malformed, "", "expected ',' or the end, found ';'"),
    BadBody(#"{"gamePk":1¦]"#, .malformed, "", "expected ',' or the end, found ']'"),
    BadBody(#"{"gamePk":1,¦}"#, .malformed, "", "expected a key, found '}'"),
    BadBody(#"{"gamePk":¦}"#, .malformed, "gamePk", "expected a whole number, found '}'"),
    BadBody(#"{"other":¦,"#, .malformed, "other", "expected a value, found ','"),
    BadBody(#"{"other":¦nul,"#, .malformed, "other", "expected a value, found 'nul'"),
    BadBody(#"{"gamePk":¦01}"#, .malformed, "gamePk", "expected a whole number, found '01'"),
    BadBody(#"{"gamePk":¦+1}"#, .malformed, "gamePk", "expected a whole number, found '+'"),
    BadBody(#"{"other":{"a":[1¦}]}"#, .malformed, "other", "found '}'"),
    BadBody(#"{"other":{¦\}"#, .malformed, "other", #"found '\' outside of a string"#),
    BadBody("{\"a\":1} ¦x", .malformed, "", "found 'x' after the end"),
    BadBody(
      "{\"metaData\":{\"timeStamp\":\"2024¦\n\"}}", .malformed, "metaData.timeStamp", "byte 0x0A in a string"),
    BadBody(
      #"{"metaData":{"timeStamp":"ab¦\q"}}"#, .malformed, "metaData.timeStamp", #"unknown escape '\' and 'q'"#),
    BadBody(
      #"{"metaData":{"timeStamp":"ab¦\u12g4"}}"#, .malformed, "metaData.timeStamp",
      #"expected four hexadecimal digits after '\u'"#),
  ]

  static let wrong: [BadBody] = [
    BadBody(#"{"gamePk":¦"1"}"#, .wrongType, "gamePk", "expected a whole number, found a string"),
    BadBody(#"{"gamePk":¦true}"#, .wrongType, "gamePk", "expected a whole number, found true or false"),
    BadBody(#"{"gamePk":¦1.5}"#, .wrongType, "gamePk", "expected a whole number, found '1.5'"),
    BadBody(
      #"{"gamePk":¦99999999999999999999}"#, .wrongType, "gamePk",
      "expected a whole number, found '99999999999999999999'"),
    BadBody(#"{"metaData":¦[]}"#, .wrongType, "metaData", "expected an object, found an array"),
    BadBody(
      #"{"liveData":{"plays":{"allPlays":¦{}}}}"#, .wrongType, "liveData.plays.allPlays",
      "expected an array, found an object"),
    BadBody(
      #"{"liveData":{"plays":{"allPlays":[null,¦7]}}}"#, .wrongType, "liveData.plays.allPlays[1]",
      "expected an object, found a number"),
    BadBody(
      #"{"metaData":{"timeStamp":¦"yesterday"}}"#, .wrongType, "metaData.timeStamp",
      "expected a time such as '20240713_031142', found 'yesterday'"),
    BadBody(
      FeedJSON.plays(#"null,{"matchup":{"batter":{"id":¦"2"}}}"#), .wrongType,
      "liveData.plays.allPlays[1].matchup.batter.id", "expected a whole number, found a string"),
    BadBody(
      FeedJSON.plays(#"{"about":{"inning":¦1000}}"#), .wrongType, "liveData.plays.allPlays[0].about.inning",
      "expected a whole number, found '1000'"),
  ]

  static let missing: [BadBody] = [
    BadBody(FeedJSON.least().replacing(#""gamePk":1,"#, with: ""), .missing, "gamePk", "'gamePk' is missing"),
    BadBody(
      FeedJSON.least().replacing(#""timeStamp":"20240713_031142""#, with: ""), .missing, "metaData.timeStamp",
      "'timeStamp' is missing"),
    BadBody(
      FeedJSON.least().replacing(#""codedGameState":"S""#, with: #""codedGameState":null"#), .missing,
      "gameData.status.codedGameState", "'codedGameState' is missing"),
    BadBody(
      FeedJSON.least().replacing(#""home":{"id":2}"#, with: #""home":{}"#), .missing, "gameData.teams.home.id",
      "'id' is missing"),
    BadBody(
      FeedJSON.least().replacing(#"{"officialDate":"2024-07-12"}"#, with: #"{"dateTime":"later"}"#), .missing,
      "gameData.datetime.officialDate", "'officialDate' is missing"),
    BadBody(
      FeedJSON.plays(#"null,{"about":{"halfInning":"top"}¦}"#), .missing, "liveData.plays.allPlays[1].about.inning",
      "'inning' is missing"),
    BadBody(
      FeedJSON.plays(#"{"about":{"inning":1}¦}"#), .missing, "liveData.plays.allPlays[0].about.halfInning",
      "'halfInning' is missing"),
    BadBody(
      FeedJSON.plays(#"{"about":{"inning":1,"halfInning":"middle"}¦}"#), .missing,
      "liveData.plays.allPlays[0].about.halfInning", "'halfInning' is missing"),
  ]

  @Test(arguments: malformed + wrong + missing)
  func reportsTheFaultAndItsPlace(bad: BadBody) throws {
    let expected = DecodeFault(kind: bad.kind, offset: bad.offset, path: bad.path, message: bad.message)
    for chunking in Chunking.all {
      #expect(throws: expected) { try chunking.snapshot(Array(bad.body.utf8)) }
    }
  }

  @Test(arguments: wrong + missing)
  func refusesWhatTheOracleRefuses(bad: BadBody) {
    #expect(throws: (any Error).self) { try Oracle.snapshot(Data(bad.body.utf8)) }
  }

  @Test func detectsTruncationAtEveryByte() throws {
    let body = FeedJSON.smallBytes
    for length in body.indices {
      for chunking in [Chunking.every(.max), .every(7)] {
        let fault = #expect(throws: DecodeFault.self) { try chunking.snapshot(Array(body[..<length])) }
        #expect(fault?.kind == .truncated && fault?.offset == length)
      }
    }
  }

  @Test func reportsWhereABodyIsTruncated() throws {
    let text = FeedJSON.small
    let end = try #require(text.range(of: #""rbi":1"#)).upperBound
    let fault = #expect(throws: DecodeFault.self) { try Chunking.every(3).snapshot(Array(text[..<end].utf8)) }
    #expect(fault?.path == "liveData.plays.allPlays[0].result.rbi")
    #expect(fault?.description == "the body ends too early at byte \(text[..<end].utf8.count), \(fault?.path ?? "")")
  }

  @Test func keepsItsFirstFault() throws {
    var decoder = MLBFeedDecoder()
    let first = try #require(throws: DecodeFault.self) { try decoder.feed([UInt8(ascii: "<")].span) }
    let body = Array(FeedJSON.least().utf8)
    #expect(throws: first) { try decoder.feed(body.span) }
    #expect(throws: first) { try decoder.finish() }
  }
}
