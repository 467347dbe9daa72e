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
