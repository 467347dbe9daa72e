import Glibc
import LiveSimulator

/// A simulated source of whole days as a separate program, for tests that run the daemon from outside:
/// `livesimulator [--league nba] SEED DAYS START GAMES` serves a season of so many days with GAMES on each; the first
/// day contains the second START. It prints its address. Without `--league`, it is StatsAPI.
@main
enum Simulator {
  static func main() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var league = "mlb"
    if arguments.first == "--league", arguments.count > 1 {
      league = arguments[1]
      arguments.removeFirst(2)
    }
    let numbers = arguments.compactMap { Double($0) }
    guard numbers.count == 4, numbers.count == arguments.count, ["mlb", "nba"].contains(league),
      let seed = UInt64(exactly: numbers[0]), let days = Int(exactly: numbers[1]), let games = Int(exactly: numbers[3])
    else {
      Output.say("usage: livesimulator [--league mlb|nba] SEED DAYS START GAMES")
      return
    }
    if league == "nba" {
      let season = SimulatedNBASeason(seed: seed, days: days, start: numbers[2], gamesADay: games)
      try await NBALeagueServer(season).run()
    } else {
      let season = SimulatedSeason(seed: seed, days: days, start: numbers[2], gamesADay: games)
      try await LeagueServer(league: League(season), faults: Faults()).run()
    }
  }
}

/// Lines for the program that started this one.
enum Output {
  /// Writes a line at once, without the buffer of a pipe.
  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}
