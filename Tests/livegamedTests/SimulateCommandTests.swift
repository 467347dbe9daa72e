import Foundation
import LiveCore
import Testing

@testable import livegamed

/// `livegamed simulate`, asked over HTTP.
@Suite(.timeLimit(.minutes(2))) struct SimulateCommandTests {
  /// Runs the command while `body` uses the address and the titles of the games.
  private func simulating(
    _ arguments: [String], _ body: (_ url: String, _ games: [String]) throws -> Void
  ) throws {
    let output = Pipe()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: RunningDaemon.program)
    process.arguments = ["simulate"] + arguments
    process.standardOutput = output
    try process.run()
    defer {
      process.interrupt()
      process.terminate()
      process.waitUntilExit()
    }
    var text = ""
    while text.count(where: { $0 == "\n" }) < 3 {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      text += String(decoding: data, as: UTF8.self)
    }
    let lines = text.split(separator: "\n").map(String.init)
    try #require(lines.count == 3, "\(text)")
    try body(lines[0], Array(lines.dropFirst()))
  }

  private func get(_ url: String, _ path: String) throws -> (status: Int, body: [String: Any]) {
    let port = try #require(url.split(separator: ":").last.flatMap { UInt16($0) })
    let answer = try Scrape(path, port: port)
    let body = try? JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
    return (answer.status, body ?? [:])
  }

  @Test func theGamesAreServed() throws {
    try simulating(["--games", "2", "--speed", "600"]) { url, titles in
      #expect(url.hasPrefix("http://127.0.0.1:"))
      let schedule = try get(url, "/api/v1/schedule?hydrate=linescore").body
      let days = try #require(schedule["dates"] as? [[String: Any]])
      let games = days.flatMap { $0["games"] as? [[String: Any]] ?? [] }
      #expect(games.count == 2 && games.allSatisfy { $0["linescore"] != nil })
      let gamePk = try #require(titles[0].split(separator: " ").first)
      let feed = try get(url, "/api/v1.1/game/\(gamePk)/feed/live")
      #expect(feed.status == 200 && feed.body["gameData"] != nil && feed.body["gamePk"] as? Int == Int(gamePk))
      #expect(try get(url, "/api/v1.1/game/1/feed/live").status == 404)
    }
  }

  @Test func teamsAndPlayersAreServed() throws {
    try simulating(["--games", "2"]) { url, titles in
      let team = try #require(titles[0].split(separator: "@").last.map(String.init))
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let config = folder.appending(path: "livegamed.yaml").path
      try "source: {mlb: {base_url: \"\(url)\"}}\n".write(toFile: config, atomically: true, encoding: .utf8)
      func ask(_ command: String) throws -> Program.Ending {
        try Program.shell(
          "\(RunningDaemon.program) \(command) --config \(config)",
          ["HOME": folder.path, "XDG_CACHE_HOME": folder.path])
      }
      let teams = try ask("team list")
      #expect(teams.status == 0 && teams.error.isEmpty && teams.output.contains("American League East"), "\(teams)")
      let shown = try ask("team show \(team)")
      #expect(shown.status == 0 && shown.error.isEmpty && shown.output.contains("Next game"), "\(shown)")
      #expect(!shown.output.contains("none is listed"), "\(shown)")
      let pitcher = try #require(
        try ask("player list --team \(team) --position P").output.split(separator: "\n").dropFirst().first)
      let number = try #require(pitcher.split(separator: " ").first)
      let player = try ask("player show \(number)")
      #expect(player.status == 0 && player.error.isEmpty, "\(player)")
      #expect(["ERA", "FIP-", "WAR"].allSatisfy(player.output.contains), "\(player)")
      #expect(try get(url, "/api/v1/people/1").status == 404 && get(url, "/api/v1/teams?sportId=51").status == 404)
    }
  }

  @Test func gamesOfTheNBAAreServed() throws {
    try simulating(["--league", "nba", "--games", "2"]) { url, titles in
      let gameId = try #require(titles[0].split(separator: " ").first)
      #expect(gameId == "0022500501" && titles[0].contains("@"))
      let board = try get(url, "/static/json/liveData/scoreboard/todaysScoreboard_00.json")
      let games = try #require((board.body["scoreboard"] as? [String: Any])?["games"] as? [[String: Any]])
      #expect(board.status == 200 && games.compactMap { $0["gameId"] as? String } == ["0022500501", "0022500502"])
      // The tip comes in ten seconds: there is a box score, and no play-by-play.
      let box = try get(url, "/static/json/liveData/boxscore/boxscore_\(gameId).json")
      #expect((box.body["game"] as? [String: Any])?["gameStatusText"] as? String == "pregame")
      let missing = try get(url, "/static/json/liveData/playbyplay/playbyplay_\(gameId).json")
      #expect(missing.status == 403 && missing.body.isEmpty)
      #expect(try get(url, "/static/json/liveData/boxscore/boxscore_0022599999.json").status == 403)
      #expect(try get(url, "/static/json/staticData/scheduleLeagueV2.json").body["leagueSchedule"] != nil)
    }
  }

  @Test func faultsAreServed() throws {
    try simulating(["--games", "2", "--faults", "503=1"]) { url, _ in
      let answer = try get(url, "/api/v1/schedule")
      #expect(answer.status == 503 && answer.body.isEmpty)
    }
  }

  @Test(arguments: [
    (["--games", "16"], "1 to 15"), (["--speed", "0"], "1 to 600"), (["--listen", "localhost:80"], "numeric address"),
    (["--listen", "::1:80"], "numeric address"), (["--listen", "127.0.0.1:65536"], "numeric address"),
    (["--faults", "worse=1"], "there is no fault 'worse'"),
    (["--league", "nfl"], "'mlb' and 'nba'"),
  ])
  func aMistakeIsRefused(arguments: [String], words: String) throws {
    let answer = try Program.run(["simulate"] + arguments)
    #expect(answer.status == 64 && answer.output.isEmpty && answer.error.contains(words), "\(answer)")
  }

  @Test func anAddressInUseIsReported() throws {
    try simulating(["--games", "2"]) { url, _ in
      let answer = try Program.run(["simulate", "--listen", String(url.dropFirst("http://".count))])
      #expect(answer.status == 73 && answer.error.contains("cannot be used"), "\(answer)")
    }
  }

  @Test(arguments: [
    ("127.0.0.1:80", "http://127.0.0.1:80"), ("[::1]:80", "http://[::1]:80"), ("0.0.0.0:0", "http://0.0.0.0:0"),
  ])
  func anAddressHasAURL(text: String, url: String) {
    #expect(ListenAddress(text).map { $0.url(port: $0.port) } == url)
  }
}
