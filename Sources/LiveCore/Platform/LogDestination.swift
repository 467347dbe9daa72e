internal import Glibc
public import Logging

/// Where the process's own log goes.
public enum LogDestination: Equatable, Sendable {
  /// To the journal, as entries with fields.
  case journal
  /// To standard error, as lines.
  case standardError

  /// The journal where standard error is connected to it already, as in a service of systemd's.
  ///
  /// - Parameter environment: of the process; `JOURNAL_STREAM` says what systemd has connected.
  public init(environment: [String: String]) {
    self = JournalStream.isOpen(STDERR_FILENO, by: environment["JOURNAL_STREAM"]) ? .journal : .standardError
  }

  /// What `LoggingSystem.bootstrap` takes.
  ///
  /// - Parameter label: the logger's; the journal's entries are all livegamed's.
  /// - Returns: a handler that never fails: what the journal refuses goes to standard error.
  public func handler(label: String) -> any LogHandler {
    switch self {
    case .journal: JournalLogHandler()
    case .standardError: StreamLogHandler.standardError(label: label)
    }
  }
}
