import Foundation
import GRDB
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// A state folder that an earlier release left in the middle of its games.
@Suite struct UpgradeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func state(_ log: EventLog, _ game: GameID) async throws -> TrackerState {
    let checkpoint = try #require(try await log.checkpoint(of: game))
    return try JSONDecoder().decode(TrackerState.self, from: Data(checkpoint.state))
  }

  @Test(arguments: StateFixture.released)
  func waitingDeliveriesStillWait(_ fixture: StateFixture) async throws {
    let log = try EventLog(path: fixture.unpack(into: folder.path))
    let extent = try log.extent()
    #expect(extent.oldest == 1 && extent.newest > 100)
    let events = try log.events(after: 0, limit: 1000).map { try $0.decoded() }
    #expect(events.count == extent.newest)
    // These sinks get no provisional events.
    let wanted = events.count { !$0.data.provisional }
    for sink in ["down", "late"] {
      #expect(try log.standing(of: sink).waiting == wanted, "\(sink)")
      let heads = try await Outbox(log: log, sink: sink).heads(lag: .zero)
      #expect(heads.count == fixture.games.count)
    }
  }

  /// Each revision is logged once, none is missing, and the game continues.
  @Test(arguments: StateFixture.released)
  func itsGamesContinueWithoutARepeat(_ fixture: StateFixture) async throws {
    let log = try EventLog(path: fixture.unpack(into: folder.path))
    let before = try log.extent().newest
    for game in fixture.games.map({ GameID(league: .mlb, gamePk: $0) }) {
      var state = try await state(log, game)
      for feed in try fixture.feeds(of: game.gamePk) {
        let now = feed.timeStamp + .seconds(5)
        let tracked = MLB(baseURL: "", sportIDs: []).track(state, feed, of: game, observedAt: now, monotonic: now)
        #expect(tracked.refusal == nil)
        state = tracked.state
        let checkpoint = try Checkpoint(game: game, encoding: state, isOver: tracked.isOver)
        try await log.append(
          LogAppend(checkpoint: checkpoint, events: tracked.events.map { LogEntry(event: $0, sinks: []) }), at: now)
      }
      #expect(try await self.state(log, game) == state)
    }
    let events = try log.events(after: 0, limit: 5000).map { try $0.decoded() }
    #expect(events.count > before + 100)
    for (fact, revisions) in Dictionary(grouping: events, by: \.data.fact) {
      #expect(revisions.map(\.data.revision) == Array(1...revisions.count), "\(fact)")
    }
  }

  /// The checkpoints of an earlier release match its events: the digests are the same.
  @Test(arguments: StateFixture.released)
  func itsCheckpointsCanBeRebuiltFromItsEvents(_ fixture: StateFixture) async throws {
    let log = try EventLog(path: fixture.unpack(into: folder.path))
    for game in fixture.games.map({ GameID(league: .mlb, gamePk: $0) }) {
      let events = try await log.newestRevisions(of: game).map { try $0.decoded() }
      let rebuilt = TrackerState(rebuilding: game, from: events)
      let known = try await state(log, game)
      #expect(rebuilt.ledger == known.ledger && rebuilt.timeStamp == known.timeStamp)
      #expect(rebuilt.status.phase == known.status.phase && rebuilt.status.turns == known.status.turns)
    }
  }
}
