/// The body of `playbyplay_<gameId>.json` at a second.
struct PlayByPlayDocument {
  let game: SimulatedNBAGame
  let time: Double
  let shown: ArraySlice<NBAPlayLog.Shown>

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(shown.count * 800 + 300)
    bytes += Array("{\"meta\":".utf8) + NBAMeta.game(game, "playbyplay", time).bytes
    bytes += Array(",\"game\":{\"gameId\":\"\(game.gameId)\",\"actions\":[".utf8)
    for (number, action) in shown.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      action.write(to: &bytes)
    }
    return bytes + Array("]}}".utf8)
  }
}

/// The member `meta` of the documents.
enum NBAMeta {
  /// Returns that of a game's file. Its time rises with every publication.
  static func game(_ game: SimulatedNBAGame, _ file: String, _ time: Double) -> JSON {
    let revision = game.revision(at: time)
    // The file is written some hundred thousand microseconds after the second.
    let microseconds = Double(Int(revision) % 999_983) / 1_000_000
    return [
      "version": 1, "code": 200, "request": .string("http://nba.cloud/games/\(game.gameId)/\(file)?Format=json"),
      "time": .string(EasternTime(revision + microseconds).revision),
    ]
  }

  static func scoreboard(at time: Double) -> JSON {
    [
      "version": 1,
      "request":
        "https://nba-prod-us-east-1-mediaops-stats.s3.amazonaws.com/NBA/liveData/scoreboard/todaysScoreboard_00.json",
      "time": .string(EasternTime(time).boardTime), "code": 200,
    ]
  }

  static func schedule(_ season: String, at time: Double) -> JSON {
    [
      "version": 1, "request": .string("http://nba.cloud/league/00/\(season)/scheduleleaguev2?Format=json"),
      "time": .string(EasternTime.utc(time, digits: 3)),
    ]
  }
}
