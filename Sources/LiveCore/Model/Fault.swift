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
  /// What is wrong, lower case, without a full stop.
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
