/// Logged facts that the feed no longer lists. A feed may lose a play for a poll or two, so a fact is retracted only
/// after `polls` polls and `span` without it.
package struct MissingFacts: Equatable, Codable, Sendable {
  private var missing: [Fact: Spell] = [:]

  package init() {}

  private struct Spell: Equatable, Codable, Sendable {
    @Counted var polls: Int
    var feedSince: Timestamp
    var observedSince: Timestamp
  }

  /// Returns whether the fact was missing in the last answer and waits for a decision.
  package func has(_ fact: Fact) -> Bool { missing[fact] != nil }

  /// Whether no missing fact is waiting for a decision.
  package var isEmpty: Bool { missing.isEmpty }

  package static let polls = 3
  /// The minimum span without the fact, by feed time, or by the run's clock where feed time stands still, as after a
  /// final.
  package static let span: Duration = .seconds(20)
  /// The most plays and actions that may disappear at once. No scorer removes more, so the answer must be truncated.
  package static let most = 8

  /// The most facts followed at one time. Others are followed after these are decided.
  private static let mostFollowed = 16
  /// The most bytes that the names of the followed facts may take.
  private static let mostNames = 3 << 10
  /// The upper bound of `bytes`. The ledger must leave this much memory free.
  package static let mostBytes = 4 << 10

  /// The bytes of memory that the missing facts take.
  package var bytes: Int {
    missing.capacity * (MemoryLayout<Fact>.stride + MemoryLayout<Spell>.stride + 1)
      + missing.keys.reduce(0) { $0 + $1.rawValue.heapBytes }
  }

  /// Continues the spans of an earlier run from `now`, without the time between the runs.
  package mutating func resume(after last: Timestamp?, at now: Timestamp) {
    missing = missing.mapValues { spell in
      var spell = spell
      spell.observedSince = RunSpan.resumed(spell.observedSince, after: last, at: now)
      return spell
    }
  }

  /// Records the facts that are missing now, and returns those that have been missing for long enough.
  package mutating func note(_ facts: [Fact], feed: Timestamp, observed: Timestamp) -> [Fact] {
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
package struct RejectedSnapshots: Equatable, Codable, Sendable {
  private var since: Timestamp
  /// The feed's time at the start of the run. A feed that was set back moves forward from there.
  private var feedSince: Timestamp
  private var newest: Timestamp
  @Counted private var answers = 0
  /// The answers since the feed's time last went back.
  @Counted private var count = 0

  /// The minimum span of the run, by the run's clock, or by feed time where that never goes back.
  package static let minSpan: Duration = .seconds(600)
  /// The minimum number of answers, by either clock. With fewer, alternating caches of different ages look like
  /// progress.
  package static let minAnswers = 10

  /// Starts with an answer of the feed's time `feed`, at `now` by the run's clock.
  package init(feed: Timestamp, at now: Timestamp) {
    (since, feedSince, newest) = (now, feed, feed)
  }

  package mutating func note(feed: Timestamp) {
    if feed < newest { (feedSince, count) = (feed, 0) }
    newest = feed
    answers += 1
    count += 1
  }

  /// Continues the span of an earlier run from `now`, without the time between the runs.
  package mutating func resume(after last: Timestamp?, at now: Timestamp) {
    since = RunSpan.resumed(since, after: last, at: now)
  }

  package func haveLasted(at now: Timestamp) -> Bool {
    answers >= Self.minAnswers && now - since >= Self.minSpan
      || count >= Self.minAnswers && newest - feedSince >= Self.minSpan
  }
}
