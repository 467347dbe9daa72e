import ArgumentParser
import LiveCore
import LiveModel
import LivePlatform

/// `--socket PATH`, for every command that asks a running daemon.
struct SocketOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The socket of the daemon.", discussion: "Default: that of your own daemon, else of the system's daemon.",
      valueName: "path"),
    completion: .file())
  var socket: String?

  func path() throws -> String {
    let known = Paths(environment: ProcessEnvironment.values).sockets()
    guard let path = socket ?? known.first(where: ProcessEnvironment.exists) ?? known.last else {
      throw ValidationError("give the daemon's socket with --socket")
    }
    return path
  }

  /// Returns the daemon's answer to a query. Reports a fault and throws the exit status of `docs/livegamed.md`.
  func answer(to query: SocketClient.Query, teams: [String] = []) async throws -> WatchLine {
    do {
      let names = try EventFilter(namedTeams: teams).teams
      return try await SocketClient(path: try path()).answer(to: query, teams: names)
    } catch let fault as Fault {
      throw await failure(fault)
    }
  }

  /// Orders the daemon to read its configuration again, and returns its answer. Reports a fault and throws the exit status
  /// of `docs/livegamed.md`.
  func reload() async throws -> (line: WatchLine, answer: ReloadAnswer) {
    do {
      let path = try path()
      let line = try await SocketClient(path: path).reload(with: credentials(for: path))
      return (line, try ReloadAnswer(line))
    } catch let fault as Fault {
      throw await failure(fault)
    }
  }

  /// Returns the credentials of the service for its own socket, in a folder that only root can write to. No other daemon
  /// gets them.
  private func credentials(for path: String) -> Credentials? {
    guard path == Paths.systemSocket, Paths.isRoot else { return nil }
    do {
      return try Credentials.read()
    } catch {
      Terminal.complain("\(error); the daemon keeps those that it has, and a changed one needs a restart")
      return nil
    }
  }

  /// Returns the daemon's answer to an outbox request. Reports a fault and throws the exit status of
  /// `docs/livegamed.md`.
  func answer(to request: OutboxRequest) async throws -> (line: WatchLine, answer: OutboxAnswer) {
    do {
      let line = try await SocketClient(path: try path()).answer(to: request)
      return (line, try OutboxAnswer(line))
    } catch let fault as Fault {
      throw await failure(fault)
    }
  }

  /// Returns the daemon's answer to a request about what is followed. Reports a fault and throws the exit status of
  /// `docs/livegamed.md`.
  func answer(to request: FollowRequest) async throws -> (line: WatchLine, answer: FollowAnswer) {
    do {
      let line = try await SocketClient(path: try path()).answer(to: request)
      return (line, try FollowAnswer(line))
    } catch let fault as Fault {
      throw await failure(fault)
    }
  }

  /// Returns the fault with the reason why the system's service does not answer, if systemd knows one.
  private func explained(_ fault: Fault) async -> Fault {
    let isUnanswered = ["socket.no-daemon", "socket.silent", "socket.failed"].contains(fault.code.rawValue)
    guard isUnanswered, socket == nil, (try? path()) == Paths.systemSocket else { return fault }
    let show = (["systemctl", "show", "livegamed.service"] + ServiceState.names.map { "--property=\($0)" })
      .joined(separator: " ")
    // Only standard error is kept, and only of the shell.
    let process = ChildProcess(
      arguments: ["/bin/sh", "-c", "exec \(show) >&2"], environment: ProcessEnvironment.values, input: [],
      timeout: .seconds(5))
    guard let shown = try? await process.run() else { return fault }
    let state = ServiceState(String(decoding: shown.complaint, as: UTF8.self))
    return state.explaining(fault, configurationError: Self.configurationError)
  }

  /// The first error of the service's configuration. Only root may read its secrets, so that other users get no error
  /// about one.
  private static var configurationError: Fault? {
    guard ProcessEnvironment.canRead(ConfigFileOption.standardPath) else { return nil }
    do throws(ConfigFaults) {
      _ = try ConfigFileOption.load(ConfigFileOption.standardPath)
      return nil
    } catch {
      return error.faults.first { Paths.isRoot || !["config.secret", "config.unreadable"].contains($0.code.rawValue) }
    }
  }

  /// Reports a fault, with the reason why the service does not answer, and returns its exit status.
  func failure(_ fault: Fault) async -> ExitCode {
    let fault = await explained(fault)
    Terminal.complain("\(fault)")
    return ExitStatus.ofClient(fault)
  }
}
