import Foundation
import Testing
import WireSchema

@testable import LiveCore
@testable import LiveModel
@testable import livegamed

/// The screens of `scoreboard` for `Fixtures/schedule.json`, which has every state of a game.
@Suite struct ScheduleTextTests {
  static let answer = "\(WireFormat.root)/Tests/livegamedTests/Fixtures/schedule.json"

  private static func schedule() throws -> ScheduleOfDate {
    try #require(ScheduleOfDate(Array(try Data(contentsOf: URL(filePath: answer)))))
  }

  private static func text(_ width: Int, hasColour: Bool = false) -> ScheduleText {
    ScheduleText(width: width, hasColour: hasColour, zone: BoardTextTests.newYork)
  }

  @Test(arguments: [60, 80, 120]) func everyStateFitsTheWidth(width: Int) throws {
    let schedule = try Self.schedule()
    let lines = Self.text(width).lines(of: schedule.games, on: schedule.date)
    #expect(lines.allSatisfy { $0.columns <= width && !$0.contains("…") })
    try GoldenScreen("scoreboard-\(width)").check(lines)
  }

  @Test func gamesInProgressAreBold() throws {
    let schedule = try Self.schedule()
    let lines = Self.text(120, hasColour: true).lines(of: schedule.games, on: schedule.date)
    let bold = lines.filter { $0.hasPrefix("\u{1b}[1m") }
    #expect(bold.count == 2 && bold[0].contains("Top 5th  1 out  ◇◆◇") && bold[1].contains("Middle 8th"))
    #expect(!bold[1].contains("out"))
  }

  @Test(arguments: 1...40) func aNarrowTerminalIsNotExceeded(width: Int) throws {
    let schedule = try Self.schedule()
    #expect(Self.text(width).lines(of: schedule.games, on: schedule.date).allSatisfy { $0.columns <= width })
  }

  @Test func withoutGamesTheDateStands() {
    #expect(Self.text(80).lines(of: [], on: "2026-12-25") == ["Friday, Dec 25, 2026: no game"])
    #expect(
      Self.text(80).lines(of: [], on: "2026-12-25", teams: ["NYY", "BOS"])
        == ["Friday, Dec 25, 2026: no game of NYY or BOS"])
    #expect(
      Self.text(80).lines(of: [], on: "2026-12-25", isLiveOnly: true) == ["Friday, Dec 25, 2026: no game in progress"])
  }
}
