/// The limits for one body, so that a hostile one cannot exhaust memory. All are in bytes except `depth`.
@usableFromInline
package struct JSONLimits: Equatable, Sendable {
  /// Nesting depth of objects and arrays, including skipped ones. At most 64.
  @usableFromInline package var depth = 64
  /// Length of one kept string before its escapes are resolved.
  @usableFromInline package var text = 64 << 10
  @usableFromInline package var key = 256
  @usableFromInline package var number = 64
  @usableFromInline package var body = 64 << 20
  /// Total of kept data: each string counts with its length, each object or array with `container`.
  @usableFromInline package var kept = 16 << 20

  /// Charge for one object or array. No object of a snapshot takes more memory.
  @usableFromInline static let container = 256

  package init() {}
}
