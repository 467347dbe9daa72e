internal import Glibc

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
}
