/// An error for the operator, printed as `place: message; hint [code]`.
public struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
  /// A stable name for a kind of error. `docs/operations.md` explains every code.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The module and the kind, such as `config.unknown-key`.
    public let rawValue: String
    /// Creates a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// The location of an error.
  public enum Place: Equatable, Sendable, CustomStringConvertible {
    /// A position in a file; line and column count from 1.
    case file(String, line: Int, column: Int)
    /// A file or folder.
    case path(String)
    /// A URL without query and user information.
    case url(String)
    /// A sink, given by its name in the configuration.
    case sink(String)

    /// The location as text: `livegamed.yaml:14:5`, `sink 'den'`.
    public var description: String {
      switch self {
      case .file(let name, let line, let column): "\(name):\(line):\(column)"
      case .path(let text), .url(let text): text
      case .sink(let name): "sink '\(name)'"
      }
    }
  }

  /// The kind of error.
  public var code: Code
  /// Description of the error, in lower case and without a full stop.
  public var message: String
  /// Location of the error; nil if it has none.
  public var place: Place?
  /// Advice on how to correct the error; nil if the operator can only wait.
  public var hint: String?

  /// Creates an error; see the properties of the same names.
  public init(_ code: Code, _ message: String, at place: Place? = nil, hint: String? = nil) {
    (self.code, self.message, self.place, self.hint) = (code, message, place, hint)
  }

  /// `livegamed.yaml:14:5: unknown key 'quite_hours'; did you mean 'quiet_hours'? [config.unknown-key]`
  public var description: String {
    (place.map { "\($0): " } ?? "") + message + (hint.map { "; \($0)" } ?? "") + " [\(code.rawValue)]"
  }
}

/// The names of all log fields. Each has the same meaning and unit in every log line (`docs/operations.md`).
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
  static let line = "line"
  static let column = "column"
  static let status = "status"
  static let attempt = "attempt"
  static let bytes = "bytes"
  static let count = "count"
  static let facts = "facts"
  static let changes = "changes"
  static let part = "part"
  static let retryIn = "retry_in_ms"
  static let code = "code"
  static let error = "error"
}

/// Limits the log to one line per cause and minute, and counts the suppressed lines.
struct LogThrottle<Cause: Hashable & Sendable>: Sendable {
  /// Shortest time between two lines with the same cause.
  static var quiet: Duration { .seconds(60) }

  private var logged: [Cause: (at: Timestamp, suppressed: Int)] = [:]

  /// Returns nil if the line must be suppressed, else the number of lines since the last one that was logged, including
  /// this one.
  mutating func count(_ cause: Cause, at now: Timestamp) -> Int? {
    let last = logged[cause]
    let count = (last?.suppressed ?? 0) + 1
    // If the clock was set back, log the line: otherwise the cause would be suppressed until the clock catches up.
    if let last, last.at <= now, now - last.at < Self.quiet {
      logged[cause] = (last.at, count)
      return nil
    }
    logged[cause] = (now, 0)
    return count
  }
}

/// Returns text in quotes for use in a fault, or `'…'` if it could be a secret or is longer than 48 bytes.
func quoted(_ text: String) -> String {
  let isShown =
    text.utf8.count <= 48 && !text.contains("://") && !text.contains("whsec_")
    && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  return isShown ? "'\(text)'" : "'…'"
}

/// A string that cannot be printed, logged or interpolated by accident.
public struct Secret: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let value: String

  /// Wraps the text.
  public init(_ value: String) { self.value = value }

  /// Always `‹secret›`.
  public var description: String { "‹secret›" }
  /// Always `‹secret›`.
  public var debugDescription: String { description }
  /// An empty mirror, so that `dump` prints nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Passes the text to `use` and returns its result.
  public func reveal<Result>(_ use: (String) throws -> Result) rethrows -> Result { try use(value) }
}
