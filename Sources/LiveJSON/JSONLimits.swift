/// The limits for one body, so that a hostile one cannot exhaust memory. All are in bytes except `depth`.
@usableFromInline
package struct JSONLimits: Equatable, Sendable {
  /// Nesting depth of objects and arrays, including skipped ones. At most `mostDepth`.
  @usableFromInline package var depth = mostDepth
  /// Length of one kept string before its escapes are resolved.
  @usableFromInline package var text = 64 << 10
  @usableFromInline package var key = 256
  @usableFromInline package var number = 64
  @usableFromInline package var body = 64 << 20
  /// Total of kept data: each string counts with its length, each object or array with `container`.
  @usableFromInline package var kept = 16 << 20

  /// The number of frames of `JSONPath` and of bits of `JSONSkipper`.
  @usableFromInline static let mostDepth = 64

  /// Charge for one object or array. No object of a snapshot takes more memory.
  @usableFromInline static let container = 256

  package init() {}
}
