/// Values of an answer that were asked for and are not what they should be: of another type, out of range, too long or too
/// many. Each counts as absent.
struct IgnoredValues: Equatable, Sendable {
  var count = 0
  /// Where the first one stands, and what is wrong with it.
  var first: String?
}
