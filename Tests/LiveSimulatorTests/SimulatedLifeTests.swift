import Foundation
import Testing

@testable import LiveSimulator

/// Games with everything that occurs in real life.
@Suite struct SimulatedLifeTests {
  private static let games = LivingGames.many

  @Test func everyCourseAndCorrectionOccurs() {
    // One game of two hundred is a marathon.
    #expect(Set(Self.games.map(\.course)).union([.marathon]) == Set(SimulatedCourse.allCases))
    let kinds = Set(Self.games.flatMap(\.corrections).map(\.kind))
    #expect(kinds == Set(SimulatedCorrection.Kind.allCases))
    let share = Double(Self.games.count { !$0.corrections.isEmpty }) / Double(Self.games.count)
    #expect((0.25...0.5).contains(share), "\(share)")
  }

  @Test func everyStatusOccurs() {
    // Rare courses are generated explicitly: a suspension has one of two codes.
    let rare = SimulatedCourse.allCases.flatMap { course in (1...20).map { SimulatedGame(seed: $0, course: course) } }
    let codes = Set((Self.games + rare).flatMap { $0.statusCodes.map(\.code) })
    let wanted = [
      "S", "P", "PR", "PI", "PW", "I", "IR", "IL", "IZ", "MF", "NH", "UR", "TR", "DR", "CR", "OR", "FR", "O", "F", "OT",
      "FT", "U", "T", "UZ", "OW", "FW", "Q", "R", "QN", "RN",
    ]
    #expect(Set(wanted).subtracting(codes) == [])
  }

  @Test(arguments: SimulatedCorrection.Kind.allCases) func aKindCanBeForced(kind: SimulatedCorrection.Kind) {
    let games = (1...20).map { SimulatedGame(seed: $0, course: .plain, correction: kind) }
    #expect(games.count { $0.corrections.contains { $0.kind == kind } } >= 5)
  }

  @Test(arguments: SimulatedCorrection.Kind.allCases) func aCorrectionIsSeen(kind: SimulatedCorrection.Kind) throws {
    var seen = 0
    for game in (1...20).map({ SimulatedGame(seed: $0, course: .plain, correction: kind) }) {
      for correction in game.corrections where correction.kind == kind {
        seen += 1
        let moment = try #require(game.moments.last { $0 < correction.time })
        let (wrong, right) = (try Feed(game.feed(at: moment)), try Feed(game.feed(at: correction.time)))
        #expect(!NSArray(array: wrong.plays).isEqual(to: right.plays))
      }
    }
    #expect(seen >= 5)
  }

  @Test func timeStampsNeverFallAndMomentsAreInOrder() throws {
    for game in Self.games.prefix(60) {
      #expect(game.moments == game.moments.sorted())
      var newest = ""
      for time in game.moments.enumerated().filter({ $0.offset.isMultiple(of: 41) }).map(\.element) + [game.end] {
        let feed = try Feed(game.feed(at: time))
        #expect(feed.timeStamp >= newest)
        newest = feed.timeStamp
      }
    }
  }

