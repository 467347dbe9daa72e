import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct EventChangeTests {
  private func decoded(_ event: Event, change: String?) throws -> EventChange {
    let line = try CloudEvent(event: event, sequence: 1, logID: LogID(rawValue: "1")).line()
    let written = #""change":"\#(event.data.change.rawValue)","#
    let text = String(decoding: line, as: UTF8.self).replacing(
      written, with: change.map { #""change":"\#($0)","# } ?? "")
    return try CloudEvent(line: Array(text.utf8)).event.data.change
  }

  @Test(arguments: EventChange.allCases) func isReadAsWritten(change: EventChange) throws {
    var event = Baseball().sample
    (event.data.revision, event.data.change) = (change == .new ? 1 : 2, change)
    #expect(try decoded(event, change: change.rawValue) == change)
  }

  /// Events of an older log, and of a newer version with another kind of change.
  @Test(arguments: [nil, "reconsidered"]) func isDerivedIfItIsNotKnown(written: String?) throws {
    var event = Baseball().sample
    #expect(try decoded(event, change: written) == .new)
    event.data.revision = 2
    event.data.change = .completed
    #expect(try decoded(event, change: written) == .completed)
    event.data.summary = "Corrected: a double"
    #expect(try decoded(event, change: written) == .corrected)
    event.data.summary = "a double"
    event.data.cause = Fact(rawValue: "mlb/1/other")
    #expect(try decoded(event, change: written) == .corrected)
    event.data.cause = nil
    event.data.tags = [.lineup, .changed]
    #expect(try decoded(event, change: written) == .corrected)
    event.data.change = .retracted
    #expect(try decoded(event, change: written) == .retracted)
  }

  @Test func theTrackerSaysWhatARevisionChanges() throws {
    var game = PlayedGame()
    game.play("double")
    game.play("", batter: 2, isComplete: false)
    game.correct(1) { $0.lastPitchCall = "E" }
    var snapshots = [game.snapshot]
    game.correct(1) { play in
      play.isComplete = true
      play.result = .init(eventType: "single", description: "Batter 2 singles.", rbi: 1, score: Score(away: 1, home: 0))
    }
    snapshots.append(game.snapshot)
    game.correct(1) { $0.result.eventType = "field_error" }
    snapshots.append(game.snapshot)
    let whole = game.snapshot
    game.remove(1)
    for _ in 0..<5 {
      snapshots.append(game.snapshot)
      game.wait(.seconds(10))
    }
    game.change { $0.plays = whole.plays }
    snapshots.append(game.snapshot)
    let events = try Replayed.events(of: snapshots).filter { $0.data.fact.rawValue.hasSuffix("pa/2/1") }
    #expect(events.map(\.data.change) == [.new, .completed, .corrected, .retracted, .corrected])
  }
}
