/// The logged facts of a game: each fact's newest revision and the digests of its content.
///
/// A game's facts are all that grows while it is played, so that they are kept as compactly as can be: 24 bytes each,
/// and the fact without the game's name, one behind the other.
struct Ledger: Sendable {
  struct Entry: Equatable, Sendable {
    var revision: Int
    var digest: UInt64
    var ownDigest: UInt64
    var isProvisional = false
    var isRetracted = false
  }

  /// A draft that is news.
  struct Change: Equatable, Sendable {
    var draft: FactDraft
    var revision: Int
    /// The fact whose correction made this one necessary.
    var cause: Fact?
    /// Whether an earlier revision was different, and not just provisional.
    var isCorrection = false
  }

  private var table = FactTable()

  var count: Int { table.count }

  /// Bytes of memory that the facts take.
  var bytes: Int { table.bytes }

  func has(_ fact: Fact) -> Bool { table[fact].map { !$0.isRetracted } ?? false }

  subscript(fact: Fact) -> Entry? { table[fact] }

  /// Facts that stand but are not among these, in the order of their names.
  func missing(from present: Set<Fact>) -> [Fact] {
    table.facts { !$0.isRetracted }.filter { !present.contains($0) }
  }

  /// Puts an entry there as it was, whatever stands there now. One that the table cannot hold is left out.
  mutating func restore(_ fact: Fact, as entry: Entry) { _ = table.set(entry, for: fact) }

  /// Notes the drafts, and answers with those that are new or whose content differs from what was told. A fact that is
  /// new and for which there is no `room` is neither noted nor told.
  ///
  /// - Parameters:
  ///   - drafts: all facts of one answer.
  ///   - earlier: the last correction, for changes that come an answer later than what caused them.
  ///   - room: what the ledger may take.
  /// - Returns: the drafts that are news, in their order.
  mutating func take(_ drafts: [FactDraft], after earlier: Fact? = nil, room: inout LedgerRoom) -> [Change] {
    var corrected = earlier
    var taken: Set<Fact> = []
    return drafts.compactMap { draft in
      // Two drafts of one fact in one answer would revise each other with every poll.
      guard taken.insert(draft.fact).inserted else { return nil }
      let digests = draft.digests
      let known = table[draft.fact]
      if let known, known.digest == digests.whole, !known.isRetracted { return nil }
      let revision = (known?.revision ?? 0) + 1
      guard known != nil || room.admits(draft, growing: table.bytes(with: draft.fact)) else { return nil }
      let entry = Entry(
        revision: revision, digest: digests.whole, ownDigest: digests.own, isProvisional: draft.isProvisional)
      guard table.set(entry, for: draft.fact) else { return nil }
      let isOwnChange = known.map { $0.ownDigest != digests.own || $0.isRetracted } ?? true
      let cause = isOwnChange ? nil : corrected
      if cause == nil, draft.fact.place == .play { corrected = draft.fact }
      return Change(
        draft: draft, revision: revision, cause: cause,
        isCorrection: known.map { !$0.isProvisional && !$0.isRetracted } ?? false)
    }
  }

  /// The same with room for all.
  mutating func take(_ drafts: [FactDraft], after earlier: Fact? = nil) -> [Change] {
    var room = LedgerRoom(bytes: .max)
    return take(drafts, after: earlier, room: &room)
  }

  /// Notes that the fact is gone from the feed, and gives its entry as it is now; nil where it is gone already.
  mutating func retract(_ fact: Fact) -> Entry? {
    guard var entry = table[fact], !entry.isRetracted else { return nil }
    entry.revision += 1
    entry.isRetracted = true
    return table.set(entry, for: fact) ? entry : nil
  }

  /// Notes what a log says that has been told.
  mutating func note(_ entry: Entry, of fact: Fact) { _ = table.set(entry, for: fact) }
}

extension Ledger: Equatable {
  static func == (left: Ledger, right: Ledger) -> Bool { left.table == right.table }
}

/// How much a ledger may still take. What is told of the game as a whole has a reserve, and its end is always told.
struct LedgerRoom: Sendable {
  /// For all facts together.
  var bytes: Int
  /// A play or action did not find room: from then on no new one is told, so that none is told without those before it.
  var isFull = false

  /// Kept free for statuses.
  static let reserve = 6 << 10
  /// Kept free for the game's end.
  static let lastReserve = 2 << 10

  mutating func admits(_ draft: FactDraft, growing size: Int) -> Bool {
    if draft.type == .status, draft.tags.contains(.final) || draft.tags.contains(.start) { return true }
    let isStatus = draft.fact.place == .sight
    let fits = size <= bytes - min(isStatus ? Self.lastReserve : Self.reserve, bytes)
    if !fits { isFull = true }
    return fits && (isStatus || !isFull)
  }
}

/// On disk `{"mlb/747175/5-top/pa/665489/1": "2:9f86d081884c7d65:51a0c2:p"}`: revision, digest and own digest in hex,
/// then `p` for a provisional and `r` for a retracted fact.
extension Ledger: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    for (fact, text) in try container.decode([String: String].self).sorted(by: { $0.key < $1.key }) {
      guard let entry = Entry(text), table.set(entry, for: Fact(rawValue: fact)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no ledger entry")
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let facts = table.facts { _ in true }
    let pairs = facts.compactMap { fact in table[fact].map { (fact.rawValue, $0.text) } }
    try container.encode(Dictionary(pairs) { first, _ in first })
  }
}

extension Ledger.Entry {
  fileprivate init?(_ text: String) {
    let parts = text.split(separator: ":")
    // Without an own digest it was written by 0.1.0's first builds: the next difference counts as the fact's own.
    guard parts.count >= 2, let revision = Int(parts[0], in: 1...FactTable.mostRevision),
      let digest = UInt64(parts[1], radix: 16)
    else { return nil }
    let marks = parts.count > 3 ? parts[3] : ""
    self.init(
      revision: revision, digest: digest, ownDigest: parts.count > 2 ? UInt64(parts[2], radix: 16) ?? 0 : 0,
      isProvisional: marks.contains("p"), isRetracted: marks.contains("r"))
  }

  fileprivate var text: String {
    let marks = (isProvisional ? "p" : "") + (isRetracted ? "r" : "")
    let digests = "\(String(digest, radix: 16)):\(String(ownDigest, radix: 16))"
    return "\(revision):\(digests)" + (marks.isEmpty ? "" : ":\(marks)")
  }
}

/// A fact that is taken back. What it said stands in the log, in the revision before this one.
struct Retraction: Equatable, Sendable {
  var fact: Fact
  var revision: Int
  var isProvisional: Bool
  /// As it stands now.
  var game: EventGame
  var observedAt: Timestamp
  var feedAt: Timestamp

  /// The id of the event that it takes back.
  var takenBack: String { "\(fact)@\(revision - 1)" }

  /// The last content once more, as what is no longer so.
  func event(after last: Event) -> Event {
    var event = last
    event.data.revision = revision
    event.data.retracted = true
    event.data.late = false
    event.data.cause = nil
    event.data.game = game
    event.data.summary = Summary.takenBack(last.data.summary)
    event.data.observedAt = observedAt
    event.data.feedAt = feedAt
    return event
  }
}

/// Facts that the feed no longer holds, until it has been without them long enough to be believed: a feed loses a play for a poll or two and has it again.
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

  /// The time that each has been missing for in an earlier run counts on from `now`; what lies between the runs does
  /// not.
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
