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

  private func count(_ poll: Poll, _ code: Fault.Code, by amount: Int = 1) {
    count(.pollFailures, [.init(.kind, poll.rawValue), .init(.code, code.rawValue)], by: amount)
  }

  private func count(_ poll: Poll, _ outcome: PollOutcome, by amount: Int = 1) {
    count(.polls, [.init(.kind, poll.rawValue), .init(.outcome, outcome.rawValue)], by: amount)
  }
}
