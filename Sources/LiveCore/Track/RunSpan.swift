/// Spans of time by the clock of one run (`RunClock`), which no step of the wall clock disturbs.
enum RunSpan {
  /// No span that the tracker measures is longer.
  static let longest: Duration = .seconds(7 * 86_400)

  /// Finds the instant from which a span of an earlier run counts on in this one.
  ///
  /// The clocks of two runs have nothing to do with each other: either may have begun with a wrong wall clock. What had
  /// passed when the earlier run last looked is kept, the time between the runs is not counted.
  ///
  /// - Parameters:
  ///   - since: when the span began, by the clock of the earlier run.
  ///   - last: when the earlier run last looked; nil when it did not say.
  ///   - now: the present instant of this run.
  /// - Returns: the instant, by the clock of this run.
  static func resumed(_ since: Timestamp, after last: Timestamp?, at now: Timestamp) -> Timestamp {
    now - min(max((last ?? since) - since, .zero), longest)
  }
}

extension TrackerState {
  /// Carries the spans that were being measured in an earlier run over to this one. Called once with a state that was
  /// read from the log.
  mutating func resume(at now: Timestamp) {
    let last = monotonic
    unsettled = unsettled.map { action in
      var action = action
      action.observedSince = RunSpan.resumed(action.observedSince, after: last, at: now)
      return action
    }
    absence.resume(after: last, at: now)
    refusals?.resume(after: last, at: now)
    finalDoubt = finalDoubt.map { doubt in
      var doubt = doubt
      doubt.resume(after: last, at: now)
      return doubt
    }
    finalAt = finalAt.map { RunSpan.resumed($0, after: last, at: now) }
    monotonic = now
  }
}
