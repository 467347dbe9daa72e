internal import LiveModel
internal import LivePlatform

/// Runs a program for each event, without a shell. Its standard input is the CloudEvent on one line, followed by a
/// newline.
///
/// The environment contains `PATH`, `HOME` and `LANG` of the daemon, the main members of the event
/// (`EventEnvironment`), and `LIVEGAMED_WEBHOOK_ID`, which identifies a repeated delivery. It contains nothing else,
/// hence no secrets. The program runs as the user of the daemon and can read the same files. Its exit status follows `sysexits.h`: 0 accepts
/// the event, 65 rejects it for good, any other status requests a retry. Child processes that the program leaves
/// running end with it.
struct ExecSink: Sink {
  let name: String
  let traits = SinkTraits(audience: ExecSettings.audience)
  private let command: [String]
  private let environment: [String: String]
  private let timeout: Duration
  private let leagues: Leagues

  /// `environment` is the environment of the daemon; the program receives only three variables of it. Throws
  /// `sink.bad-command`.
  init(name: String, command: [String], environment: [String: String], timeout: Duration, leagues: Leagues = .known)
    throws(Fault)
  {
    guard let program = command.first, !program.isEmpty, !command.contains(where: { $0.contains("\0") }) else {
      throw Fault(
        .sinkBadCommand, "the command names no program, or holds a zero byte", at: .sink(name),
        hint: "write it as in '[/usr/local/bin/on-event, --quiet]'")
    }
    (self.name, self.command, self.timeout, self.leagues) = (name, command, timeout, leagues)
    self.environment = environment.filter { ["PATH", "HOME", "LANG"].contains($0.key) }
  }

  func compose(_ content: MessageContent) throws(Fault) -> Message { try .line(of: content, for: name) }

  func send(_ message: Message, id: WebhookID, at now: Timestamp) async -> Answer {
    guard !Task.isCancelled else { return .cancelled }
    guard let event = try? EventHead(line: message.body) else {
      return .badMessage(Answer.Reason(cause: .program, text: "the message is not an event"))
    }
    let process = ChildProcess(
      arguments: command,
      environment: environment.merging(EventEnvironment(event, line: message.body, leagues: leagues).variables) { $1 }
        .merging(["LIVEGAMED_WEBHOOK_ID": id.rawValue]) { $1 },
      input: message.body + [UInt8(ascii: "\n")], timeout: timeout)
    do throws(Fault) {
      return Self.classify(try await process.run())
    } catch {
      let hint = error.hint.map { "; \($0)" } ?? ""
      // A missing program may be installed later.
      return .tryAgain(Answer.Reason(cause: .fault(error.code), text: error.message + hint))
    }
  }

  /// Classifies the end of a program.
  ///
  /// - Source: `sysexits.h`: `EX_DATAERR` is 65. `EX_UNAVAILABLE` (69), `EX_TEMPFAIL` (75) and all others are retried.
  static func classify(_ ending: ChildProcess.Ending) -> Answer {
    switch ending.way {
    case .exited(0): .accepted(Receipt())
    case .exited(65): .badMessage(reason("exit status 65", ending))
    case .exited(let status): .tryAgain(reason("exit status \(status)", ending))
    case .killed(let signal): .tryAgain(reason("killed by signal \(signal)", ending))
    case .timedOut: .tryAgain(reason("ran into the time limit and was ended", ending))
    case .unknown: .tryAgain(reason("its exit status is lost", ending))
    case .cancelled: .cancelled
    }
  }

  private static func reason(_ text: String, _ ending: ChildProcess.Ending) -> Answer.Reason {
    let excerpt = Excerpt.beginning(of: String(decoding: ending.complaint, as: UTF8.self))
    return Answer.Reason(cause: .program, text: excerpt.isEmpty ? text : "\(text): '\(excerpt)'")
  }
}

extension Fault.Code {
  static let sinkBadCommand = Fault.Code("sink.bad-command")
}
