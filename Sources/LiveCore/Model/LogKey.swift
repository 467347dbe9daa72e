/// The only place where the names of log fields are spelt. Each has one meaning and one unit everywhere
/// (`docs/operations.md`).
enum LogKey {
  static let game = "game"
  static let league = "league"
  static let fact = "fact"
  static let event = "event"
  static let sequence = "sequence"
  static let sink = "sink"
  static let message = "message"
  static let client = "client"
  static let url = "url"
  static let file = "file"
  static let status = "status"
  static let attempt = "attempt"
  static let bytes = "bytes"
  static let count = "count"
  static let changes = "changes"
  static let part = "part"
  static let retryIn = "retry_in_ms"
  static let code = "code"
  static let error = "error"
}
