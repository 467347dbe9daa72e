/// One side's turn at bat.
struct HalfInning: Hashable, Codable, Sendable, CustomStringConvertible {
  enum Half: String, Codable, Sendable { case top, bottom }

  /// From 1.
  var number: Int
  var half: Half

  /// The side at bat.
  var batting: Side { half == .top ? .away : .home }

  /// `5-top`: the part of a fact that names the half-inning.
  var description: String { "\(number)-\(half.rawValue)" }
}
