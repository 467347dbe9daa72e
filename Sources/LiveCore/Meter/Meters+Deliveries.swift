extension Meters {
  /// What became of attempts to deliver a message, and of facts that are not told.
  enum Delivery: String, CaseIterable, Sendable {
    case accepted
    /// It is tried again.
    case retried
    /// Counts facts: they are dead letters now.
    case givenUp = "given_up"
    /// Counts facts: the operator ordered it.
    case dropped
    /// What it was to change is gone: it is told anew.
    case retold
    /// The receiver is gone for good.
    case disabled
  }

  enum JournalOutcome: String, CaseIterable, Sendable { case written, failed }

  func expectJournal() {
    for outcome in JournalOutcome.allCases { journal(outcome, by: 0) }
  }

  /// Lets the series of some sinks stand at 0 before anything was sent there.
  func expect(sinks: [String]) {
    for sink in sinks {
      for outcome in Delivery.allCases { delivery(to: sink, outcome, by: 0) }
      expect(.loggedToSent, [.init(.sink, sink)])
    }
  }

  func delivery(to sink: String, _ outcome: Delivery, by amount: Int = 1) {
    count(.deliveries, [.init(.sink, sink), .init(.outcome, outcome.rawValue)], by: amount)
  }

  func journal(_ outcome: JournalOutcome, by amount: Int = 1) {
    count(.journalEntries, [.init(.outcome, outcome.rawValue)], by: amount)
  }
}
