internal import Logging

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
