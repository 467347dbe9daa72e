extension Meters {
  /// What a source is asked for.
  enum Poll: String, CaseIterable, Sendable { case schedule, game }

  enum PollOutcome: String, CaseIterable, Sendable {
    case answered
    /// It told something older, or less, than was known.
    case refused
    case failed
  }

  func expectPolls() {
    ignored(0)
    for poll in Poll.allCases {
      for outcome in PollOutcome.allCases where poll == .game || outcome != .refused { count(poll, outcome, by: 0) }
      expect(.pollDuration, [.init(.kind, poll.rawValue)])
    }
    for isForeseen in [true, false] { result(isForeseen: isForeseen, by: 0) }
    for kind in ["other", "in_play", "scoring"] { expect(.learntQuiet, [.init(.kind, kind)]) }
    for metric in [Metric.learntNews, .answerAge, .cacheAge, .turnWait] { expect(metric) }
    for metric in [Metric.duePolls, .scheduleRowsUnreadable] { count(metric, [], by: 0) }
  }

  /// Lets the series of all failures stand at 0 that there can be.
  func expectFailures(_ codes: Set<Fault.Code>) {
    for poll in Poll.allCases { for code in codes { count(poll, code, by: 0) } }
  }

  /// An answer held values that could not be used.
  func ignored(_ amount: Int) { count(.ignoredValues, [], by: amount) }

  /// A request was answered, and the answer taken or refused.
  func answered(_ poll: Poll, isRefused: Bool = false) { count(poll, isRefused ? .refused : .answered) }

  /// A request brought nothing.
  func failed(_ poll: Poll, because code: Fault.Code) {
    count(poll, .failed)
    count(poll, code)
  }

  /// How long a request took, whatever it brought.
  func took(_ poll: Poll, _ span: Duration) { time(.pollDuration, [.init(.kind, poll.rawValue)], as: span) }

  /// New results of a live game; foreseen when what decided them was seen before.
  func result(isForeseen: Bool, by amount: Int = 1) {
    count(.results, [.init(.outcome, isForeseen ? "foreseen" : "unforeseen")], by: amount)
  }

  /// A live game was asked for while its result was due.
  func askedWhileDue() { count(.duePolls, [], by: 1) }

  /// What a result has taught: the wait after something new, and for a kind of result the time without a look.
  func learnt(news: Duration, quiet: Duration? = nil, of kind: String? = nil) {
    time(.learntNews, as: news)
    if let quiet, let kind { time(.learntQuiet, [.init(.kind, kind)], as: quiet) }
  }

  /// How old a new answer of a live game was, and how long a cache had kept it. A source whose clock is ahead, and a replay
  /// of an old game, say nothing of it.
  func age(ofAnswer age: Duration?, inCache cached: Duration?) {
    if let age, age >= .zero, age <= .seconds(3600) { time(.answerAge, as: age) }
    if let cached { time(.cacheAge, as: cached) }
  }

  func waitedForTurn(_ span: Duration) { time(.turnWait, as: span) }

  func skippedScheduleRows(_ amount: Int) { count(.scheduleRowsUnreadable, [], by: amount) }

  private func count(_ poll: Poll, _ code: Fault.Code, by amount: Int = 1) {
    count(.pollFailures, [.init(.kind, poll.rawValue), .init(.code, code.rawValue)], by: amount)
  }

  private func count(_ poll: Poll, _ outcome: PollOutcome, by amount: Int = 1) {
    count(.polls, [.init(.kind, poll.rawValue), .init(.outcome, outcome.rawValue)], by: amount)
  }
}
