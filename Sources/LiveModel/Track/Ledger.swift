/// The logged facts of a game: the newest revision of each, with the digests of its content.
///
/// Facts are the only part of a game's state that grows during play, so `FactTable` packs them: 24 bytes each, plus the
/// fact's name without the game's prefix.
package struct Ledger: Sendable {
  package struct Entry: Equatable, Sendable {
    package var revision: Int
    package var digest: UInt64
    package var ownDigest: UInt64
    package var isProvisional = false
    package var isRetracted = false

    package init(
      revision: Int, digest: UInt64, ownDigest: UInt64, isProvisional: Bool = false, isRetracted: Bool = false
    ) {
      (self.revision, self.digest, self.ownDigest) = (revision, digest, ownDigest)
      (self.isProvisional, self.isRetracted) = (isProvisional, isRetracted)
    }

    /// Makes the entry of a logged draft.
    package init(_ draft: some DraftedFact, revision: Int) {
      let digests = draft.digests
      self.init(
        revision: revision, digest: digests.whole, ownDigest: digests.own, isProvisional: draft.isProvisional)
    }

    /// Makes the entry of a draft whose newest revision is an event.
    package init(_ draft: some DraftedFact, of event: Event) {
      self.init(draft, revision: event.data.revision)
      isRetracted = event.data.retracted
    }

    /// Returns the kind of change that leads from this revision to a draft. `completed` has the digests of the drafts
    /// that the new one completes.
    fileprivate func kind(completing completed: [FactDigests]) -> EventChange {
      if isRetracted { return .corrected }
      return isProvisional || completed.contains { $0.whole == digest } ? .completed : .corrected
    }
  }

  private var table = FactTable()

  package init() {}

  package var count: Int { table.count }

  /// The bytes of memory that the facts take.
  package var bytes: Int { table.bytes }

  package func has(_ fact: Fact) -> Bool { table[fact].map { !$0.isRetracted } ?? false }

  package subscript(fact: Fact) -> Entry? { table[fact] }

  /// Returns the facts that stand but are not in `present`, sorted by name.
  package func missing(from present: Set<Fact>) -> [Fact] {
    table.facts { !$0.isRetracted }.filter { !present.contains($0) }
  }

  /// Stores an entry unchanged, replacing any existing one. Skips an entry that the table cannot hold.
  package mutating func restore(_ fact: Fact, as entry: Entry) { _ = table.set(entry, for: fact) }

  /// Stores drafts that have no event, because the game was first seen after its start or its first events have been
  /// pruned: every fact that the feed showed at `until`, when the oldest logged event was found. A final that was shown
  /// then has an event of its own; one of a game without plays has no time to tell by.
  package mutating func adopt(_ drafts: [some DraftedFact], until: Timestamp) {
    let end = drafts.lastIndex { table[$0.fact] != nil } ?? drafts.endIndex
    for draft in drafts[..<end]
    where !draft.tags.contains(.final) && table[draft.fact] == nil && draft.time.map({ $0 <= until }) ?? true {
      restore(draft.fact, as: Entry(draft, revision: 1))
    }
  }

  /// Stores the drafts and returns those that are new or differ from what was logged. Neither stores nor returns a new
  /// fact that does not fit in `room`.
  ///
  /// - Parameters:
  ///   - drafts: all facts of one snapshot.
  ///   - earlier: the last correction, the cause of dependent changes that arrive one snapshot later.
  ///   - room: the memory that the ledger may take.
  /// - Returns: the changes, in the order of the drafts.
  package mutating func take<Draft: DraftedFact>(
    _ drafts: [Draft], after earlier: Fact? = nil, room: inout LedgerRoom
  ) -> [LedgerChange<Draft>] {
    var corrected = earlier
    var taken: Set<Fact> = []
    return drafts.compactMap { draft in
      // Two drafts of one fact in a snapshot would otherwise revise each other on every poll.
      guard taken.insert(draft.fact).inserted else { return nil }
      let digests = draft.digests
      let known = table[draft.fact]
      if let known, !known.isRetracted, draft.isSame(as: known.digest, digests) { return nil }
      let revision = (known?.revision ?? 0) + 1
      guard known != nil || room.admits(draft, growing: table.bytes(with: draft.fact)) else { return nil }
      let entry = Entry(
        revision: revision, digest: digests.whole, ownDigest: digests.own, isProvisional: draft.isProvisional)
      guard table.set(entry, for: draft.fact) else { return nil }
      let completed = known == nil ? [] : draft.completedDigests
      let kind = known?.kind(completing: completed) ?? .new
      let isOwnChange =
        known.map { $0.isRetracted || !([digests] + completed).map(\.own).contains($0.ownDigest) } ?? true
      let cause = isOwnChange || kind == .completed ? nil : corrected
      if cause == nil, draft.mayBeCause { corrected = draft.fact }
      return LedgerChange(
        draft: draft, revision: revision, kind: kind, cause: cause,
        isCorrection: kind == .corrected && known?.isRetracted == false)
    }
  }

  /// Stores the drafts without a memory limit.
  package mutating func take<Draft: DraftedFact>(
    _ drafts: [Draft], after earlier: Fact? = nil
  ) -> [LedgerChange<Draft>] {
    var room = LedgerRoom(bytes: .max)
    return take(drafts, after: earlier, room: &room)
  }

  /// Marks a fact as retracted under a new revision and returns its new entry. Returns nil if the fact is unknown or
  /// already retracted.
  package mutating func retract(_ fact: Fact) -> Entry? {
    guard var entry = table[fact], !entry.isRetracted else { return nil }
    entry.revision += 1
    entry.isRetracted = true
    return table.set(entry, for: fact) ? entry : nil
  }
}

