/// The works that wait for a transaction. Those that can wait come last, and after any other work a transaction takes few of
/// them, so that a backlog of deliveries does not delay a new event.
struct CommitQueue<Job> {
  private var first: [Job] = []
  private var last: [Job] = []
  /// The number of works from `last` that the present transaction may still take; nil until it has a work that cannot wait.
  private var left: Int?

  /// Works that can wait, in a transaction with others. If it were 0, they would never be done while others keep arriving.
  static var fewest: Int { 4 }

  var count: Int { first.count + last.count }

  mutating func append(_ job: Job, canWait: Bool) {
    if canWait { last.append(job) } else { first.append(job) }
  }

  /// Ends the present transaction before its last work; the next call of `next` belongs to another one.
  mutating func endTransaction() { left = nil }

  /// Removes the next work of the present transaction. Returns nil at its end; the next call belongs to another one.
  mutating func next() -> Job? {
    if !first.isEmpty {
      left = left ?? Self.fewest
      return first.removeFirst()
    }
    guard left != 0, !last.isEmpty else {
      left = nil
      return nil
    }
    left = left.map { $0 - 1 }
    return last.removeFirst()
  }
}
