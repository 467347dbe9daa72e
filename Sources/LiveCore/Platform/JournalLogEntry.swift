internal import Logging

/// A line of the daemon's own log as a journal entry; `docs/operations.md` explains each field.
struct JournalLogEntry: Sendable {
  /// syslog's: 7 is for debugging, 2 is critical.
  let priority: Int
  /// One line that says enough alone: `journalctl -u livegamed` shows no more.
  let message: String
  /// In the order in which they are written.
  let fields: [(field: String, value: String)]

  /// - Parameters:
  ///   - event: what is said, and where in the code.
  ///   - metadata: all that goes with it.
  init(_ event: LogEvent, _ metadata: Logger.Metadata) {
    let details = metadata.map { (key: $0.key, text: "\($0.value)") }.sorted { $0.key < $1.key }
    priority = event.level.priority
    message = Self.line(event.message.description, details)
    fields =
      [
        (JournalField.message, message),
        (JournalField.priority, String(priority)),
        (JournalField.identifier, JournalField.program),
        (JournalField.codeFile, event.file),
        (JournalField.codeLine, String(event.line)),
        (JournalField.codeFunction, event.function),
      ] + details.map { (JournalField.of($0.key), $0.text) }
  }

  /// `poll failed: https://…: answer ended early [feed.truncated] (attempt 3, retry_in_ms 4000)`.
  private static func line(_ text: String, _ details: [(key: String, text: String)]) -> String {
    let error = details.first { $0.key == LogKey.error }?.text
    let others = details.filter { key, text in
      key != LogKey.error && !(wording(of: key, text).map { error?.contains($0) ?? false } ?? false)
    }
    let aside = others.map { "\($0.key) \($0.text)" }.joined(separator: ", ")
    return (text + (error.map { ": \($0)" } ?? "") + (aside.isEmpty ? "" : " (\(aside))")).withoutControls
  }

  /// How an error's own text tells this field, if it does; then it need not be said again.
  private static func wording(of key: String, _ text: String) -> String? {
    switch key {
    case LogKey.code: "[\(text)]"
    case LogKey.file, LogKey.url: text
    case LogKey.line, LogKey.column: ":\(text)"
    case LogKey.sink: "sink '\(text)'"
    case LogKey.status: "status \(text)"
    default: nil
    }
  }
}

extension Logger.Level {
  fileprivate var priority: Int {
    switch self {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}

/// Makes an entry of the journal, with fields, of what the daemon says of itself.
///
/// What the journal does not take goes to standard error as one line that begins with its priority (sd-daemon(3)).
struct JournalLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider? = LoggingSystem.metadataProvider
  var logLevel: Logger.Level = .info

  /// Takes the entry.
  let put: @Sendable (OwnLogEntry) -> Void

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let entry = JournalLogEntry(event, fields(of: event))
    put(OwnLogEntry(payload: try? JournalPayload(entry.fields), line: "<\(entry.priority)>\(entry.message)"))
  }

  /// The nearer to the statement, the stronger.
  private func fields(of event: LogEvent) -> Logger.Metadata {
    var fields = event.error.map { Fault.metadata(of: $0) } ?? [:]
    for more in [metadata, metadataProvider?.get(), event.metadata] { fields.merge(more ?? [:]) { $1 } }
    return fields
  }
}
