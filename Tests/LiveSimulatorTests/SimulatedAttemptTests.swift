import Testing

@testable import LiveSimulator

/// Games that are played twice, end unusually, or whose feed has a flaw.
@Suite struct SimulatedAttemptTests {
  private static let washedOut = (1...30).map { SimulatedGame(seed: $0, course: .washedOut) }

  private func games(_ anomaly: SimulatedAnomaly, _ count: UInt64 = 20) -> [SimulatedGame] {
    (1...count).map { SimulatedGame(seed: $0, course: .plain, anomalies: [anomaly]) }
  }

  @Test func theFirstAttemptIsRemovedBeforeTheSecondBegins() throws {
    for game in Self.washedOut {
      let (first, second) = (game.attempts[0], game.attempts[1])
      #expect(game.attempts.count == 2 && first.officialDate < second.officialDate)
      #expect(first.facts.first?.kind == "game_start" && !first.facts.contains { $0.kind == "final" })
      #expect(first.statuses.last?.kind == "postponed" && second.facts.last?.kind == "final")
      let before = try Feed(game.feed(at: min(first.until, second.since) - 1))
      #expect(!before.plays.isEmpty && before.officialDate == first.officialDate)
      let after = try Feed(game.feed(at: max(first.until, second.since)))
      #expect(after.plays.isEmpty && after.officialDate == second.officialDate)
      #expect(max(first.until, second.since) < game.firstPitch)
    }
  }

  @Test func aLastActionComesWithThePostponement() throws {
    let games = Self.washedOut.filter { $0.attempts[0].facts.last?.kind == "ejection" }
    #expect(games.count > 2 && games.count < 20)
    for game in games {
      let called = try #require(game.attempts[0].statuses.last).time
      #expect(game.washedOut?.log.plays.last?.events.last?.time == called && called < game.attempts[0].until)
    }
  }

  @Test func aTiebreakIsNotDecidedByAPlay() {
    let games = (1...40).map { SimulatedGame(seed: $0, course: .tiebreak) }
    let decided = games.filter { $0.statusCodes.last?.code == "FW" }
    #expect(decided.count > 5 && decided.count < games.count)
    for game in decided {
      let (score, final) = (game.script.plays.last?.scoreAfter ?? .init(), game.facts().last)
      #expect(score.lead == 0 && final?.kind == "final")
      #expect(game.day.award == nil || final.map { abs($0.home - $0.away) == 1 } ?? false)
    }
    #expect(decided.contains { $0.day.award == nil } && decided.contains { $0.day.award != nil })
  }

  @Test func aForfeitHasTheScoreOfTheRules() {
    let games = (1...40).map { SimulatedGame(seed: $0, course: .forfeit) }
    #expect(games.allSatisfy { ["R", "RN"].contains($0.statusCodes.last?.code) })
    #expect(games.contains { $0.script.plays.last?.record != .whole })
    for game in games where game.day.award != nil {
      let final = game.facts().last
      #expect(final.map { [$0.away, $0.home].sorted() } == [0, game.day.scheduledInnings])
    }
  }

  @Test func aMarathonLastsThirtyInnings() {
    for game in (1...3).map({ SimulatedGame(seed: $0, course: .marathon) }) {
      #expect(game.script.plays.last.map { $0.inning >= 30 && $0.scoreAfter.leader != nil } ?? false)
    }
  }

  @Test func aHeldStartIsInProgressBeforeItIsDelayed() throws {
    for game in (1...5).map({ SimulatedGame(seed: $0, course: .startHeld) }) {
      let codes = game.statusCodes.map { String($0.code.prefix(1)) }
      let first = try #require(codes.firstIndex(of: "I"))
      #expect(codes[first + 1] == "P" && codes.dropFirst(first + 2).contains("I"))
      let begun = try #require(game.script.plays.first).start
      #expect(game.attempts[0].statuses.allSatisfy { $0.kind != "resume" || $0.time > begun })
    }
  }

  @Test func aSuspensionLastsHoursDaysOrTwoMonths() {
    let games = (1...60).map { SimulatedGame(seed: $0, course: .suspended) }
    let days = games.map { game in
      let suspended = game.attempts[0].statuses.first { $0.kind == "suspended" }?.time ?? 0
      return ((game.attempts[0].statuses.last { $0.kind == "resume" }?.time ?? 0) - suspended) / 86_400
    }
    #expect(days.contains { $0 < 0.5 } && days.contains { (0.5...1).contains($0) } && days.contains { $0 > 49 })
    #expect(games.allSatisfy { $0.attempts.count == 1 })
  }

  @Test func aLogWithHolesLacksPlaysAndKeepsItsOrder() throws {
    for game in games(.playsMissing) + games(.logStops) + games(.noLog) {
      let feed = try Feed(game.feed(at: game.end))
      #expect(feed.plays.count <= game.script.plays.count)
      #expect(
        feed.plays.compactMap { ($0["about"] as? [String: Any])?["atBatIndex"] as? Int } == Array(feed.plays.indices))
      let score = game.script.plays.last?.scoreAfter
      #expect(feed.runs == [score?.away, score?.home] && game.facts().last?.kind == "final")
      #expect(game.facts().last.map { [$0.away, $0.home] } == feed.runs)
    }
    for anomaly in [SimulatedAnomaly.playsMissing, .logStops] {
      let whole = try games(anomaly).filter { try Feed($0.feed(at: $0.end)).plays.count == $0.script.plays.count }
      #expect(whole.count < 5, "\(anomaly)")
    }
    #expect(games(.noLog).allSatisfy { $0.facts().count == 1 })
    #expect(games(.logStops).contains { $0.script.plays.contains { $0.record != .whole && $0.record != .none } })
  }

  @Test func aFinalIsWithdrawnAtTheEndOrBeforeIt() {
    let games = games(.finalTakenBack)
    for game in games {
      let codes = game.statusCodes.map(\.code)
      #expect(codes.last == "F" && codes.count { $0 == "F" } == 2)
    }
    let early = games.filter { game in game.statusCodes.contains { $0.code == "F" && $0.time < game.day.over } }
    #expect(!early.isEmpty && early.count < games.count)
  }

  @Test func aPitchIsListedTwiceWithOneId() {
    for game in games(.pitchListedTwice) {
      let ids = game.script.plays.flatMap { $0.events.filter { $0.review != nil }.compactMap(\.playId) }
      #expect(ids.count == Set(ids).count + 1)
    }
  }

  @Test func aValueOfTheWrongTypeIsNotAFact() throws {
    for seed in UInt64(1)...5 {
      let spoilt = SimulatedGame(seed: seed, course: .plain, anomalies: [.mistyped])
      let feed = try Feed(spoilt.feed(at: spoilt.end))
      let rbi = feed.plays.compactMap { ($0["result"] as? [String: Any])?["rbi"] }
      #expect(rbi.contains { !($0 is Int) || ($0 as? Int ?? 0) > 4 })
      #expect(spoilt.facts().last?.kind == "final")
    }
  }

  @Test func aStartToBeDeterminedStaysUndetermined() throws {
    for game in games(.startToBeDetermined, 5) {
      for time in [game.firstPitch - 9000, game.firstPitch + 3600, game.end] {
        #expect(try Feed(game.feed(at: time)).isStartTBD)
      }
      #expect(game.attempts.count == 1)
    }
  }
}
