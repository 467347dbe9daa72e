import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// The chances in a game, from the log.
@Suite struct WinExpectancyLookupTests {
  private static func request(_ text: String) throws -> RequestHandler.Operation? {
    guard case .handled(let operation) = try Request(line: Array(text.utf8)).operation else { return nil }
    return operation
  }

  @Test func aRequestIsUnderstood() throws {
    let lookup = Lookup.winExpectancy(WinExpectancyQuestion(game: 747_175))
    #expect(try Self.request(#"{"op":"win_expectancy","game":747175,"id":1}"#) == .lookup(lookup))
    let written = try JSONEncoder().encode(lookup)
    #expect(try Self.request(String(decoding: written, as: UTF8.self)) == .lookup(lookup))
  }

  @Test(arguments: [
    ("", "'game' is missing"), (#","game":-1"#, "'game' is the number of a game"),
    (#","game":"1""#, "'game' must be a whole number"), (#","game":1,"team":"BOS""#, "has no member 'team'"),
  ])
  func aMistakeIsRefused(members: String, message: String) {
    let refusal = #expect(throws: Request.Refusal.self) { try Self.request(#"{"op":"win_expectancy"\#(members)}"#) }
    #expect(refusal?.code == .malformed && refusal?.message.contains(message) == true, "\(refusal?.message ?? "")")
  }

  private func answer(_ events: [Event], game: Int = PlayedGame.id.gamePk) async throws -> [String: Any] {
    let limiter = HostRateLimiter(clock: ManualClock(), spacing: { .zero })
    let source = LookupSource(
      transport: ScriptedTransport { _, _ in .status(500) }, store: LookupStore(path: nil),
      budget: { _ in limiter }, clock: ManualClock(), now: { SampleEvents.start })
    let directory = LookupDirectory(
      leagues: [MLB(baseURL: "h:", sportIDs: [1])], source: source, now: { SampleEvents.start },
      logged: { id in events.filter { $0.data.gameID == id } })
    let answer = try await directory.answer(to: .winExpectancy(WinExpectancyQuestion(game: game)))
    let line = Reply.lookup(.winExpectancy, answer).line(for: .number(7))
    return try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
  }

  /// Returns the newest revisions in log order, as the log answers them.
  private func newest(_ events: [Event]) -> [Event] {
    events.enumerated().filter { offset, event in
      !events[(offset + 1)...].contains { $0.data.fact == event.data.fact }
    }.map(\.element)
  }

  /// A correction is logged after the end of the game, and stands where it was played.
  @Test func pointsAreInTheOrderOfPlay() async throws {
    var game = PlayedGame()
    for inning in 1...9 {
      for half in [HalfInning.Half.top, .bottom] {
        for out in 1...3 {
          let runs = inning == 9 && half == .bottom && out == 3 ? 1 : 0
          game.play(
            runs == 1 ? "home_run" : "strikeout", half, inning: inning, batter: out, outs: min(out, 3 - runs),
            runs: runs)
        }
      }
    }
    game.status("F")
    let first = game.snapshot
    game.correct(0) { $0.result.eventType = "field_out" }
    let events = newest(try Replayed.events(of: [first, game.snapshot]))
    #expect(events.last?.data.fact.rawValue == "mlb/900001/1-top/pa/1/1")
    let answer = try await answer(events)
    let points = try #require(answer["points"] as? [[String: Any]])
    let facts = points.compactMap { $0["fact"] as? String }
    #expect(facts.prefix(3) == ["mlb/900001/1-top/start", "mlb/900001/1-top/pa/1/1", "mlb/900001/1-top/pa/2/1"])
    #expect(facts.suffix(2) == ["mlb/900001/9-bottom/end", "mlb/900001/status/final/1"])
    #expect(points.last?["after"] as? Double == 1 && points[1]["period"] as? Int == 1)
    let (before, after) = (points.compactMap { $0["before"] as? Double }, points.compactMap { $0["after"] as? Double })
    #expect(before.dropFirst() == after.dropLast())
    #expect((answer["game"] as? [String: Any])?["id"] as? Int == 900_001)
    #expect(!facts.contains { $0.contains("watch") })
  }

  @Test func aGameThatIsNotInTheLogIsUnknown() async throws {
    let fault = await #expect(throws: Fault.self) { try await answer([], game: 1) }
    #expect(fault?.code == .lookupNoGame && fault?.message == "the log has no event of a game 1")
  }
}
