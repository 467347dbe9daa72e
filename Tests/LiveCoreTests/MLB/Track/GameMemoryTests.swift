import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct GameMemoryTests {
  /// Returns thirty innings with nine batters in each half and an action each, all of them corrected.
  private func marathon() -> [GameSnapshot] {
    var game = PlayedGame()
    var snapshots: [GameSnapshot] = []
    for inning in 1...30 {
      for half in [HalfInning.Half.top, .bottom] {
        for batter in 1...6 {
          let player = 660_000 + batter + (half == .top ? 0 : 100)
          game.play(
            batter < 4 ? "single" : "strikeout", half, inning: inning, batter: player, outs: max(0, batter - 3),
            actions: [
              PlayedGame.action(batter == 2 ? "pitching_substitution" : "mound_visit", index: 1, player: player)
            ])
        }
        snapshots.append(game.snapshot)
        let last = game.snapshot.plays.count - 1
        game.correct(last) { $0.result.description = "Corrected." }
        snapshots.append(game.snapshot)
      }
    }
    game.status("F")
    game.wait(.seconds(10))
    return snapshots + [game.snapshot]
  }

  private func followed(_ snapshots: [GameSnapshot], limit: Int = TrackerState.mostBytes) -> (
    state: TrackerState, events: [Event], faults: [Fault], most: Int
  ) {
    let tracker = Tracker(game: PlayedGame.id, limit: limit)
    var (state, events, faults, most) = (TrackerState(baseline: .tellAll), [Event](), [Fault](), 0)
    for snapshot in snapshots {
      let outcome = tracker.track(state, snapshot, observedAt: snapshot.timeStamp)
      state = outcome.state
      events += outcome.events
      faults += outcome.faults
      most = max(most, state.bytes)
    }
    return (state, events, faults, most)
  }

  @Test func thirtyInningsFitIntoTheState() {
    let game = followed(marathon())
    #expect(game.faults.isEmpty && game.state.isFull == nil && game.most <= 65_536)
    #expect(game.state.ledger.count > 840)
    #expect(game.events.last?.data.tags.contains(.final) == true)
  }

  @Test func atTheLimitOnlyGameEventsAreLoggedAndNoneTwice() {
    let snapshots = marathon()
    let (whole, bound) = (followed(snapshots), followed(snapshots, limit: 16_384))
    #expect(bound.most <= 16_384 && bound.faults.map(\.code) == [.gameTooLarge])
    #expect(Set(bound.events.map(\.id)).count == bound.events.count)
    #expect(Set(bound.events.map(\.id)).isSubset(of: whole.events.map(\.id)))
    #expect(bound.events.last?.data.fact == .status(.final, in: PlayedGame.id))
    #expect(bound.events.last?.data.score == whole.events.last?.data.score)
    // Once a play was left out, no later play is logged.
    let first = zip(bound.events, whole.events).prefix { $0.id == $1.id }.count
    #expect(!bound.events[first...].contains { $0.data.revision == 1 && $0.data.fact.place == .play })
    let copy = Tracker(game: PlayedGame.id, limit: 16_384).track(
      bound.state, snapshots[snapshots.count - 1], observedAt: snapshots[0].timeStamp)
    #expect(copy.events.isEmpty && copy.retractions.isEmpty && copy.faults.isEmpty)
  }

  @Test func aHostileFeedStaysWithinTheLimitAndItsEndIsLogged() throws {
    let long = String(repeating: "x", count: 3_000)
    let plays = (0..<100_000).map { index -> String in
      let (inning, batter) = (index % 900 + 1, 900_000_000_000 + index)
      let (text, name) = (index < 2_500 ? long : "", index < 10 ? long : "")
      return [
        #"{"about":{"inning":\#(inning),"halfInning":"top","isComplete":true},"result":{"description":"\#(text)"},"#,
        #""matchup":{"batter":{"id":\#(batter),"fullName":"\#(name)"}},"count":{"outs":1},"#,
        #""playEvents":[{"type":"action","index":0,"details":{"eventType":"e\#(index)"},"player":{"id":\#(index)}}]}"#,
      ].joined()
    }
    let body = FeedJSON.plays(plays.joined(separator: ",")).replacing(
      #""codedGameState":"S""#, with: #""codedGameState":"F""#
    ).replacing(#""away":{"id":1}"#, with: #""away":{"id":1,"name":"\#(long)"}"#)
    let snapshot = try Chunking.every(65_536).snapshot(Array(body.utf8))
    #expect(snapshot.plays.count <= 2_000 && snapshot.ignored.count > 98_000)
    let tracker = Tracker(game: GameID(league: .mlb, gamePk: 1))
    var (state, events) = (TrackerState(baseline: .tellAll), [Event]())
    for second in [0, 400] {
      let outcome = tracker.track(state, snapshot, observedAt: snapshot.timeStamp + .seconds(second))
      state = outcome.state
      events += outcome.events
      #expect(state.bytes <= TrackerState.mostBytes)
    }
    #expect(state.isFull == true && events.contains { $0.data.tags.contains(.final) })
    let copy = try JSONDecoder().decode(TrackerState.self, from: JSONEncoder().encode(state))
    #expect(copy.bytes <= TrackerState.mostBytes && copy.ledger == state.ledger)
  }

  @Test func onlyALimitedNumberOfMissingFactsIsRemembered() {
    var absence = MissingFacts()
    let facts = (0..<10_000).map { Fact(rawValue: "mlb/900001/1-top/watch/number/\($0)") }
    let now = PlayedGame.firstPitch
    for second in [0, 10, 20] {
      let gone = absence.note(facts, feed: now + .seconds(second), observed: now + .seconds(second))
      #expect(gone.count == (second == 20 ? 16 : 0))
      #expect(absence.bytes <= MissingFacts.mostBytes)
    }
  }

  /// Plays with as many actions as fit, and then without them.
  @Test(arguments: [16_384, TrackerState.mostBytes]) func missingFactsAtTheLimitStayWithinIt(limit: Int) {
    var game = PlayedGame()
    let actions = (1...20).map { PlayedGame.action("batter_timeout", index: $0) }
    for batter in 1...200 { game.play("single", batter: batter, actions: actions) }
    let full = game.snapshot
    game.change { snapshot in
      for index in snapshot.plays.indices { snapshot.plays[index].actions = [] }
    }
    let followed = followed([full] + Array(repeating: game.snapshot, count: 5), limit: limit)
    #expect(followed.state.isFull == true && followed.most <= limit)
  }

  @Test func endlessStatusesStayWithinTheLimit() {
    var game = PlayedGame()
    game.play("single")
    var snapshots: [GameSnapshot] = []
    for _ in 0..<1_000 {
      for code in ["IR", "I"] {
        game.status(code)
        snapshots.append(game.snapshot)
      }
    }
    game.play("strikeout", .bottom, inning: 9, outs: 3)
    game.status("F")
    snapshots.append(game.snapshot)
    let reported = followed(snapshots)
    #expect(reported.most <= TrackerState.mostBytes && reported.faults.count == 1)
    #expect(reported.events.last?.data.tags.contains(.final) == true)
    #expect(Set(reported.events.map(\.id)).count == reported.events.count)
  }

  @Test func aTableOfFactsBehavesLikeADictionary() {
    var (table, plain) = (FactTable(), [Fact: Ledger.Entry]())
    var dice = SplitMix(seed: 5)
    for _ in 0..<3_000 {
      let text = "mlb/1/\(dice.next() % 30)-top/\(dice.next() % 5 == 0 ? "é" : "pa")/\(dice.next() % 40)"
      let fact = Fact(rawValue: dice.next() % 50 == 0 ? "other/\(text)" : text)
      let entry = Ledger.Entry(
        revision: Int(dice.next() % 1_000_000) + 1, digest: dice.next(), ownDigest: dice.next(),
        isProvisional: dice.next() % 2 == 0, isRetracted: dice.next() % 2 == 0)
      let isKept = table.set(entry, for: fact)
      #expect(isKept)
      plain[fact] = entry
      #expect(table[fact] == entry && table.count == plain.count)
    }
    #expect(Set(table.facts { _ in true }) == Set(plain.keys) && plain.allSatisfy { table[$0] == $1 })
    #expect(table[Fact(rawValue: "mlb/1/0-top/none")] == nil)
    let one = Ledger.Entry(revision: 1, digest: 1, ownDigest: 1)
    let isLongKept = table.set(one, for: Fact(rawValue: "mlb/1/" + String(repeating: "x", count: 600)))
    let isHighKept = table.set(
      Ledger.Entry(revision: 1 << 20, digest: 1, ownDigest: 1), for: Fact(rawValue: "mlb/1/a/b"))
    #expect(!isLongKept && !isHighKept)
  }
}
