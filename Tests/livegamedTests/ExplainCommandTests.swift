import Foundation
import Testing

/// `livegamed explain` with a scripted daemon.
@Suite(.timeLimit(.minutes(2))) struct ExplainCommandTests {
  /// Returns the answer about one of two revisions: the provisional run, and the complete play.
  private static func answer(_ sequence: Int, _ summary: String, _ sink: String) -> String {
    #"""
    {"op":"explain","sequence":\#(sequence),"event":"mlb/1/a@\#(sequence - 400)","subject":"BOS@TB",\#
    "summary":"\#(summary)","logged":"2026-07-14T02:00:00.000Z","revisions":[\#
    {"change":"new","revision":1,"sequence":401},{"change":"completed","revision":2,"sequence":402}],\#
    "configuration":"present","sinks":[{"sink":"family",\#(sink)}]}

    """#
  }

  private static let provisional = answer(
    401, "A run scores.",
    #""outcome":"not_routed","routes":[{"decision":"matches","number":1,"outcome":"provisional","unmet":[]}]"#)
  private static let complete = answer(
    402, "Refsnyder homers.", #""outcome":"sent","at":"2026-07-14T02:00:20.000Z""#)

  private func explain(_ answers: [String], _ arguments: String...) throws -> (Program.Ending, [String]) {
    let socket = NSTemporaryDirectory() + "livegamed-explain-\(UUID().uuidString.prefix(8)).sock"
    let steps = answers.flatMap { [ScriptedDaemon.Step.hear, .say($0)] }
    let daemon = try ScriptedDaemon(socket, [[.hello()] + steps + [.stay]])
    defer {
      daemon.stop()
      try? FileManager.default.removeItem(atPath: socket)
    }
    return (try Program.run(["explain", "--utc", "--socket", socket] + arguments), daemon.received)
  }

  @Test func aProvisionalEventLeadsToTheCompletePlay() throws {
    let (ending, requests) = try explain([Self.provisional, Self.complete], "401")
    #expect(ending.status == 0 && ending.error.isEmpty)
    #expect(
      ending.output == """
        #401 BOS@TB "A run scores.", logged 2026-07-14 02:00:00 UTC, mlb/1/a@1
        revisions: #401 (@1 new, this event), #402 (@2 completed)
        family: route 1 matches, but the event is provisional, and the sink, without 'early: true', gets the complete play

        the newest revision of this play:
        #402 BOS@TB "Refsnyder homers.", logged 2026-07-14 02:00:00 UTC, mlb/1/a@2
        family: sent 2026-07-14 02:00:20 UTC

        """)
    #expect(requests.count == 2 && requests.last?.contains(#""sequence":402"#) == true)
  }

  @Test func theNewestRevisionIsExplainedAlone() throws {
    let (ending, requests) = try explain([Self.complete], "402")
    #expect(ending.output.hasSuffix("family: sent 2026-07-14 02:00:20 UTC\n") && requests.count == 1)
  }

  @Test func programsGetTheAnswerAboutTheirEvent() throws {
    let (ending, requests) = try explain([Self.provisional], "401", "--json")
    #expect(ending.output == Self.provisional && requests.count == 1)
  }
}
