/// One line of the daemon's own log, ready to be written.
struct OwnLogEntry: Sendable {
  /// For the journal; nil where the destination takes lines, and for what journald would not keep whole.
  var payload: JournalPayload?
  /// For standard error, without a newline; for what the journal refuses, too.
  var line: String

  /// What it takes in memory, roughly.
  var byteCount: Int { (payload?.bytes.count ?? 0) + line.utf8.count }
}
