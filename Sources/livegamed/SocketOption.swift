import ArgumentParser
import LiveCore

/// `--socket PATH`, for every command that asks a running daemon.
struct SocketOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The daemon's socket.", discussion: "Default: the user's own daemon's, else the system's.", valueName: "path"),
    completion: .file())
  var socket: String?

  func path() throws -> String {
    let known = Paths(environment: ProcessEnvironment.values).sockets()
    guard let path = socket ?? known.first(where: ProcessEnvironment.exists) ?? known.last else {
      throw ValidationError("name the daemon's socket with --socket")
    }
    return path
  }

  /// The daemon's answer to a question; a fault is said and exits as `docs/operations.md` lists it.
  func answer(to query: SocketClient.Query, teams: [String] = []) async throws -> WatchLine {
    do {
      let names = try EventFilter(namedTeams: teams).teams
      return try await SocketClient(path: try path()).answer(to: query, teams: names)
    } catch let fault as Fault {
      throw failure(fault)
    }
  }

  /// The daemon's answer; a fault is said and exits as `docs/operations.md` lists it.
  func answer(to request: OutboxRequest) async throws -> (line: WatchLine, answer: OutboxAnswer) {
    do {
      let line = try await SocketClient(path: try path()).answer(to: request)
      return (line, try OutboxAnswer(line))
    } catch let fault as Fault {
      throw failure(fault)
    }
  }

  /// Says a fault; the exit status that goes with it.
  func failure(_ fault: Fault) -> ExitCode {
    Terminal.complain("\(fault)")
    return ExitStatus.ofClient(fault)
  }
}
