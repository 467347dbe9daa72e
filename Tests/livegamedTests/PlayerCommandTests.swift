import Foundation
import Testing

/// `livegamed player` and `livegamed team` with a scripted daemon.
@Suite(.timeLimit(.minutes(2))) struct PlayerCommandTests {
  private func ask(_ answer: String, _ arguments: [String]) throws -> Program.Ending {
    try ScriptedDaemon.answering(answer) { try Program.run(arguments + ["--socket", $0]) }
  }

  private static let ohtani = #"""
    {"league":"mlb","id":660271,"name":"Shohei Ohtani","last_name":"Ohtani","number":"17","position":\#
    {"abbreviation":"TWP","name":"Two-Way Player"},"team":{"id":119,"abbreviation":"LAD","name":"Los Angeles Dodgers"}
    """#

  private static let list =
    #"{"op":"players","season":2026,"players":[\#(ohtani)}],"confirmed":"2026-07-12T01:10:00.000Z"}"#

  private static let profile =
    #"{"op":"player","season":2026,"player":\#(ohtani),"details":[],"tables":[],"figures":[]},"#
    + #""confirmed":"2026-07-12T01:10:00.000Z"}"#

  @Test(arguments: [
    ["search", "ohtani"], ["search", "shohei", "ohtani", "--team", "dodgers"], ["list", "--position", "two-way"],
  ])
  func playersAreATable(arguments: [String]) throws {
    let answer = try ask(Self.list, ["player"] + arguments)
    let table = "ID      POS  TEAM  NO  NAME\n660271  TWP  LAD   17  Shohei Ohtani\n"
    #expect(answer.output == table && answer.error.isEmpty && answer.status == 0, "\(answer)")
    #expect(try ask(Self.list, ["player"] + arguments + ["--json"]).output == Self.list + "\n")
  }

  @Test(arguments: [[], ["--json"]]) func aNameThatNobodyHasIsRefused(options: [String]) throws {
    let none = #"{"op":"players","season":2026,"players":[],"nearest":["Shohei Ohtani"]}"#
    let answer = try ask(none, ["player", "search", "otani"] + options)
    #expect(answer.status == 64 && answer.output.isEmpty)
    #expect(answer.error == "no player of 2026 is named 'otani'; did you mean 'Shohei Ohtani'?\n")
    let empty = try ask(none, ["player", "list", "--team", "BOS"])
    #expect(empty.status == 0 && empty.output == "no such player in 2026\n")
  }

  @Test func aPlayerWithoutStatisticsIsShown() throws {
    let answer = try ask(Self.profile, ["player", "show", "660271"])
    #expect(answer.output.hasPrefix("Shohei Ohtani\nPosition  Two-Way Player\nTeam      Los Angeles Dodgers\n"))
    #expect(answer.output.hasSuffix("\nNo stats yet.\n") && answer.error.isEmpty && answer.status == 0, "\(answer)")
    #expect(try ask(Self.profile, ["player", "show", "ohtani", "--json"]).output == Self.profile + "\n")
  }

  @Test(arguments: [[], ["--json"]]) func severalPlayersAreListedWithTheirIds(options: [String]) throws {
    let several =
      #"{"op":"player","season":2026,"candidates":[\#(Self.ohtani)},{"league":"mlb","id":5,"name":"Ada Ohtani"}]}"#
    let answer = try ask(several, ["player", "show", "ohtani"] + options)
    #expect(answer.status == 64 && answer.output.isEmpty)
    #expect(answer.error.hasPrefix("several players are named 'ohtani'; give the id of one\n"))
    #expect(
      answer.error.contains("\n660271  TWP") && answer.error.contains("\n5 ") && answer.error.contains("Ada Ohtani"))
  }

  @Test func anUnknownNameHasItsStatus() throws {
    let error = #"{"op":"error","code":"unknown_name","message":"no player has the id 7; search"}"#
    let answer = try ask(error, ["player", "show", "7"])
    #expect(
      answer.status == 64 && answer.output.isEmpty && answer.error.contains("no player has the id 7"), "\(answer)")
  }

  @Test func anOldAnswerSaysSo() throws {
    let stale = Self.profile.dropLast() + #","stale_because":"answered 500","warnings":["careful"]}"#
    let answer = try ask(String(stale), ["player", "show", "660271"])
    #expect(answer.status == 0 && answer.output.contains("No stats yet."))
    #expect(
      answer.error == "careful\nthe statistics as of Jul 12, 01:10 UTC, because of an error: answered 500\n",
      "\(answer.error)")
  }

  @Test(arguments: [
    (["player", "search", "a"], "at least two letters"), (["player", "search", " ."], "at least two letters"),
    (["player", "search"], "name"), (["player", "show", "x"], "at least two letters"),
    (["player", "list", "--team", "BOS", "--team", "NYY"], "give one --team"),
    (["player", "search", "660271"], "'livegamed player show 660271' shows the player with the id"),
    (["player", "list"], "give a --team, a --position, or both"),
    (["player", "list", "--team", "bosten"], "did you mean 'BOS'"),
    (["player", "list", "--position", "goalie"], "there is no position 'goalie'"),
    (["player", "search", "ab", "--position", "picther"], "did you mean 'pitcher'"),
    (["team", "show", "bosten"], "did you mean 'BOS'"), (["team", "show", "new", "york"], "could be several teams"),
    (["team", "show", "BOS", "--by", "age"], "'age' is invalid"),
  ])
  func aMistakeIsRefused(arguments: [String], words: String) throws {
    let answer = try Program.run(arguments)
    #expect(answer.status == 64 && answer.output.isEmpty && answer.error.contains(words), "\(answer)")
  }

  @Test func aTeamIsShown() throws {
    let team = #"""
      {"op":"team","season":2026,"team":{"league":"mlb","id":111,"name":"Boston Red Sox","abbreviation":"BOS"},"roster":[]}
      """#
    let answer = try ask(team, ["team", "show", "red", "sox"])
    #expect(answer.status == 0 && answer.error.isEmpty, "\(answer)")
    #expect(answer.output.hasPrefix("Boston Red Sox (BOS)\nNext game none is listed\n"))
    #expect(try ask(team, ["team", "show", "BOS", "--by", "position", "--json"]).output == team + "\n")
    let teams = #"{"op":"teams","season":2026,"teams":[{"league":"mlb","id":111,"name":"Boston Red Sox"}]}"#
    #expect(
      try ask(teams, ["team", "list"]).output
        == "Teams of 2026\nTEAM  W-L  GB  ROW  NAME\n                    Boston Red Sox\n")
  }

  @Test(arguments: [["player", "search", "ab"], ["player", "show", "5"], ["team", "list"], ["team", "show", "BOS"]])
  func aFailureHasAStatusAndNoOutput(arguments: [String]) throws {
    let answer = try ask(#"{"op":"error","code":"unavailable","message":"no answer: answered 500"}"#, arguments)
    #expect(answer.status == 69 && answer.output.isEmpty && answer.error.contains("answered 500"), "\(answer)")
    let malformed = try ask(
      #"{"op":"\#(arguments[0] == "team" ? (arguments[1] == "list" ? "teams" : "team") : (arguments[1] == "search" ? "players" : "player"))","season":"x"}"#,
      arguments)
    #expect(
      malformed.status == 69 && malformed.output.isEmpty && malformed.error.contains("cannot be read"), "\(malformed)")
  }
}
