import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LiveWeb

@Suite struct SettingsSectionTests {
  private let source = SimulatedSource(PlayedGame.slate)

  private func html(_ preferences: Preferences = Preferences(), hasLogin: Bool = false) async throws -> String {
    let section = SettingsSection(source: source, hasLogin: hasLogin)
    return try await PageVisitor(section: section, preferences: preferences).html("settings")
  }

  @Test func theFormShowsTheChoices() async throws {
    var preferences = Preferences()
    (preferences.theme, preferences.delay, preferences.hidesScores) = (.dark, 35, true)
    let html = try await html(preferences)
    #expect(MarkupCheck.flaws(in: html).isEmpty)
    #expect(html.contains(#"value="dark" checked"#) && html.contains(#"value="35""#))
    #expect(html.contains(#"value="hidden" checked"#) && !html.contains("/logout"))
  }

  @Test func favouritesCanBeRemoved() async throws {
    let teams = try SimulatedPeople().teams()
    source.answer { $0.teams = TeamsAnswer(season: 2026, teams: teams) }
    var preferences = Preferences()
    preferences.favourites = ["mlb/\(teams[0].id)", "mlb/99999"]
    let html = try await html(preferences)
    #expect(MarkupCheck.flaws(in: html).isEmpty)
    #expect(html.contains("<span>\(teams[0].name)</span>") && html.contains("<span>mlb/99999</span>"))
    #expect(html.split(separator: #"name="on" value="0""#).count == 3)
    source.answer { $0.fault = Fault(.lookupNotFound, "no answer") }
    #expect(try await self.html(preferences).contains("mlb/\(teams[0].id)"))
  }

  @Test func whoLoggedInWithTheTokenMayLogOut() async throws {
    #expect(try await html(hasLogin: true).contains("/ball/logout"))
  }
}