  @Test func thePlaysOfEveryGameKeepTheirOrder() {
    for game in Self.games {
      let plays = game.script.plays
      #expect(zip(plays, plays.dropFirst()).allSatisfy { $0.done <= $1.start })
      #expect(plays.allSatisfy { play in play.events.allSatisfy { play.start < $0.time && $0.time < play.done } })
      let statuses = game.statusCodes.map(\.time)
      #expect(statuses == statuses.sorted())
      if let last = plays.last { #expect(last.done <= game.day.over && game.day.over <= game.end) }
    }
  }

  @Test func nothingIsPlayedDuringADelay() {
    for game in Self.games {
      let codes = game.statusCodes
      let seen = game.script.plays.flatMap { [$0.start, $0.done] + $0.events.map(\.time) }
      for (status, next) in zip(codes, codes.dropFirst())
      where "MNUTP".contains(status.code.prefix(1)) || status.code == "IR" {
        #expect(!seen.contains { status.time < $0 && $0 < next.time }, "\(game.gamePk) \(status.code)")
      }
    }
  }

  @Test func theSameSeedGivesTheSameBytes() {
    for seed in UInt64(1)...20 {
      let (one, other) = (SimulatedGame(seed: seed), SimulatedGame(seed: seed))
      #expect(one.moments == other.moments)
      for time in one.moments.enumerated().filter({ $0.offset.isMultiple(of: 83) }).map(\.element) + [one.end] {
        #expect(one.feed(at: time) == other.feed(at: time))
      }
    }
  }

  @Test func everyMomentShowsAFeed() throws {
    for game in (1...6).map({ SimulatedGame(seed: $0, course: .delay, correction: .playRemoved) }) {
      for time in game.moments.enumerated().filter({ $0.offset.isMultiple(of: 7) }).map(\.element) {
        let plays = try Feed(game.feed(at: time)).plays
        let indices = plays.compactMap { ($0["about"] as? [String: Any])?["atBatIndex"] as? Int }
        #expect(indices == Array(plays.indices))
      }
    }
  }

  @Test func aMovedGameIsListedOnBothDays() throws {
    for course in [SimulatedCourse.postponed, .suspended] {
      let game = try #require((1...20).map { SimulatedGame(seed: $0, course: course) }.first { $0.day.move != nil })
      let body = ScheduleDocument(games: [game], time: game.end).json(from: "0000-00-00", to: "9999-99-99").bytes
      let schedule = try #require(JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
      let rows = try #require(schedule["dates"] as? [[String: Any]]).flatMap { $0["games"] as? [[String: Any]] ?? [] }
      #expect(rows.map { $0["gamePk"] as? Int } == [game.gamePk, game.gamePk])
      let names = course == .postponed ? ["rescheduleDate", "rescheduledFrom"] : ["resumeDate", "resumedFrom"]
      #expect(rows[0][names[0]] != nil && rows[1][names[1]] != nil)
    }
  }

  @Test func lineupsArePostedBeforeTheFirstPitchAndSometimesChange() throws {
    var changed = 0
    for game in Self.games.prefix(40) where game.course == .plain {
      let before = try Feed(game.feed(at: game.firstPitch - 14_000)).orders
      let early = game.moments.filter { $0 < game.firstPitch }.map { game.feed(at: $0) }
      let orders = try early.map { try Feed($0).orders }
      #expect(before.isEmpty && orders.last?.map(\.count) == [9, 9])
      if Set(orders.filter { $0.count == 2 }.map { $0[0] }).count > 1 { changed += 1 }
    }
    #expect(changed > 0)
  }
}

/// Games by seed with every feature, made once for all tests.
enum LivingGames {
  static let many = (1...200).map { SimulatedGame(seed: $0) }
}

/// The members of a body that the tests read.
struct Feed {
  var timeStamp: String
  var plays: [[String: Any]]
  /// Both batting orders, where they are posted.
  var orders: [[Int]]
  var officialDate: String
  var isStartTBD: Bool
  /// Runs of the linescore, away and home.
  var runs: [Int?]

  init(_ body: [UInt8]) throws {
    let root = try #require(JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
    let live = try #require(root["liveData"] as? [String: Any])
    let data = try #require(root["gameData"] as? [String: Any])
    officialDate = try #require((data["datetime"] as? [String: Any])?["officialDate"] as? String)
    isStartTBD = (data["status"] as? [String: Any])?["startTimeTBD"] as? Bool ?? false
    let sides = (live["linescore"] as? [String: Any])?["teams"] as? [String: Any]
    runs = ["away", "home"].map { (sides?[$0] as? [String: Any])?["runs"] as? Int }
    timeStamp = try #require((root["metaData"] as? [String: Any])?["timeStamp"] as? String)
    plays = try #require((live["plays"] as? [String: Any])?["allPlays"] as? [[String: Any]])
    let teams = try #require((live["boxscore"] as? [String: Any])?["teams"] as? [String: Any])
    orders = ["away", "home"].compactMap { (teams[$0] as? [String: Any])?["battingOrder"] as? [Int] }
      .filter { !$0.isEmpty }
  }
}
