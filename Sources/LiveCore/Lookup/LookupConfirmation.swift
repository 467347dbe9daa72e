internal import LiveModel

/// The age of the answers that one lookup needs: the time at which the oldest was confirmed, and the first fault. If
/// some are stale, only these count.
struct LookupConfirmation {
  private var oldest: Timestamp?
  private var oldestStale: Timestamp?
  private var fault: Fault?
  private(set) var warnings: [String] = []

  /// Notes an answer, and returns its value.
  mutating func take<Value, C>(_ answer: LookupSource<C>.Answer<Value>) -> Value {
    oldest = min(oldest ?? answer.confirmed, answer.confirmed)
    if answer.fault != nil { oldestStale = min(oldestStale ?? answer.confirmed, answer.confirmed) }
    fault = fault ?? answer.fault
    return answer.value
  }

  /// Returns the rows of a list; none without one. Rows that cannot be read are a warning.
  mutating func rows<Row>(of read: RowsRead<Row>?, _ list: String) -> [Row] {
    guard let read else { return [] }
    if read.unreadable > 0 { warn("\(read.unreadable) rows of the \(list) cannot be read: \(read.reason ?? "")") }
    return read.rows
  }

  /// Adds a warning.
  mutating func warn(_ text: String) {
    if !warnings.contains(text) { warnings.append(text) }
  }

  /// Returns the answer with this value.
  func answer<Value>(_ value: Value, at now: Timestamp) -> ConfirmedAnswer<Value> {
    ConfirmedAnswer(value, confirmed: oldestStale ?? oldest ?? now, fault: fault, warnings: warnings)
  }
}
