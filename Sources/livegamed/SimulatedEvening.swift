import ArgumentParser
import LiveSimulator

/// The values of `--league` of the commands that play simulated games.
enum SimulatedLeagueName: String, CaseIterable, ExpressibleByArgument {
  case mlb, nba

  /// The abbreviations of its clubs.
  var clubs: [String] {
    switch self {
    case .mlb: Slate.clubs
    case .nba: SimulatedNBASlate.clubs
    }
  }
}

/// The games of one evening of a league.
enum SimulatedEvening {
  case mlb(Slate)
  case nba(SimulatedNBASlate)

  /// One line a game: its id and its clubs.
  var titles: [String] {
    switch self {
    case .mlb(let slate): slate.games.map { "\($0.gamePk)  \($0.title)" }
    case .nba(let slate): slate.games.map { "\($0.gameId)  \($0.title)" }
    }
  }

  /// The second since 1970 after which nothing changes; nil without games.
  var end: Double? {
    switch self {
    case .mlb(let slate): slate.games.map(\.end).max()
    // The last revision of a play-by-play, two hours after the end, has nothing new.
    case .nba(let slate): slate.games.map(\.finalTime).max()
    }
  }

  /// Returns a server of the games; the parameters are those of `SimulatorServer`.
  func server(
    at address: (host: String, port: Int) = ("127.0.0.1", 0), faults: ServerFaults = ServerFaults(), seed: UInt64 = 0,
    now: @escaping @Sendable () -> Double
  ) -> SimulatorServer {
    switch self {
    case .mlb(let slate): SimulatorServer(slate: slate, address: address, faults: faults, seed: seed, now: now)
    case .nba(let slate): SimulatorServer(slate: slate, address: address, faults: faults, seed: seed, now: now)
    }
  }
}
