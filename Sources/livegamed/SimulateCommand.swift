import ArgumentParser
import FoundationEssentials
import LiveCore
import LiveModel
import LiveSimulator
import NIOCore

/// `livegamed simulate`: serves simulated games as StatsAPI or cdn.nba.com does, to test clients of them.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Serve simulated games as StatsAPI or cdn.nba.com does, to test a client of it.",
    discussion: """
      It needs no network. The first line has the address, the next ones the games. The first pitch or \
      tip comes after 10 s. Some games are delayed, and some of their plays are corrected later, as in the real feed. It serves until Ctrl-C.

        livegamed simulate --games 3 --speed 60
        livegamed simulate --seed 7 --plain --listen 127.0.0.1:8080
        livegamed simulate --league nba --speed 60
        livegamed simulate --faults stale=0.1,truncated=0.05,503=0.02,late=0.02

      Faults: \(ServerFaults.names.joined(separator: ", ")).

      The exit status is 130 after Ctrl-C, 73 if the address cannot be used.
      """)

  @Option(help: ArgumentHelp("The league: mlb or nba.", valueName: "league"))
  var league = SimulatedLeagueName.mlb
  @Option(help: "The number of games, 1 to 15.")
  var games = 3
  @Option(help: "Selects the games and the faults; the same seed plays the same games.")
  var seed: UInt64 = 7
  @Option(help: "Game seconds in a real second, 1 to 600.")
  var speed = 1.0
  @Option(
    help: ArgumentHelp(
      "A numeric address and a port, such as 127.0.0.1:8080. Default: a free port of 127.0.0.1.", valueName: "address"))
  var listen = "127.0.0.1:0"
  @Option(help: ArgumentHelp("The shares of wrong answers.", valueName: "kind=share,..."))
  var faults: String?
  @Flag(help: "No delays, no corrections.")
  var plain = false

  /// Real seconds from the start to the first pitch.
  private static let lead = 10.0
  /// Game seconds from one first pitch to the next.
  private static let spread = 300.0

  func validate() throws {
    guard (1...15).contains(games) else { throw ValidationError("--games takes 1 to 15") }
    guard (1...600).contains(speed) else { throw ValidationError("--speed takes 1 to 600") }
    _ = try address()
    _ = try shares()
  }

  func run() async throws {
    Terminal.ignoreBrokenPipes()
    let now = Date.now.timeIntervalSince1970
    let address = try address()
    let evening = evening(from: now)
    let server = evening.server(
      at: (address.host, address.port), faults: try shares(), seed: seed,
      now: VirtualClock.running(from: now, speed: speed))
    do {
      try await server.run { port in say(address.url(port: port), evening) }
    } catch let exit as ExitCode {
      throw exit
    } catch {
      let reason = (error as? IOError)?.words ?? "\(error)"
      Terminal.complain("\(listen): the address cannot be used: \(reason)")
      throw ExitStatus.cannotCreate
    }
  }

  private func evening(from now: Double) -> SimulatedEvening {
    let start = now + Self.lead * speed
    switch league {
    case .mlb:
      return .mlb(Slate(seed: seed, games: games, firstPitch: start, spread: Self.spread, isPlain: plain))
    case .nba:
      return .nba(SimulatedNBASlate(seed: seed, games: games, tip: start, spread: Self.spread, isPlain: plain))
    }
  }

  private func say(_ url: String, _ evening: SimulatedEvening) {
    for line in [url] + evening.titles { try? Terminal.say(line) }
  }

  private func address() throws -> ListenAddress {
    guard let address = ListenAddress(listen) else {
      throw ValidationError("--listen takes a numeric address and a port, such as 127.0.0.1:8080 or [::1]:8080")
    }
    return address
  }

  private func shares() throws -> ServerFaults {
    do {
      return try faults.map { text throws(ServerFaults.Mistake) in try ServerFaults(text) } ?? ServerFaults()
    } catch {
      throw ValidationError("--faults: \(error)")
    }
  }
}
