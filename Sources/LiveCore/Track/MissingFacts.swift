/// Facts that the feed no longer holds, until it has been without them long enough to be believed (DESIGN §11,
/// Tracking 8): a feed loses a play for a poll or two and has it again.
struct MissingFacts: Equatable, Codable, Sendable {
  private var missing: [Fact: Spell] = [:]

  private struct Spell: Equatable, Codable, Sendable {
    @Counted var polls: Int
    var feedSince: Timestamp
    var observedSince: Timestamp
  }

  /// Nothing is missing, or what was is settled.
  var isEmpty: Bool { missing.isEmpty }

  static let polls = 3
  /// Of feed time, or of ours where the feed stands still, as after a final.
  static let span: Duration = .seconds(20)
  /// More plays and actions gone at once than any scorer removes: the answer is cut short.
  static let most = 8

  /// How many are followed at a time; the others wait until those are settled.
  private static let mostFollowed = 16
  /// Bytes of their names.
  private static let mostNames = 3 << 10
  /// The most that `bytes` can come to. It is kept free: the ledger may not use it.
  static let mostBytes = 4 << 10

  /// Bytes of memory that it takes.
  var bytes: Int {
    missing.capacity * (MemoryLayout<Fact>.stride + MemoryLayout<Spell>.stride + 1)
      + missing.keys.reduce(0) { $0 + $1.rawValue.heapBytes }
  }

  /// The time that each has been missing for in an earlier run counts on from `now`; what lies between the runs does not.
  mutating func resume(after last: Timestamp?, at now: Timestamp) {
    missing = missing.mapValues { spell in
      var spell = spell
      spell.observedSince = RunSpan.resumed(spell.observedSince, after: last, at: now)
      return spell
    }
  }

  /// Notes what is missing now, and gives what has been so for long enough.
  mutating func note(_ facts: [Fact], feed: Timestamp, observed: Timestamp) -> [Fact] {
    var room = Self.mostNames
    let facts = facts.prefix(Self.mostFollowed).prefix { fact in
      room -= fact.rawValue.heapBytes
      return room >= 0
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
