public import LiveModel
internal import LivePlatform

/// A shell command that `livegamed watch` runs for each event, one at a time.
///
/// `/bin/sh` runs it in the environment of the watching process. The standard input is the event's line and a newline;
/// the variables `LIVEGAMED_…` contain its main members (`EventEnvironment`). The command shares our standard
/// output and error. There is no timeout. Processes that it leaves running are ended with it.
public struct WatchProgram: Sendable {
  private let command: String
  private let environment: [String: String]
  private let leagues: Leagues

  /// Creates a program from a shell command and the environment of the watching process.
  init(_ command: String, environment: [String: String], leagues: Leagues) {
    (self.command, self.environment, self.leagues) = (command, environment, leagues)
  }

  /// Runs the command to its end. If the task is cancelled, ends the command and throws `CancellationError`.
  ///
  /// - Returns: the reason of a failure; nil when the command succeeded or the line is not an event.
  public func run(_ line: WatchLine) async throws -> Fault? {
    guard let event = line.event else { return nil }
    let variables = EventEnvironment(event, line: line.bytes, leagues: leagues).variables
    let process = ChildProcess(
      arguments: ["/bin/sh", "-c", command], environment: environment.merging(variables) { $1 },
      input: line.bytes + [UInt8(ascii: "\n")], timeout: nil, sharesOutput: true)
    try Task.checkCancellation()
    do {
      switch try await process.run().way {
      case .exited(0): return nil
      case .exited(let status): return Self.failure("ended with status \(status)", event)
      case .killed(let signal): return Self.failure("was killed by signal \(signal)", event)
      case .timedOut, .unknown: return Self.failure("ended with a status that is lost", event)
      case .cancelled: throw CancellationError()
      }
    } catch let fault as Fault {
      return fault
    }
  }

  private static func failure(_ what: String, _ event: EventHead) -> Fault {
    Fault(.socketCommand, "the command \(what) at event \(event.sequence), '\(event.id)'", hint: "watching goes on")
  }
}

extension Fault.Code {
  static let socketCommand = Fault.Code("socket.command")
}
