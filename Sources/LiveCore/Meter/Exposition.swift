/// What Prometheus reads: its text format 0.0.4, with families in the order of `Metric` and series in that of their labels,
/// so that the same numbers give the same text.
///
/// Source: Prometheus, *Exposition formats*.
struct Exposition: Sendable {
  /// Of the answer that holds it.
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  private var families: [Metric: [String: [String]]] = [:]

  /// One number. A series that is added again is replaced.
  mutating func add(_ metric: Metric, _ labels: [Metric.Label] = [], _ value: Double) {
    let name = Self.series(metric.rawValue, labels)
    families[metric, default: [:]][name] = ["\(name) \(Self.text(of: value))"]
  }

  /// A histogram, with its buckets.
  mutating func add(_ metric: Metric, _ labels: [Metric.Label] = [], _ histogram: Histogram) {
    let buckets = histogram.cumulative.map { bound, count in
      Self.series("\(metric.rawValue)_bucket", labels, "le=\"\(Self.text(of: bound))\"") + " \(count)"
    }
    families[metric, default: [:]][Self.series(metric.rawValue, labels)] =
      buckets + [
        Self.series("\(metric.rawValue)_sum", labels) + " \(Self.text(of: histogram.sum))",
        Self.series("\(metric.rawValue)_count", labels) + " \(histogram.count)",
      ]
  }

  /// A metric without series is left out.
  var text: String {
    Metric.allCases.compactMap { metric in families[metric].map { Self.family(metric, $0) } }.joined()
  }

  private static func family(_ metric: Metric, _ series: [String: [String]]) -> String {
    let head = [
      "# HELP \(metric.rawValue) \(metric.help.escaped(quotes: false))",
      "# TYPE \(metric.rawValue) \(metric.kind.rawValue)",
    ]
    let lines = series.sorted { $0.key < $1.key }.flatMap(\.value)
    return (head + lines).map { $0 + "\n" }.joined()
  }

  private static func series(_ name: String, _ labels: [Metric.Label], _ last: String? = nil) -> String {
    let pairs = labels.map { "\($0.name.rawValue)=\"\($0.value.escaped(quotes: true))\"" } + [last].compactMap(\.self)
    return pairs.isEmpty ? name : "\(name){\(pairs.joined(separator: ","))}"
  }

  /// Whole numbers as such; Go, which reads them, spells infinity so.
  private static func text(of value: Double) -> String {
    if value == .infinity { return "+Inf" }
    return Int(exactly: value).map(String.init) ?? "\(value)"
  }
}

extension String {
  /// HELP has no quotes to escape.
  fileprivate func escaped(quotes: Bool) -> String {
    let text = replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    return quotes ? text.replacing("\"", with: "\\\"") : text
  }
}

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
