import Foundation
import Testing
import WireSchema

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct EventEnvironmentTests {
  private func variables(_ line: [UInt8]) throws -> [String: String] {
    EventEnvironment(try EventHead(line: line), line: line, leagues: .known).variables
  }

  private func variables(data: String) throws -> [String: String] {
    try variables(
      Array(
        """
        {"specversion":"1.0","id":"x@1","source":"/livegamed/9f2c61aa/mlb/games/7","type":"livegame.novelty",\
        "sequence":"0000000000000000005","data":\(data)}
        """.utf8))
  }

  @Test func aProgramGetsTheMainMembers() throws {
    var event = JournalSample.homeRun
    (event.data.change, event.data.team) = (.retracted, "TOR")
    event.data.summary = "Taken back: a\u{0}b"
    let line = try CloudEvent(event: event, sequence: 5, logID: LogID(rawValue: "9f2c61aa")).line()
    #expect(
      try variables(line) == [
        "LIVEGAMED_ID": "mlb/747175/5-top/pa/665489/1@2", "LIVEGAMED_TYPE": "livegame.play",
        "LIVEGAMED_LOG": "9f2c61aa", "LIVEGAMED_SEQUENCE": "5", "LIVEGAMED_SUBJECT": "TOR@AZ",
        "LIVEGAMED_TIME": event.time.description, "LIVEGAMED_GAME_PK": "747175", "LIVEGAMED_TEAMS": "TOR AZ",
        "LIVEGAMED_EVENT_TEAM": "TOR", "LIVEGAMED_TAGS": "home_run hit scoring",
        "LIVEGAMED_SUMMARY": "Taken back: ab", "LIVEGAMED_SCORE": "3-2", "LIVEGAMED_INNING": "5-top",
        "LIVEGAMED_IMPORTANCE": "4", "LIVEGAMED_REVISION": "2", "LIVEGAMED_CHANGE": "retracted",
        "LIVEGAMED_RETRACTED": "1",
      ])
  }

  @Test func whatAnotherVersionLacksIsLeftOut() throws {
    let some = try variables(data: #"{"revision":2,"provisional":true}"#)
    #expect(some["LIVEGAMED_PROVISIONAL"] == "1" && some["LIVEGAMED_CHANGE"] == nil && some["LIVEGAMED_SCORE"] == nil)
    #expect(some["LIVEGAMED_GAME_PK"] == nil && some["LIVEGAMED_REVISION"] == "2")
  }

  /// An event that was logged before `change` existed.
  @Test func theChangeOfAnOldEventIsDerived() throws {
    var event = JournalSample.homeRun
    event.data.change = .corrected
    event.data.summary = "Corrected: a double"
    let line = try CloudEvent(event: event, sequence: 5, logID: LogID(rawValue: "9f2c61aa")).line()
    let old = Array(String(decoding: line, as: UTF8.self).replacing(#""change":"corrected","#, with: "").utf8)
    #expect(old.count < line.count)
    #expect(try variables(old)["LIVEGAMED_CHANGE"] == "corrected")
  }

  @Test func aLongTextIsCut() throws {
    let long = String(repeating: "x", count: 40_000)
    #expect(try variables(data: #"{"summary":"\#(long)"}"#)["LIVEGAMED_SUMMARY"]?.utf8.count == 32 << 10)
  }
}
