/// An error as an operator reads it: `where: what; hint [code]`.
public struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
  /// A stable name for the kind of error; every one is explained in `docs/operations.md`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// `room.kind`, such as `config.unknown-key`.
    public let rawValue: String
    /// A code of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// Where it is wrong.
  public enum Place: Equatable, Sendable, CustomStringConvertible {
    /// A place in a file; line and column count from 1.
    case file(String, line: Int, column: Int)
    /// A file or folder.
    case path(String)
    /// An address, without query and userinfo.
    case url(String)
    /// A sink, by its name in the configuration.
    case sink(String)

    /// `livegamed.yaml:14:5`, `sink 'den'`, and so on.
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
  /// The problem, in lower case, without a full stop.
  public var message: String
  /// Where; nil when it is nowhere in particular.
  public var place: Place?
  /// How to hint it; nil when only time can.
  public var hint: String?

  /// An error of that kind; the members say what each part is.
  public init(_ code: Code, _ message: String, at place: Place? = nil, hint: String? = nil) {
    (self.code, self.message, self.place, self.hint) = (code, message, place, hint)
  }

  /// `livegamed.yaml:14:5: unknown key 'quite_hours'; did you mean 'quiet_hours'? [config.unknown-key]`
  public var description: String {
    (place.map { "\($0): " } ?? "") + message + (hint.map { "; \($0)" } ?? "") + " [\(code.rawValue)]"
  }
}

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

/// Lets one line a minute pass for each cause, and counts the others.
struct LogThrottle<Cause: Hashable & Sendable>: Sendable {
  static var quiet: Duration { .seconds(60) }

  private var told: [Cause: (at: Timestamp, unsaid: Int)] = [:]

  /// How many have come since the last that passed, this one among them; nil when it is not to pass.
  mutating func count(_ cause: Cause, at now: Timestamp) -> Int? {
    let known = told[cause]
    let unsaid = (known?.unsaid ?? 0) + 1
    // A clock that was set back must not silence a cause until it has caught up.
    if let known, known.at <= now, now - known.at < Self.quiet {
      told[cause] = (known.at, unsaid)
      return nil
    }
    told[cause] = (now, 0)
    return unsaid
  }
}

/// A string that cannot be printed, logged or interpolated by accident.
public struct Secret: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let value: String

  /// Takes the text into keeping.
  public init(_ value: String) { self.value = value }

  /// Always `‹secret›`.
  public var description: String { "‹secret›" }
  /// Always `‹secret›`.
  public var debugDescription: String { description }
  /// Shows nothing, so that `dump` does not either.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Hands out the text for as long as `use` runs.
  public func reveal<Result>(_ use: (String) throws -> Result) rethrows -> Result { try use(value) }
}
