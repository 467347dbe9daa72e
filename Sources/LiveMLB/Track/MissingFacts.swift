internal import LiveModel

/// Logged facts that the feed no longer lists. A feed may lose a play for a poll or two, so a fact is retracted only
/// after `polls` polls and `span` without it.
struct MissingFacts: Equatable, Codable, Sendable {
  private var missing: [Fact: Spell] = [:]

  private struct Spell: Equatable, Codable, Sendable {
    @Counted var polls: Int
    var feedSince: Timestamp
    var observedSince: Timestamp
  }

  /// Whether no missing fact is waiting for a decision.
  var isEmpty: Bool { missing.isEmpty }

  static let polls = 3
  /// The minimum span without the fact, by feed time, or by the run's clock where feed time stands still, as after a
  /// final.
  static let span: Duration = .seconds(20)
  /// The most plays and actions that may disappear at once. No scorer removes more, so the answer must be truncated.
  static let most = 8

  /// The most facts followed at one time. Others are followed after these are decided.
  private static let mostFollowed = 16
  /// The most bytes that the names of the followed facts may take.
  private static let mostNames = 3 << 10
  /// The upper bound of `bytes`. The ledger must leave this much memory free.
  static let mostBytes = 4 << 10

  /// The bytes of memory that the missing facts take.
  var bytes: Int {
    missing.capacity * (MemoryLayout<Fact>.stride + MemoryLayout<Spell>.stride + 1)
      + missing.keys.reduce(0) { $0 + $1.rawValue.heapBytes }
  }

  /// Continues the spans of an earlier run from `now`, without the time between the runs.
  mutating func resume(after last: Timestamp?, at now: Timestamp) {
    missing = missing.mapValues { spell in
      var spell = spell
      spell.observedSince = RunSpan.resumed(spell.observedSince, after: last, at: now)
      return spell
    }
  }

  /// Records the facts that are missing now, and returns those that have been missing for long enough.
  mutating func note(_ facts: [Fact], feed: Timestamp, observed: Timestamp) -> [Fact] {
    var freeBytes = Self.mostNames
    let facts = facts.prefix(Self.mostFollowed).prefix { fact in
      freeBytes -= fact.rawValue.heapBytes
      return freeBytes >= 0
    }
    var now: [Fact: Spell] = [:]
    for fact in facts {
      var spell = missing[fact] ?? Spell(polls: 0, feedSince: feed, observedSince: observed)
      spell.polls += 1
      now[fact] = spell
    }
    missing = now
    let settled = facts.filter { fact in
      guard let spell = now[fact] else { return false }
      let span = max(feed - spell.feedSince, observed - spell.observedSince)
      return spell.polls >= Self.polls && span >= Self.span
    }
    for fact in settled { missing[fact] = nil }
    return settled
  }
}

/// A run of rejected snapshots: older than the last accepted one, or without many of its plays. Once the run has lasted
/// `minSpan`, the tracker accepts what the feed shows.
struct RejectedSnapshots: Equatable, Codable, Sendable {
  private var since: Timestamp
  /// The feed's time at the start of the run. A feed that was set back moves forward from there.
  private var feedSince: Timestamp
  private var newest: Timestamp
  @Counted private var answers = 0
  /// The answers since the feed's time last went back.
  @Counted private var count = 0

  /// The minimum span of the run, by the run's clock, or by feed time where that never goes back.
  static let minSpan: Duration = .seconds(600)
  /// The minimum number of answers, by either clock. With fewer, alternating caches of different ages look like
  /// progress.
  static let minAnswers = 10

  init(_ snapshot: GameSnapshot, at now: Timestamp) {
    (since, feedSince, newest) = (now, snapshot.timeStamp, snapshot.timeStamp)
  }

  mutating func note(_ snapshot: GameSnapshot) {
    if snapshot.timeStamp < newest { (feedSince, count) = (snapshot.timeStamp, 0) }
    newest = snapshot.timeStamp
    answers += 1
    count += 1
  }

  /// Continues the span of an earlier run from `now`, without the time between the runs.
  mutating func resume(after last: Timestamp?, at now: Timestamp) {
    since = RunSpan.resumed(since, after: last, at: now)
  }

  func haveLasted(at now: Timestamp) -> Bool {
    answers >= Self.minAnswers && now - since >= Self.minSpan
      || count >= Self.minAnswers && newest - feedSince >= Self.minSpan
  }
}

/// The newest action of the play log, held back until it is stable. The feed shows wrong versions of an action for some
/// seconds.
struct UnsettledAction: Equatable, Codable, Sendable {
  var fact: Fact
  var digest: UInt64
  /// The feed's time when this content was first seen.
  var since: Timestamp
  /// The run's time when this content was first seen. Feed time stands still while a reliever warms up.
  var observedSince: Timestamp

  /// Whether the action has not been unchanged for `span`; nil in checkpoints of older versions.
  var isOpen: Bool?

  /// How long an action must stay unchanged, by either clock.
  static let span: Duration = .seconds(3)

  /// Removes the unstable draft, if any, and returns the action to remember.
  ///
  /// Only the last draft can be unstable. Any draft after an action settles it, including a provisional run.
  static func hold(
    back drafts: inout [FactDraft], after known: UnsettledAction?, at now: Timestamp, observed: Timestamp
  )
    -> UnsettledAction?
  {
    guard let last = drafts.last, last.isOpenAction else { return nil }
    let digest = last.digests.whole
    let isKnown = known?.fact == last.fact && known?.digest == digest
    let (since, observedSince) = (isKnown ? known : nil).map { ($0.since, $0.observedSince) } ?? (now, observed)
    if max(now - since, observed - observedSince) < span { drafts.removeLast() }
    return UnsettledAction(fact: last.fact, digest: digest, since: since, observedSince: observedSince)
  }
}
