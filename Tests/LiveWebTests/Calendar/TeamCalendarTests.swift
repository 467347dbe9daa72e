import LiveModel
import Testing

@testable import LiveCore
@testable import LiveWeb

@Suite struct TeamCalendarTests {
  private let confirmed = Timestamp(seconds: 1_784_070_300)

  private func game(
    _ id: Int, _ status: GameStatus.Phase = .scheduled, date: String = "2026-07-14", start: String? = nil
  ) -> ScoreboardGame {
    ScoreboardGame(
      GameSummary(
        league: LeagueID(rawValue: "mlb"),
        game: GameSummary.Game(
          id: id, date: date, status: status, away: .init(id: 114, abbreviation: "CLE", name: "Cleveland Guardians"),
          home: .init(id: 136, abbreviation: "SEA", name: "Seattle Mariners")),
        start: start.flatMap { Timestamp(rfc3339: $0) }, score: Score(away: 5, home: 4)), state: "Scheduled")
  }

  private func lines(_ games: ScoreboardGame..., team: String = "Seattle Mariners") -> [String] {
    TeamCalendar(team: team, games: games, confirmed: confirmed).text.split(
      separator: "\r\n", omittingEmptySubsequences: false
    ).map(String.init)
  }

  @Test func aGameHasItsStartAndItsTeamsAndNoScore() {
    let lines = lines(game(823_163, start: "2026-07-14T23:05:00Z"))
    #expect(lines.first == "BEGIN:VCALENDAR" && lines.suffix(2) == ["END:VCALENDAR", ""])
    #expect(lines.contains("UID:mlb-823163@livegamed") && lines.contains("DTSTART:20260714T230500Z"))
    #expect(lines.contains("DTEND:20260715T020500Z") && lines.contains("SUMMARY:Guardians at Mariners"))
    #expect(lines.contains("DTSTAMP:20260714T230500Z"))
    #expect(!lines.contains { $0.contains("5") && $0.contains("4") && $0.hasPrefix("SUMMARY") })
  }

  @Test func aGameWithoutATimeIsAWholeDay() {
    let lines = lines(game(1, date: "2026-07-31"))
    #expect(lines.contains("DTSTART;VALUE=DATE:20260731") && lines.contains("DTEND;VALUE=DATE:20260801"))
  }

  @Test func aPostponedGameStandsOnItsNewDate() {
    var old = game(1, .postponed, start: "2026-07-14T23:05:00Z")
    old.continuation = .init(date: "2026-07-16", start: Timestamp(rfc3339: "2026-07-16T17:05:00Z"))
    let moved = lines(old, game(1, date: "2026-07-16", start: "2026-07-16T17:05:00Z"))
    #expect(moved.count { $0.hasPrefix("UID:") } == 1 && moved.contains("DTSTART:20260716T170500Z"))
    let alone = lines(game(1, .postponed, start: "2026-07-14T23:05:00Z"))
    #expect(alone.contains("STATUS:CANCELLED") && alone.contains("SUMMARY:Postponed: Guardians at Mariners"))
  }

  @Test func aGameThatWasPostponedTwiceStandsOnItsLastDate() {
    var first = game(1, .postponed, start: "2026-07-14T23:05:00Z")
    first.continuation = .init(date: "2026-07-15")
    var second = game(1, .postponed, date: "2026-07-15", start: "2026-07-15T23:05:00Z")
    second.continuation = .init(date: "2026-07-16", start: Timestamp(rfc3339: "2026-07-16T17:05:00Z"))
    #expect(lines(first, second).contains("DTSTART:20260716T170500Z"))
    #expect(lines(second, first).contains("DTSTART:20260716T170500Z"))
  }

  @Test func textIsEscapedAndLongLinesAreFolded() {
    let name = "Añ; b, c\\ " + String(repeating: "ü", count: 60)
    let lines = lines(game(1, start: "2026-07-14T23:05:00Z"), team: name)
    #expect(lines.contains { $0.hasPrefix(#"X-WR-CALNAME:Añ\; b\, c\\ "#) })
    #expect(lines.allSatisfy { $0.utf8.count <= 75 })
    #expect(lines.contains { $0.hasPrefix(" ü") })
  }
}
