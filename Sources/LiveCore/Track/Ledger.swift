/// What has been told of a game: each fact's newest revision and the digests of its content.
///
/// A game's facts are all that grows while it is played, so that they are kept as compactly as can be: 24 bytes each, and
/// the fact without the game's name, one behind the other.
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
    /// What was told before was something else, and no mere announcement of it.
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

  /// Notes the drafts, and answers with those that are new or whose content differs from what was told. A fact that is new
  /// and for which there is no `room` is neither noted nor told.
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
