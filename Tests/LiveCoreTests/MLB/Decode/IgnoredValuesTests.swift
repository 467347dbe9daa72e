import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// A value of the wrong kind has no effect on any other value.
@Suite struct IgnoredValuesTests {
  private static let huge = "9223372036854775807"

  /// Returns the body once for each scalar, with that scalar replaced.
  private func spoilt(_ replacement: String) -> [(body: [UInt8], range: Range<String.Index>)] {
    let text = FeedJSON.small
    return text.matches(of: /:(-?[0-9]+|true|false|"[^"\\]*")[,}\]]/).map { match in
      let range = match.output.1.startIndex..<match.output.1.endIndex
      var body = text
      body.replaceSubrange(range, with: replacement)
      return (Array(body.utf8), range)
    }
  }

  @Test(arguments: [huge, "-\(huge)", "-1", "1.5", "1e300", "true", #""x""#, "[1,2]", #"{"a":[]}"#, "null"])
  func noSingleValueTrapsOrIsReadInPart(replacement: String) throws {
    var (read, refused) = (0, 0)
    let tracker = Tracker(game: GameID(league: .mlb, gamePk: 747_175))
    for (body, _) in spoilt(replacement) {
      guard let snapshot = try? Chunking.every(.max).snapshot(body) else {
        refused += 1
        continue
      }
      read += 1
      #expect(try Chunking.every(3).snapshot(body) == snapshot)
      // The tracker can compute with all remaining values.
      _ = tracker.track(TrackerState(baseline: .tellAll), snapshot, observedAt: snapshot.timeStamp)
    }
    #expect(read > refused)
  }

  @Test(arguments: [
    (#""result":{"rbi":"0"}"#, "result.rbi: expected a whole number, found a string"),
    (#""result":{"rbi":\#(huge)}"#, "result.rbi: expected a whole number, found '\(huge)'"),
    (#""result":{"awayScore":\#(huge),"homeScore":1}"#, "result.awayScore: expected a whole number, found '\(huge)'"),
    (
      #""runners":[{"details":{"playIndex":[1]}}]"#,
      "runners[0].details.playIndex: expected a whole number, found an array"
    ),
    (#""runners":{"a":1}"#, "runners: expected an array, found an object"),
    (#""runners":[{"credits":[7]}]"#, "runners[0].credits[0]: expected an object, found a number"),
    (#""count":3"#, "count: expected an object, found a number"),
  ])
  func anOptionalMemberOfTheWrongTypeCountsAsAbsent(member: String, message: String) throws {
    let play = #""about":{"inning":1,"halfInning":"top","isComplete":true}"#
    let whole = try Chunking.every(5).snapshot(Array(FeedJSON.plays("{\(play)},{\(play)}").utf8))
    let body = FeedJSON.plays("{\(play),\(member)},{\(play)}")
    let snapshot = try Chunking.every(5).snapshot(Array(body.utf8))
    #expect(snapshot.plays.count == 2 && snapshot.plays[1] == whole.plays[1])
    #expect(snapshot.ignored == IgnoredValues(count: 1, first: "liveData.plays.allPlays[0].\(message)"))
  }

  @Test(arguments: [
    (#""balls":"1""#, "liveData.linescore.balls: expected a whole number, found a string"),
    (#""balls":-\#(huge)"#, "liveData.linescore.balls: expected a whole number, found '-\(huge)'"),
  ])
  func aLinescoreValueOfTheWrongTypeCountsAsAbsent(member: String, message: String) throws {
    let body = FeedJSON.least(liveData: #"{"linescore":{\#(member)}}"#)
    let snapshot = try Chunking.every(5).snapshot(Array(body.utf8))
    #expect(snapshot.linescore.balls == nil && snapshot.ignored == IgnoredValues(count: 1, first: message))
  }

  @Test(arguments: [
    "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "0000-00-00T00:00:00Z", "99999-01-01T00:00:00Z",
  ])
  func noTimeOfTheFeedTraps(time: String) throws {
    let play =
      #"{"about":{"inning":9,"halfInning":"bottom","isComplete":true,"startTime":"\#(time)","endTime":"\#(time)"},"count":{"outs":3}}"#
    let body = FeedJSON.plays(play).replacing(#""codedGameState":"S""#, with: #""codedGameState":"F""#)
      .replacing(#""officialDate":"2024-07-12""#, with: #""officialDate":"\#(time.prefix(10))","dateTime":"\#(time)""#)
    let snapshot = try Chunking.every(.max).snapshot(Array(body.utf8))
    let tracker = Tracker(game: GameID(league: .mlb, gamePk: 1))
    var state = TrackerState(baseline: .tellAll)
    for clock in [
      Timestamp(milliseconds: .min), Timestamp(milliseconds: .max), Timestamp(seconds: 0), snapshot.timeStamp,
    ] {
      state = tracker.track(state, snapshot, observedAt: clock).state
    }
    #expect(state.ledger.has(.end(of: HalfInning(number: 9, half: .bottom), in: tracker.game)))
    _ = GameSummary(snapshot, observedAt: snapshot.timeStamp)
  }
}
