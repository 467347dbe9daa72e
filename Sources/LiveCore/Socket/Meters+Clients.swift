extension Meters {
  /// Lets the series of every reason stand at 0.
  func expectClosings() {
    for reason in Reply.CloseReason.allCases { closed(reason, by: 0) }
  }

  /// A connection was ended or refused.
  func closed(_ reason: Reply.CloseReason, by amount: Int = 1) {
    count(.clientsClosed, [.init(.reason, reason.rawValue)], by: amount)
  }
}
