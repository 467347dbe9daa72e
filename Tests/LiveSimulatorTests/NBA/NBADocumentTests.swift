import Foundation
import Testing

@testable import LiveSimulator

/// The documents beside the play-by-play.
@Suite struct NBADocumentTests {
  private static let games = Array(NBAGames.many.prefix(20))

  private static func sides(_ body: [UInt8]?) throws -> [[String: Any]] {
    let game = try #require(try NBAFile.object(body)["game"] as? [String: Any])
    return [try #require(game["homeTeam"] as? [String: Any]), try #require(game["awayTeam"] as? [String: Any])]
  }

  private static func rows(_ slate: SimulatedNBASlate, at time: Double) throws -> [[String: Any]] {
    let board = try #require(try NBAFile.object(slate.scoreboard(at: time))["scoreboard"] as? [String: Any])
    return try #require(board["games"] as? [[String: Any]])
  }

  @Test func theBoxScoreAddsUp() throws {
    for game in Self.games {
      let last = game.script[game.script.count - 1]
      for team in try Self.sides(game.boxscore(at: game.end)) {
        let players = try #require(team["players"] as? [[String: Any]])
        let lines = try players.map { try #require($0["statistics"] as? [String: Any]) }
        let own = try #require(team["statistics"] as? [String: Any])
        #expect(lines.map { $0.number("points") }.reduce(0, +) == team.number("score"))
        #expect(own.number("points") == team.number("score"))
        for name in ["assists", "steals", "blocks", "turnovers", "foulsPersonal", "reboundsOffensive"] {
          #expect(lines.map { $0.number(name) }.reduce(0, +) == own.number(name), "\(game.gameId) \(name)")
        }
        let periods = try #require(team["periods"] as? [[String: Any]])
        #expect(periods.map { $0.number("score") }.reduce(0, +) == team.number("score"))
        #expect(own.text("minutes") == "PT\(240 + 25 * (last.period - 4))M00.00S")
        #expect(players.count { $0.text("oncourt") == "1" } == 5 && players.count { $0.text("starter") == "1" } == 5)
      }
    }
  }

  @Test func theBoxScoreIsThereBeforeTheGameWithACountdown() throws {
    let game = Self.games[0]
    #expect(game.boxscore(at: game.tipOff - 1801) == nil && game.playByPlay(at: game.tipOff - 1) == nil)
    let body = try #require(try NBAFile.object(game.boxscore(at: game.tipOff - 600))["game"] as? [String: Any])
    #expect(body.text("gameStatusText") == "pregame" && body.number("gameStatus") == 1 && body.number("period") == 0)
    #expect(body.text("gameClock") == "PT10M00.00S")
    for team in try Self.sides(game.boxscore(at: game.tipOff - 600)) {
      let players = try #require(team["players"] as? [[String: Any]])
      let starters = players.filter { $0.text("starter") == "1" }
      #expect(starters.map { $0.text("position") } == ["SF", "PF", "C", "SG", "PG"])
      #expect(starters.allSatisfy { $0.text("oncourt") == "1" && $0.text("played") == "0" })
      #expect(players.contains { $0.text("status") == "INACTIVE" && !$0.text("notPlayingReason").isEmpty })
    }
  }

  @Test func theScoreboardGoesFromScheduledToFinal() throws {
    let slate = SimulatedNBASlate(seed: 5, games: 1, tip: 1_768_437_600, spread: 0)
    let game = slate.games[0]
    var texts: [String] = []
    for time in stride(from: game.tipOff - 600, through: game.finalTime + 600, by: 5) {
      let row = try #require(try Self.rows(slate, at: time).first)
      let text = row.text("gameStatusText")
      texts.append(text)
      switch row.number("gameStatus") {
      case 1:
        #expect(text == "7:30 pm ET" && row.text("gameEt") == "2026-01-14T19:30:00Z" && row.text("gameClock").isEmpty)
      case 2: #expect(row.text("gameEt") == "2026-01-14T19:30:00-05:00" && row.number("period") > 0)
      default: #expect(text == "Final" && row.text("gameEt") == "2026-01-14T19:30:00Z" && row.text("gameClock").isEmpty)
      }
      #expect(row.text("gameTimeUTC") == "2026-01-15T00:30:00Z" && row.text("gameId") == "0022500501")
    }
    for text in ["Half", "Q1 :00.0", "Final"] { #expect(texts.contains(text), "\(text)") }
    #expect(texts.contains { $0.hasPrefix("Q3 ") } && texts.last == "Final")
  }

  @Test func aPostponedGameIsOnTwoScoreboards() throws {
    let game = SimulatedNBAGame(seed: 3, course: .postponed)
    let slate = SimulatedNBASlate([game])
    let move = try #require(game.move)
    let old = try #require(try Self.rows(slate, at: game.fixture.start + 3600).first)
    #expect(old.text("gameStatusText") == "PPD" && old.number("gameStatus") == 1)
    #expect(game.playByPlay(at: game.fixture.start + 7200) == nil)
    let new = try #require(try Self.rows(slate, at: game.tipOff + 600).first)
    #expect(new.number("gameStatus") == 2 && new.text("gameTimeUTC") == EasternTime.utc(move.start))
    #expect(try Self.rows(slate, at: move.start + 86_400).isEmpty)
    #expect(game.statuses.map(\.kind) == ["postponed", "rescheduled"])
    let schedule = String(decoding: slate.schedule(at: move.called + 700), as: UTF8.self)
    #expect(schedule.contains(#""gameStatusText":"PPD   ""#))
  }

  @Test(arguments: 0..<24) func aSlateStaysOnTheScoreboardAtEveryHour(hour: Int) throws {
    let slate = SimulatedNBASlate(seed: 5, games: 2, tip: 1_768_366_800 + Double(hour) * 3600, spread: 300)
    for game in slate.games {
      for time in stride(from: game.tipOff - 3000, through: game.finalTime + 3600, by: 1800) {
        #expect(try Self.rows(slate, at: time).count == 2, "\(time)")
      }
      let body = try NBAFile.object(slate.scoreboard(at: game.tipOff))
      let date = try #require(body["scoreboard"] as? [String: Any]).text("gameDate")
      #expect(date == EasternTime(slate.games[0].fixture.start).date)
    }
  }

  @Test func theScheduleHasFalseZonesPaddedTextsAndPlaceholders() throws {
    let season = SimulatedNBASeason(seed: 3, days: 4, gamesADay: 2)
    let games = season.games(on: 0)
    let slate = season.slate(games)
    let end = try #require(games.map(\.finalTime).max())
    let root = try #require(try NBAFile.object(slate.schedule(at: end + 1200))["leagueSchedule"] as? [String: Any])
    let dates = try #require(root["gameDates"] as? [[String: Any]])
    let rows = dates.flatMap { $0["games"] as? [[String: Any]] ?? [] }
    #expect(rows.count == 9 && Set(rows.map { $0.text("gameId") }).count == 9)
    let first = try #require(rows.first { $0.text("gameId") == games[0].gameId })
    let start = EasternTime(games[0].fixture.start)
    #expect(first.text("gameDateTimeEst") == "\(start.date)T\(start.clock)Z")
    #expect(first.text("gameDateTimeUTC") == EasternTime.utc(games[0].fixture.start))
    if games[0].course != .postponed { #expect(first.text("gameStatusText").hasPrefix("Final  ")) }
    let placeholder = try #require(rows.last?["homeTeam"] as? [String: Any])
    #expect(placeholder.number("teamId") == 0 && placeholder["teamTricode"] is NSNull)
  }

  @Test func theClubsAreThoseOfTheLeague() {
    #expect(Set(NBAClub.all.map(\.id)) == Set(1_610_612_737...1_610_612_766))
    #expect(Set(SimulatedNBASlate.clubs).count == 30)
    let slate = SimulatedNBASlate(seed: 9, games: 3, tip: 1_768_437_600, spread: 60, featuring: ["BOS", "ATL"])
    #expect(slate.games[0].title.contains("BOS") && slate.games[1].title.contains("ATL"))
    #expect(slate.games.map(\.gameId) == ["0022500501", "0022500502", "0022500503"])
    #expect(slate.games.map { $0.script[0].time } == [1_768_437_600, 1_768_437_660, 1_768_437_720])
  }

  @Test func anIdMeansTheSamePlayerInEveryGame() {
    var names: [Int: String] = [:]
    for game in NBAGames.many {
      for side in NBASide.allCases {
        let roster = game.rosters[side]
        #expect(
          roster.starters.map(\.position) == [.smallForward, .powerForward, .center, .shootingGuard, .pointGuard])
        let all = roster.active + roster.inactive.map(\.player)
        #expect(roster.active.count == 13 && Set(all.map(\.name)).count == all.count)
        for player in all { #expect(names.updateValue(player.name, forKey: player.id) ?? player.name == player.name) }
      }
    }
    #expect(names.count > 400)
  }

  @Test func wrongAnswersAreOfEveryKind() throws {
    let game = Self.games[0]
    let kinds = FaultyFeed.Answer.allCases
    for kind in kinds where kind != .right {
      let feed = FaultyFeed(game, other: Self.games[1], seed: 3, shares: [kind: 1])
      let time = game.moments[game.moments.count / 2]
      #expect(feed.answer(at: time) == kind && feed.feed(at: time) != game.playByPlay(at: time), "\(kind)")
    }
    let other = FaultyFeed(game, other: Self.games[1], seed: 3, shares: [.otherGame: 1])
    #expect(try PlayByPlayFile(other.feed(at: game.end)).gameId == Self.games[1].gameId)
  }
}

/// The clock of New York.
@Suite struct EasternTimeTests {
  @Test(arguments: [
    (1_768_437_000.0, "2026-01-14 19:30:00.000000", "2026-01-14 07:30:00.300", "7:30 pm ET"),
    (1_773_039_599, "2026-03-09 02:59:59.000000", "2026-03-09 02:59:59.5959", "2:59 am ET"),
    (1_772_953_199, "2026-03-08 01:59:59.000000", "2026-03-08 01:59:59.5959", "1:59 am ET"),
    (1_772_953_200, "2026-03-08 03:00:00.000000", "2026-03-08 03:00:00.00", "3:00 am ET"),
    (1_793_512_799, "2026-11-01 01:59:59.000000", "2026-11-01 01:59:59.5959", "1:59 am ET"),
    (1_793_512_800, "2026-11-01 01:00:00.000000", "2026-11-01 01:00:00.00", "1:00 am ET"),
    (1_768_410_000, "2026-01-14 12:00:00.000000", "2026-01-14 12:00:00.00", "12:00 pm ET"),
  ])
  func theClockIsThatOfNewYork(time: Double, revision: String, board: String, text: String) {
    let clock = EasternTime(time)
    #expect(clock.revision == revision && clock.boardTime == board && clock.announcement == text)
  }

  @Test func instantsAreCutNotRounded() {
    #expect(EasternTime.utc(1_768_437_000.98, digits: 1) == "2026-01-15T00:30:00.9Z")
    #expect(EasternTime.utc(1_768_437_000.98) == "2026-01-15T00:30:00Z")
    #expect(EasternTime(1_768_437_000).midnight == 1_768_366_800 && EasternTime(1_768_437_000).weekday == 3)
    #expect(EasternTime.behind(3, at: 1_768_437_000).withOffset == "2026-01-14T16:30:00-08:00")
  }
}
