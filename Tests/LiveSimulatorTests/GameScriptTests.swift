import Testing

@testable import LiveSimulator

/// Every game follows the rules of baseball.
@Suite struct GameScriptTests {
  private static let scripts = ScriptedGames.many

  @Test func halvesHaveThreeOutsAndTheGameEndsWithAWinner() throws {
    for script in Self.scripts {
      let last = try #require(script.plays.last)
      var outs = 0
      for (play, next) in zip(script.plays, script.plays.dropFirst()) {
        outs += play.movements.count { $0.to == nil }
        try #require(outs == play.outsAfter && outs <= 3)
        let changes = next.inning != play.inning || next.isTop != play.isTop
        try #require(changes == (outs == 3) && next.start > play.done)
        try #require(!changes || (next.isTop ? next.inning == play.inning + 1 : next.inning == play.inning))
        if changes { outs = 0 }
      }
      let lead = last.scoreAfter.lead
      #expect(last.inning >= script.scheduledInnings && lead != 0)
      #expect(lead < 0 ? last.outsAfter == 3 && !last.isTop : last.outsAfter == 3 && last.isTop || !last.isTop)
    }
  }

  @Test func theGameEndsWhenTheHomeSideTakesTheLeadInTheLastHalf() throws {
    for script in Self.scripts {
      let late = script.plays.filter { !$0.isTop && $0.inning >= script.scheduledInnings }
      try #require(late.dropLast().allSatisfy { $0.scoreAfter.lead <= 0 })
      guard let last = late.last, last.scoreAfter.lead > 0, last.result != .homeRun else { continue }
      #expect(last.scoreAfter.lead == 1)
    }
  }

  @Test func runsComeFromRunnersAndTheScoreNeverFalls() throws {
    for script in Self.scripts {
      var score = ScriptedPlay.Runs()
      for play in script.plays {
        try #require(play.scoreBefore == score)
        for (index, event) in play.events.enumerated() {
          guard let shown = event.score else { continue }
          let runs = play.movements.count { $0.to == 4 && $0.event <= index && play.events[$0.event].score != nil }
          try #require(shown.away + shown.home == score.away + score.home + runs)
        }
        score = play.scoreAfter
        let runs = play.movements.count { $0.to == 4 }
        let (own, other) = play.isTop ? (\ScriptedPlay.Runs.away, \ScriptedPlay.Runs.home) : (\.home, \.away)
        try #require(score[keyPath: own] == play.scoreBefore[keyPath: own] + runs)
        try #require(score[keyPath: other] == play.scoreBefore[keyPath: other] && play.rbi <= runs)
      }
    }
  }

  @Test func runnersNeitherVanishNorDouble() throws {
    for script in Self.scripts {
      var bases: [Player?] = [nil, nil, nil]
      var previous: ScriptedPlay?
      for play in script.plays {
        if previous?.inning != play.inning || previous?.isTop != play.isTop { bases = [nil, nil, nil] }
        previous = play
        for index in play.events.indices {
          Self.replace(play.events[index], in: &bases)
          for move in play.movements where move.event == index { try Self.move(move, of: play, in: &bases) }
        }
        try #require(play.outsAfter == 3 || bases == play.basesAfter)
      }
    }
  }

  private static func replace(_ event: ScriptedEvent, in bases: inout [Player?]) {
    if event.eventType == "runner_placed" { bases[1] = event.player }
    guard event.position == .pinchRunner, let base = bases.firstIndex(of: event.replaced) else { return }
    bases[base] = event.player
  }

  private static func move(
    _ move: ScriptedPlay.Movement, of play: ScriptedPlay, in bases: inout [Player?]
  ) throws {
    try #require(move.from == 0 ? move.runner == play.batter : bases[move.from - 1] == move.runner)
    if move.from > 0 { bases[move.from - 1] = nil }
    guard let to = move.to, to < 4 else { return }
    try #require(to > move.from && (bases[to - 1] == nil || play.outsAfter == 3))
    bases[to - 1] = move.runner
  }

  @Test func eventsAreInOrderAndInsideOfTheirPlay() throws {
    for play in Self.scripts.flatMap(\.plays) {
      let times = [play.start] + play.events.map(\.time) + [play.done]
      try #require(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
      try #require(play.movements.allSatisfy { play.events.indices.contains($0.event) })
    }
  }

  @Test func countsFitTheResult() throws {
    for play in Self.scripts.flatMap(\.plays) {
      let (balls, strikes) = (play.events.last?.balls ?? 0, play.events.last?.strikes ?? 0)
      try #require(balls <= 4 && strikes <= 3)
      try #require((balls == 4) == (play.result == .walk || play.result == .intentWalk))
      try #require((strikes == 3) == play.result.rawValue.hasPrefix("strikeout"))
    }
  }

  @Test func batterFollowsBatter() throws {
    for script in Self.scripts {
      for isTop in [true, false] {
        let own = script.plays.filter { $0.isTop == isTop }
        for (play, next) in zip(own, own.dropFirst()) where !play.result.endsTurn {
          let isReplaced = next.events.contains { $0.position == .pinchHitter }
          try #require(play.outsAfter == 3 && (next.batter == play.batter || isReplaced))
        }
      }
    }
  }

  @Test func playIdsAreUniqueUUIDs() throws {
    let ids = Self.scripts.flatMap(\.plays).flatMap(\.events).compactMap(\.playId)
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12] })
    #expect(ids.allSatisfy { $0.allSatisfy { $0 == "-" || $0.isHexDigit } })
  }

  @Test func theSameSeedGivesTheSamePlays() {
    for seed in 1...5 as ClosedRange<UInt64> {
      let (one, other) = (ScriptedGames.script(seed), ScriptedGames.script(seed))
      #expect(one.finalFeed(gamePk: 1) == other.finalFeed(gamePk: 1))
    }
  }
}
