import Foundation
import Testing

/// `livegamed follow` with a daemon that answers as scripted.
@Suite(.timeLimit(.minutes(2))) struct FollowCommandTests {
  private func ask(_ answer: String, _ arguments: [String]) throws -> Program.Ending {
    try ScriptedDaemon.answering(answer) { try Program.run(["follow"] + arguments + ["--socket", $0]) }
  }

  @Test func whatIsAddedIsPrinted() throws {
    let line = #"""
      {"op":"follow_add","changed":[{"abbreviation":"BOS","kind":"team","name":"Boston Red Sox"},{"id":7,"kind":"player"}],\#
      "unchanged":[{"abbreviation":"NYY","kind":"team","name":"New York Yankees","place":"a.yaml:1:2"}],"warnings":["check"]}
      """#
    let ending = try ask(line, ["add", "bos", "7", "NYY"])
    #expect(
      ending.output == """
        Boston Red Sox (BOS) is followed from now on
        player 7 is followed from now on
        New York Yankees (NYY) is followed already, by a.yaml:1:2

        """, "\(ending)")
    #expect(ending.status == 0 && ending.error == "check\n")
    #expect(try ask(line, ["add", "bos", "--json"]).output == line + "\n")
  }

  @Test func whatIsRemovedIsPrinted() throws {
    let line = #"{"op":"follow_remove","changed":[{"id":660271,"kind":"player","name":"Shohei Ohtani"}]}"#
    let ending = try ask(line, ["remove", "660271"])
    #expect(ending.output == "Shohei Ohtani (660271) is removed\n" && ending.status == 0, "\(ending)")
  }

  @Test func theListIsPrintedWithTheAgeOfTheStates() throws {
    let line = #"""
      {"op":"follow","everything":false,"followed":[{"id":5,"kind":"player","place":"a.yaml:1:2","state":"active","team":"B"}],\#
      "confirmed":"2026-07-12T01:10:00.000Z","stale_because":"answered 500"}
      """#
    let ending = try ask(line, ["list"])
    #expect(ending.output == "Players\n  5  active, B  a.yaml:1:2\n" && ending.status == 0, "\(ending)")
    #expect(
      ending.error == "the players' states as of Jul 12, 01:10 UTC, because of an error: answered 500\n",
      "\(ending.error)")
    #expect(try ask(line, ["list", "--json"]).output == line + "\n")
  }

  @Test(arguments: [
    ("forbidden", Int32(77), "[socket.forbidden]"), ("unknown_name", 64, "[socket.unknown-name]"),
    ("refused", 64, "[follow.refused]"), ("failed", 69, "[socket.failed]"), ("unavailable", 69, "[lookup.failed]"),
  ])
  func aRefusalHasAStatusAndNoOutput(code: String, status: Int32, words: String) throws {
    let ending = try ask(#"{"op":"error","code":"\#(code)","message":"no"}"#, ["add", "BOS"])
    #expect(ending.status == status && ending.output.isEmpty && ending.error.contains(words), "\(ending)")
  }

  @Test(arguments: [["add"], ["remove"], ["add", ""], ["list", "BOS"], ["add", String(repeating: "x", count: 129)]])
  func aMistakeIsRefused(arguments: [String]) throws {
    let ending = try Program.run(["follow"] + arguments)
    #expect(ending.status == 64 && ending.output.isEmpty && !ending.error.isEmpty, "\(ending)")
  }
}
