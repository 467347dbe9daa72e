/// Spans of time measured by the clock of one run (`RunClock`), which steps of the wall clock do not affect.
package enum RunSpan {
  /// The upper bound of every span that the tracker measures.
  package static let longest: Duration = .seconds(7 * 86_400)

  /// Returns the instant from which a span of an earlier run continues in this one.
  ///
  /// The clocks of two runs are unrelated, since either may have started with a wrong wall clock. The span keeps what
  /// had passed at the earlier run's last observation; the time between the runs does not count.
  ///
  /// - Parameters:
  ///   - since: the span's start, by the clock of the earlier run.
  ///   - last: the earlier run's last observation; nil if unknown.
  ///   - now: the present instant of this run.
  /// - Returns: the instant, by the clock of this run.
  package static func resumed(_ since: Timestamp, after last: Timestamp?, at now: Timestamp) -> Timestamp {
    now - min(max((last ?? since) - since, .zero), longest)
  }
}

extension String {
  /// The bytes on the heap. Strings of up to 15 bytes take none.
  package var heapBytes: Int { utf8.count > 15 ? utf8.count + 33 : 0 }
}
