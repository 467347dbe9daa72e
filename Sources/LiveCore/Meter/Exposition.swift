/// The Prometheus text format 0.0.4. Families are in the order of `Metric` and series in the order of their labels, so
/// that the same numbers give the same text.
///
/// Source: Prometheus, *Exposition formats*.
struct Exposition: Sendable {
  /// Value of the `Content-Type` header.
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  private var families: [Metric: [String: [String]]] = [:]

  /// Adds one number. Replaces a series with the same labels.
  mutating func add(_ metric: Metric, _ labels: [Metric.Label] = [], _ value: Double) {
    let name = Self.series(metric.rawValue, labels)
    families[metric, default: [:]][name] = ["\(name) \(Self.text(of: value))"]
  }

  /// Adds a histogram: its buckets, sum and count.
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

  /// The whole text. Metrics without series are omitted.
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

  /// Returns whole numbers without a fraction, and infinity as `+Inf`, the spelling that Go parses.
  private static func text(of value: Double) -> String {
    if value == .infinity { return "+Inf" }
    return Int(exactly: value).map(String.init) ?? "\(value)"
  }
}

extension String {
  /// Escapes backslashes and line feeds, and with `quotes` double quotes too. HELP lines keep their quotes.
  fileprivate func escaped(quotes: Bool) -> String {
    let text = replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    return quotes ? text.replacing("\"", with: "\\\"") : text
  }
}

/// Counts of durations by range.
struct Histogram: Equatable, Sendable {
  /// Upper bounds of the ranges, in seconds: from a commit on a fast disk to a receiver that was offline. They are
  /// close together between 1 s and 1 min, where the lag of a feed lies.
  static let bounds = [
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 7.5, 10, 15, 20, 30, 45, 60, 120, 300, 600,
  ]

  /// One count per bound, and a last one for values above all bounds.
  private var counts = [Int](repeating: 0, count: bounds.count + 1)
  /// Sum of all durations, in seconds.
  private(set) var sum = 0.0

  /// Adds a duration, which must not be negative.
  mutating func observe(_ span: Duration) {
    let seconds = span.inSeconds
    counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
    sum += seconds
  }

  /// Total number of durations.
  var count: Int { counts.reduce(0, +) }

  /// Number of durations at or below each bound. The last bound is infinite, and its count is the total.
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
