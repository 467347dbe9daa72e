/// How often one host may be asked.
enum RequestRate {
  /// Requests a second: from one in a quarter of an hour to one a millisecond.
  static let bounds = 0.001...1000.0

  /// The time between two requests. A rate out of bounds counts as the nearest within: no number, however small, makes a
  /// time that cannot be reckoned.
  static func spacing(perSecond rate: Double) -> Duration {
    .seconds(1) / (rate > bounds.lowerBound ? min(rate, bounds.upperBound) : bounds.lowerBound)
  }
}
