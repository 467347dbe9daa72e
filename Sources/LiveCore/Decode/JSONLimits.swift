/// How much of a body is borne, so that a hostile one cannot grow the daemon. In bytes but for the depth.
struct JSONLimits: Equatable, Sendable {
  /// Objects and arrays inside each other, skipped ones too. At most 64.
  var depth = 64
  /// One string that is kept, with its escapes.
  var text = 64 << 10
  var key = 256
  var number = 64
  var body = 64 << 20
  /// All that is kept: each string its length, each object or array `container`.
  var kept = 16 << 20

  /// More than any object of a snapshot takes.
  static let container = 256
}
