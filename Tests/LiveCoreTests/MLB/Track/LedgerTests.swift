import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct LedgerTests {
  @Test func roundTripsThroughStorage() throws {
    var ledger = Ledger()
    var game = PlayedGame()
    game.play("single")
    game.correct(0) { $0.result.eventType = "double" }
    _ = ledger.take(PlayLogReader(game: PlayedGame.id, snapshot: game.snapshot).facts())
    let copy = try JSONDecoder().decode(Ledger.self, from: JSONEncoder().encode(ledger))
    #expect(copy == ledger && copy.count == 3)
  }

  @Test func aDamagedEntryIsAnError() {
    let text = Data(#"{"mlb/1/1-top/start": "one"}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Ledger.self, from: text) }
  }

  @Test func theDigestIsTheSameInEveryProcess() {
    var digest = SemanticDigest()
    digest.add("home_run")
    digest.add(4)
    digest.add(nil as Int?)
    #expect(String(digest.value, radix: 16) == "e4b6cec19058248f")
  }
}
