internal import LiveModel
internal import Logging

/// Converts the daemon's log entries to journal entries with fields.
///
/// An entry that the journal refuses goes to standard error as one line that starts with its priority (sd-daemon(3)).
struct JournalLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider? = LoggingSystem.metadataProvider
  var logLevel: Logger.Level = .info

  /// Receives the finished entry.
  let put: @Sendable (OwnLogEntry) -> Void

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let entry = JournalLogEntry(event, fields(of: event))
    put(OwnLogEntry(payload: try? JournalPayload(entry.fields), line: "<\(entry.priority)>\(entry.message)"))
  }
}

/// One entry of the daemon's log in journal form. `docs/operations.md` explains each field.
struct JournalLogEntry: Sendable {
  /// Priority of syslog: 7 is debug, 2 is critical.
  let priority: Int
  /// One line that is complete on its own, because `journalctl -u livegamed` shows nothing else.
  let message: String
  /// Fields in the order in which they are written.
  let fields: [(field: String, value: String)]

  /// Creates the entry.
  ///
  /// - Parameters:
  ///   - event: the log event with its message and source location.
  ///   - metadata: all metadata of the entry.
  init(_ event: LogEvent, _ metadata: Logger.Metadata) {
    let details = metadata.map { (key: $0.key, text: "\($0.value)") }.sorted { $0.key < $1.key }
    priority = event.level.priority
    message = LogText(event.message.description, metadata).inWords
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

extension String {
  /// The text on one line without control characters, which could control a terminal: each of them becomes a space.
  var withoutControls: String {
    String(map { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } ? $0 : " " })
  }
}
