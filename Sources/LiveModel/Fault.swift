/// An error for the operator, printed as `place: message; hint [code]`.
public struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
  /// A stable name for a kind of error. `docs/operations.md` explains every code.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The module and the kind, such as `config.unknown-key`.
    public let rawValue: String
    /// Creates a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    package init(_ rawValue: String) { self.rawValue = rawValue }
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

    /// The location as text: `livegamed.yaml:14:5`, `sink 'chat'`.
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
package enum LogKey {
  package static let game = "game"
  package static let league = "league"
  package static let fact = "fact"
  package static let event = "event"
  package static let sequence = "sequence"
  package static let sink = "sink"
  package static let message = "message"
  package static let client = "client"
  package static let url = "url"
  package static let file = "file"
  package static let line = "line"
  package static let column = "column"
  package static let status = "status"
  package static let attempt = "attempt"
  package static let bytes = "bytes"
  package static let count = "count"
  package static let facts = "facts"
  package static let changes = "changes"
  package static let part = "part"
  package static let retryIn = "retry_in_ms"
  package static let code = "code"
  package static let error = "error"
  package static let since = "since"
}

/// Limits the log to one line per cause and minute, and counts the suppressed lines.
package struct LogThrottle<Cause: Hashable & Sendable>: Sendable {
  /// Shortest time between two lines with the same cause.
  package static var quiet: Duration { .seconds(60) }

  private var logged: [Cause: (at: Timestamp, suppressed: Int)] = [:]

  package init() {}

  /// Returns nil if the line must be suppressed, else the number of lines since the last one that was logged, including
  /// this one.
  package mutating func count(_ cause: Cause, at now: Timestamp) -> Int? {
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
package func quoted(_ text: String) -> String {
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