extension Ledger: Equatable {
  package static func == (left: Ledger, right: Ledger) -> Bool { left.table == right.table }
}

/// The memory that a ledger may still take. Facts about the game as a whole have a reserve, and the start and the end
/// are always logged.
package struct LedgerRoom: Sendable {
  /// The limit for all facts together.
  package var bytes: Int
  /// Whether a play or action did not fit. No later play is logged then, so that the log has no gap before one.
  package var isFull: Bool

  /// Bytes reserved for statuses.
  package static let reserve = 6 << 10
  /// Bytes reserved for the game's end.
  package static let lastReserve = 2 << 10

  package init(bytes: Int, isFull: Bool = false) {
    (self.bytes, self.isFull) = (bytes, isFull)
  }

  fileprivate mutating func admits(_ draft: some DraftedFact, growing size: Int) -> Bool {
    if draft.isAlwaysLogged { return true }
    let isStatus = draft.isOfGame
    let fits = size <= bytes - min(isStatus ? Self.lastReserve : Self.reserve, bytes)
    if !fits { isFull = true }
    return fits && (isStatus || !isFull)
  }
}

/// The stored form is `{"mlb/747175/5-top/pa/665489/1": "2:9f86d081884c7d65:51a0c2:p"}`: revision, digest and own
/// digest in hexadecimal, then `p` for a provisional and `r` for a retracted fact.
extension Ledger: Codable {
  package init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.singleValueContainer()
    for (fact, text) in try container.decode([String: String].self).sorted(by: { $0.key < $1.key }) {
      guard let entry = Entry(text), table.set(entry, for: Fact(rawValue: fact)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no ledger entry")
      }
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let facts = table.facts { _ in true }
    let pairs = facts.compactMap { fact in table[fact].map { (fact.rawValue, $0.text) } }
    try container.encode(Dictionary(pairs) { first, _ in first })
  }
}

extension Ledger.Entry {
  fileprivate init?(_ text: String) {
    let parts = text.split(separator: ":")
    // The first builds of 0.1.0 stored no own digest. The next difference then counts as the fact's own change.
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

extension Fault.Code {
  /// A game has more facts than its memory holds.
  package static let gameTooLarge = Fault.Code("track.game-too-large")
}
