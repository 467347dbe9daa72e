import Foundation
import LiveSimulator
import Testing
import WireSchema

@testable import LiveCore

/// Whole games by the simulator: any poll times, any chunking and any restart tell what its script says, once.
@Suite struct SimulatedGamesTests {
  /// More on request: `LIVEGAMED_GAMES=5000 make test`.
  static let seeds = 1...UInt64(ProcessInfo.processInfo.environment["LIVEGAMED_GAMES"].flatMap { Int($0) } ?? 40)

  private func game(_ seed: UInt64) throws -> SimulatedGame {
    try #require(Slate(seed: seed, games: 1, firstPitch: 1_784_000_000, spread: 0).games.first)
  }

  /// Answers at some of the seconds at which something changed, and the last one.
  private func snapshots(of game: SimulatedGame, share: Double, using dice: inout SplitMix) throws -> [GameSnapshot] {
    let times = game.moments.filter { _ in Double(dice.next() >> 11) / 9_007_199_254_740_992 < share } + [game.end]
    return try times.map { time in
      var decoder = MLBFeedDecoder()
      let body = game.feed(at: time)
      var position = 0
      while position < body.count {
        let size = Int(dice.next() % 20_000) + 1
        try decoder.feed(Array(body[position..<min(position + size, body.count)]).span)
        position += size
      }
      return try decoder.finish()
    }
  }

  private func facts(_ events: [Event]) -> [SimulatedFactKey] { events.flatMap(SimulatedFactKey.keys) }

  @Test(arguments: seeds)
  func anyPollTimesTellTheScript(seed: UInt64) throws {
    let game = try game(seed)
    var dice = SplitMix(seed: seed)
    let script = game.facts().map(SimulatedFactKey.init)
    for share in [0, 0.01, 0.05] {
      let events = try Replayed.events(of: snapshots(of: game, share: share, using: &dice))
      #expect(facts(events) == script)
      #expect(Set(events.map(\.id)).count == events.count)
      #expect(events.allSatisfy { $0.data.revision == 1 })
    }
  }

  @Test(arguments: seeds.prefix(3))
  func everyMomentAndEveryRestartTellTheScript(seed: UInt64) throws {
    let game = try game(seed)
    var dice = SplitMix(seed: seed)
    let events = try Replayed.events(of: snapshots(of: game, share: 1, using: &dice), restarting: true)
    #expect(facts(events) == game.facts().map(SimulatedFactKey.init))
    #expect(Set(events.map(\.id)).count == events.count)
    for (position, event) in events.enumerated() { _ = try WireFormat.line(of: event, sequence: position + 1) }
  }

  @Test(arguments: seeds.prefix(10))
  func theOracleAgreesOnSimulatedFeeds(seed: UInt64) throws {
    let game = try game(seed)
    for time in game.moments.enumerated().filter({ $0.offset.isMultiple(of: 97) }).map(\.element) {
      var decoder = MLBFeedDecoder()
      let body = game.feed(at: time)
      try decoder.feed(body.span)
      #expect(try decoder.finish() == Oracle.snapshot(Data(body)))
    }
  }
}

/// What a fact of the script and an event have in common.
struct SimulatedFactKey: Hashable {
  var kind: String
  var atBatIndex: Int?
  var eventIndex: Int?
  var inning: Int?
  var half: String?
  var away: Int?
  var home: Int?

  init(_ fact: SimulatedFact) {
    let isPlay = fact.kind == "play_end" || fact.kind == "scoring_play"
    kind = fact.kind
    (atBatIndex, eventIndex) = isPlay ? (fact.atBatIndex, fact.eventIndex) : (nil, nil)
    (inning, half, away, home) = (fact.inning, fact.half, fact.away, fact.home)
  }

  private init(_ kind: String, _ data: EventData) {
    self.kind = kind
    (atBatIndex, eventIndex) = (data.play?.atBatIndex, data.play?.eventIndex)
    (inning, half) = (data.inning?.number, data.inning?.half.rawValue)
    (away, home) = (data.score?.away, data.score?.home)
  }

  /// An event may be several facts; an action without a run is none of them.
  static func keys(of event: Event) -> [SimulatedFactKey] {
    let tags = Set(event.data.tags)
    let kinds: [(String, Bool)] = [
      ("game_start", tags.contains(.start)), ("half_start", tags.contains(.halfStart)),
      ("scoring_play", tags.contains(.scoring)), ("play_end", event.type == .play),
      ("half_end", tags.contains(.halfEnd)), ("final", tags.contains(.final)),
    ]
    return kinds.filter(\.1).map { SimulatedFactKey($0.0, event.data) }
  }
}
