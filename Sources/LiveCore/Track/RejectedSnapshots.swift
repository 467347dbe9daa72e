/// A run of answers that step back or have lost their plays, until it has lasted so long that they are what is (DESIGN
/// §11, Tracking 8).
struct RejectedSnapshots: Equatable, Codable, Sendable {
  private var since: Timestamp
  /// Of the answers themselves: a feed that was set back goes on from there.
  private var feedSince: Timestamp
  private var newest: Timestamp
  @Counted private var answers = 0
  /// Without a step back among them.
  @Counted private var count = 0

  /// By our clock, or by the feed's where it goes on without a break.
  static let patience: Duration = .seconds(600)
  /// Fewer answers say nothing, by whatever clock: caches of different ages look like progress.
  static let least = 10

  init(_ snapshot: GameSnapshot, at now: Timestamp) {
    (since, feedSince, newest) = (now, snapshot.timeStamp, snapshot.timeStamp)
  }

  mutating func note(_ snapshot: GameSnapshot) {
    if snapshot.timeStamp < newest { (feedSince, count) = (snapshot.timeStamp, 0) }
    newest = snapshot.timeStamp
    answers += 1
    count += 1
  }

  /// The time that they have lasted for in an earlier run counts on from `now`; what lies between the runs does not.
  mutating func resume(after last: Timestamp?, at now: Timestamp) {
    since = RunSpan.resumed(since, after: last, at: now)
  }

  func haveLasted(at now: Timestamp) -> Bool {
    answers >= Self.least && now - since >= Self.patience
      || count >= Self.least && newest - feedSince >= Self.patience
  }
}
