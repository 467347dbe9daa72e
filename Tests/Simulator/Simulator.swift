import Glibc
import LiveSimulator

/// A simulated StatsAPI of whole days as a program of its own, for tests that run the daemon from outside:
/// `livesimulator SEED DAYS START GAMES` serves a season of so many days, of which the first holds the second START, with
/// GAMES on each, and says where it listens.
@main
enum Simulator {
  static func main() async throws {
    let numbers = CommandLine.arguments.dropFirst().compactMap { Double($0) }
    guard numbers.count == 4, let seed = UInt64(exactly: numbers[0]), let days = Int(exactly: numbers[1]),
      let games = Int(exactly: numbers[3])
    else {
      Output.say("usage: livesimulator SEED DAYS START GAMES")
      return
    }
    let season = SimulatedSeason(seed: seed, days: days, start: numbers[2], gamesADay: games)
    try await LeagueServer(league: League(season), faults: Faults()).run()
  }
}

/// Lines for the program that has started this one.
enum Output {
  /// Writes the line now: a pipe would hold it back until it is full.
  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}
