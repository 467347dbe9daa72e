internal import LiveModel
internal import Logging

/// Writes the daemon's log entries as lines for people: time, level, message, and then the metadata, such as
/// `2026-11-23T05:07:00-05:00 warning delivery failed: status 401 attempt=1 sink=family`.
struct LineLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider? = LoggingSystem.metadataProvider
  var logLevel: Logger.Level = .info

  /// The zone of the times.
  var zone = LocalZone.system
  var now: @Sendable () -> Timestamp = WallClock.now
  /// Receives the finished line.
  let put: @Sendable (OwnLogEntry) -> Void

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let text = LogText(event.message.description, fields(of: event)).withPairs
    put(OwnLogEntry(payload: nil, line: "\(zone.time(at: now()).rfc3339) \(event.level.rawValue) \(text)"))
  }
}

/// The message of a log entry and its metadata, on one line.
struct LogText: Sendable {
  /// The message, with the changes or the error if there are any.
  private let message: String
  /// The metadata that the message does not show, by key.
  private let others: [(key: String, text: String)]

  init(_ text: String, _ metadata: Logger.Metadata) {
    let details = metadata.map { (key: $0.key, text: "\($0.value)") }.sorted { $0.key < $1.key }
    let error = details.first { $0.key == LogKey.error }?.text
    // The changes are what the message is about, so they belong to its sentence.
    let shown = [details.first { $0.key == LogKey.changes }?.text, error].compactMap(\.self)
    message = ([text] + shown).joined(separator: ": ")
    others = details.filter { key, text in
      ![LogKey.error, LogKey.changes].contains(key)
        && !(Self.wording(of: key, text).map { error?.contains($0) ?? false } ?? false)
    }
  }

  /// `poll failed: https://…: answer ended early [feed.truncated] (attempt 3, retry_in_ms 4000)`.
  var inWords: String {
    let suffix = others.map { "\($0.key) \($0.text)" }.joined(separator: ", ")
    return (message + (suffix.isEmpty ? "" : " (\(suffix))")).withoutControls
  }

  /// `poll failed: https://…: answer ended early [feed.truncated] attempt=3 retry_in_ms=4000`.
  var withPairs: String {
    ([message] + others.map { "\($0.key)=\(Self.quoted($0.text))" }).joined(separator: " ").withoutControls
  }

  private static func quoted(_ text: String) -> String {
    let isPlain = !text.isEmpty && !text.contains { $0.isWhitespace || "\"=\\".contains($0) }
    guard !isPlain else { return text }
    return "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// Returns how the text of an error shows this field, nil if it does not. A field that the text already shows is not
  /// repeated.
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

extension LogHandler {
  /// Returns all metadata of an event. Values closer to the log statement win.
  func fields(of event: LogEvent) -> Logger.Metadata {
    var fields = event.error.map { Fault.metadata(of: $0) } ?? [:]
    for more in [metadata, metadataProvider?.get(), event.metadata] { fields.merge(more ?? [:]) { $1 } }
    return fields
  }
}
