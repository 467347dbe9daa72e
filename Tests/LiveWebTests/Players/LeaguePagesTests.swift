import LivePlatform
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LiveWeb

/// Players and teams of a second league, whose players a service lists.
@Suite struct LeaguePagesTests {
  private let source = SimulatedSource()
  private static let nba = LeagueID(rawValue: "nba")
  private static let celtics = GameSummary.Club(id: 1_610_612_738, abbreviation: "BOS", name: "Boston Celtics")

  init() {
    source.answer { answers in
      answers.leagues.append(Self.nba)
      answers.services[Self.nba] = "balldontlie"
      answers.players = PlayersAnswer(season: 2026, players: [Self.player(7, "Ana Abe", service: "balldontlie")])
    }
  }

  private static func player(_ id: Int, _ name: String, service: String?) -> PlayerListing {
    PlayerListing(
      league: nba, id: id, service: service, name: name, number: "00", position: PlayerPosition("G", group: "Guard"),
      team: celtics)
  }

  private func html(_ address: String) async throws -> String {
    let section: any PageSection =
      address.contains("/teams") ? TeamsSection(source: source) : PlayersSection(source: source)
    let html = try await PageVisitor(section: section).html(address)
    #expect(MarkupCheck.flaws(in: html) == [])
    return html
  }

  @Test func eachLeagueHasItsOwnSearch() async throws {
    let html = try await html("nba/players?q=abe")
    #expect(html.contains(#"action="/ball/nba/players""#) && html.contains(#"<a href="/ball/nba/players/7">"#))
    #expect(html.contains(#"<a class="btn" href="/ball/mlb/players">MLB</a>"#))
    #expect(html.contains(#"href="/ball/nba/players" aria-current="true">NBA</a>"#))
    // A service finds players by their names only, in all seasons.
    #expect(!html.contains("Pitchers") && html.contains("1 player <small>for “abe”; accents do not matter"))
    #expect(html.contains("t-nba-bos"))
  }

  @Test func oneLeagueNeedsNoChoice() async throws {
    source.answer { $0.leagues = [LeagueID(rawValue: "mlb")] }
    #expect(try await !html("mlb/players").contains(#"aria-label="League""#))
  }

  @Test func aLetterIsNoSearch() async throws {
    #expect(try await html("nba/players?q=a").contains("One letter is too few"))
  }

  @Test func aPlayerHasHisAverages() async throws {
    var profile = PlayerProfile(Self.player(7, "Ana Abe", service: "balldontlie"))
    (profile.season, profile.height) = (2026, "6' 2\"")
    profile.tables = [
      StatTable(
        "averages", columns: ["G", "MIN", "PTS", "FG%"],
        rows: [.init(season: 2026, values: ["70", "32.2", "24.5", "44.8"])])
    ]
    source.answer { [profile] in $0.profile = profile }
    let html = try await html("nba/players/7")
    #expect(html.contains("70 games, 32.2 minutes a game") && html.contains("<dd>24.5</dd><dt>Points</dt>"))
    #expect(html.contains(#"<abbr title="Field goals made, of 100">FG%</abbr>"#))
    #expect(html.contains(#"<a href="/ball/nba/teams/1610612738">Boston Celtics</a>"#))
  }

  @Test func aRosterOfAGameSaysWhoStartsAndWhoIsOut() async throws {
    var (first, second) = (
      Self.player(201_939, "Ana Abé", service: nil), Self.player(7, "Bea Bo", service: "balldontlie")
    )
    (first.isStarter, second.absence) = (true, "Right Ankle; Sprain")
    let team = TeamListing(
      league: Self.nba, id: 1_610_612_738, abbreviation: "BOS", name: "Boston Celtics",
      division: "Eastern Conference, Atlantic Division")
    source.answer { [first, second] in
      $0.teams = TeamsAnswer(season: 2026, teams: [team])
      $0.team = TeamAnswer(season: 2026, team: team, nextGame: nil, roster: [first, second])
    }
    let html = try await html("nba/teams/1610612738")
    // The id of the event is none of the service, so that the player is found by the name.
    #expect(html.contains(#"href="/ball/nba/players?q=Ana%20Ab%C3%A9"#) && html.contains(">starts</span>"))
    #expect(html.contains(#"href="/ball/nba/players/7"#) && html.contains(">out: Right Ankle; Sprain</span>"))
    #expect(try await self.html("nba/teams").contains("Eastern Conference, Atlantic Division"))
  }

  @Test func aLeagueThatIsOffHasNoPage() async throws {
    let request = PageRequest(path: ["nhl", "players"], now: Timestamp(seconds: 0))
    #expect(try await PlayersSection(source: source).answer(to: request) == nil)
  }
}
