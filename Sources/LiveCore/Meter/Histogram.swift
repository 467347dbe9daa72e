/// How often a span of time fell into each of some ranges.
struct Histogram: Equatable, Sendable {
  /// Upper ends of the ranges, in seconds: from a commit on a quick disk to a receiver that was away. Between 1 s and a
  /// minute they are close, for there a feed's lag is.
  static let bounds = [
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 7.5, 10, 15, 20, 30, 45, 60, 120, 300, 600,
  ]

  /// One more than bounds: the last is of what lies above them all.
  private var counts = [Int](repeating: 0, count: bounds.count + 1)
  /// Of all, in seconds.
  private(set) var sum = 0.0

  /// Takes a span, which is not negative.
  mutating func observe(_ span: Duration) {
    let seconds = span.inSeconds
    counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
    sum += seconds
  }

  /// How many there are in all.
  var count: Int { counts.reduce(0, +) }

  /// How many lay at or below each bound; the last, which is of all, has an infinite one.
  var cumulative: [(bound: Double, count: Int)] {
    var total = 0
    return zip(Self.bounds + [.infinity], counts).map { bound, count in
      total += count
      return (bound, total)
    }
  }
}

extension Duration {
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
