import Foundation
import Testing
import WireSchema

@testable import LiveCore
@testable import LiveModel
@testable import livegamed

/// The screens of `game` before, during and after a game, for `Fixtures/game-….sheet.json`.
@Suite struct GameTextTests {
  private static let names = ["game-before", "game-live", "game-20-innings", "game-postponed", "game-suspended"]

  private static func sheet(_ name: String, _ changes: [(String, String)] = []) throws -> GameSheet {
    let path = "\(WireFormat.root)/Tests/livegamedTests/Fixtures/\(name).sheet.json"
    let text = changes.reduce(try String(contentsOfFile: path, encoding: .utf8)) { text, change in
      #expect(text.contains(change.0))
      return text.replacing(change.0, with: change.1)
    }
    return try #require(GameSheet(Array(text.utf8)))
  }

  private static func lines(
    _ name: String, _ width: Int, hasColour: Bool = false, _ changes: [(String, String)] = []
  ) throws -> [String] {
    GameText(width: width, hasColour: hasColour, zone: BoardTextTests.newYork).lines(of: try sheet(name, changes))
  }

  @Test(arguments: names, [60, 80, 120]) func everySectionFitsTheWidth(name: String, width: Int) throws {
    let lines = try Self.lines(name, width)
    #expect(lines.allSatisfy { $0.columns <= width })
    try GoldenScreen("\(name)-\(width)").check(lines)
  }

  @Test(arguments: names, 1...40) func aNarrowTerminalIsNotExceeded(name: String, width: Int) throws {
    #expect(try Self.lines(name, width).allSatisfy { $0.columns <= width })
  }

  @Test func twentyInningsAreFoldedInTwo() throws {
    let lines = try Self.lines("game-20-innings", 60)
    let rows = lines.filter { $0.hasPrefix("TOR  ") && !$0.contains(",") }
    #expect(rows.count >= 2 && lines.contains { $0.contains(" 10") && !$0.contains(" 11") })
    let totals = lines.filter { $0.contains("LOB") && $0.contains(" 20 ") }
    #expect(totals.count == 1)
    #expect(try Self.lines("game-20-innings", 120).contains { $0.contains(" 1  2  3") && $0.contains(" 20 ") })
  }

  @Test func aGameInProgressIsBold() throws {
    let lines = try Self.lines("game-live", 80, hasColour: true)
    #expect(lines.contains { $0.hasPrefix("\u{1b}[1mState") && $0.contains("Top 5th") })
    let plain = try Self.lines("game-20-innings", 80, hasColour: true)
    #expect(!plain.contains { $0.hasPrefix("\u{1b}[1mState") })
  }

  @Test func aCorrectedScoringPlayHasItsFormerText() throws {
    let text = try Self.lines("game-live", 120).joined(separator: "\n")
    #expect(text.contains("corrected 22:31 EDT, before: Bo Reyes reaches on a throwing error"))
  }

  @Test func betweenHalvesThereIsNoCountAndNoRunner() throws {
    let lines = try Self.lines("game-live", 80, [(#""inning_state": "Top""#, #""inning_state": "Middle""#)])
    #expect(!lines.contains { $0.hasPrefix("Runners") || $0.contains("count") })
    #expect(lines.contains { $0.hasPrefix("Next") && $0.contains("Cy Mata") })
  }

  @Test func theHomeHalfThatWasNotNeededIsMarked() throws {
    let sheet = try Self.sheet("game-live")
    var linescore = try #require(sheet.baseball?.linescore)
    func last(_ isOver: Bool) -> String? {
      LinescoreTable(linescore, away: "TOR", home: "AZ", isOver: isOver).lines(width: 80, hasColour: false).last
    }
    #expect(last(true)?.contains("x") == true && last(false)?.contains("x") == false)
    linescore.innings = []
    #expect(last(true) == nil)
  }

  @Test func textFromOutsideIsReducedToOneLine() throws {
    let lines = try Self.lines("game-live", 80, [("Cy Mata", #"Cy\u001b[2J\nMata"#)])
    #expect(
      !lines.joined().unicodeScalars.contains { $0.value < 0x20 } && lines.contains { $0.contains("Cy\\u{1B}[2J") })
  }

  @Test func anotherLeagueHasItsCommonMembers() throws {
    let lines = try Self.lines("game-live", 80, [(#""league": "mlb""#, #""league": "quarters""#)])
    #expect(lines.contains { $0.hasPrefix("Venue") } && !lines.contains { $0.contains("batting") })
  }
}
