/// What has been told of a game: each fact's newest revision and the digests of its content.
struct Ledger: Equatable, Sendable {
  private var entries: [Fact: Entry] = [:]

  struct Entry: Equatable, Sendable {
    var revision: Int
    var digest: UInt64
    var ownDigest: UInt64
    var isProvisional = false
    var isRetracted = false
  }

  /// A draft that is news.
  struct Change: Equatable, Sendable {
    var draft: Draft
    var revision: Int
    /// The fact whose correction made this one necessary.
    var cause: Fact?
    /// What was told before was something else, and no mere announcement of it.
    var isCorrection = false
  }

  var count: Int { entries.count }

  func has(_ fact: Fact) -> Bool { entries[fact].map { !$0.isRetracted } ?? false }

  subscript(fact: Fact) -> Entry? { entries[fact] }

  /// Facts that stand but are not among these.
  func missing(from present: Set<Fact>) -> [Fact] {
    entries.filter { !$0.value.isRetracted && !present.contains($0.key) }.map(\.key).sorted {
      $0.rawValue < $1.rawValue
    }
  }

  /// Puts an entry there as it was, whatever stands there now.
  mutating func restore(_ fact: Fact, as entry: Entry) { entries[fact] = entry }

  /// Notes the drafts, and answers with those that are new or whose content differs from what was told.
  /// `earlier` is the last correction, for changes that come an answer later than what caused them.
  mutating func take(_ drafts: [Draft], after earlier: Fact? = nil) -> [Change] {
    var corrected = earlier
    var taken: Set<Fact> = []
    return drafts.compactMap { draft in
      // Two drafts of one fact in one answer would revise each other with every poll.
      guard taken.insert(draft.fact).inserted else { return nil }
      let digests = draft.digests
      let known = entries[draft.fact]
      if let known, known.digest == digests.whole, !known.isRetracted { return nil }
      let revision = (known?.revision ?? 0) + 1
      entries[draft.fact] = Entry(
        revision: revision, digest: digests.whole, ownDigest: digests.own, isProvisional: draft.isProvisional)
      let isOwnChange = known.map { $0.ownDigest != digests.own || $0.isRetracted } ?? true
      let cause = isOwnChange ? nil : corrected
      if cause == nil, draft.fact.place == .play { corrected = draft.fact }
      return Change(
        draft: draft, revision: revision, cause: cause,
        isCorrection: known.map { !$0.isProvisional && !$0.isRetracted } ?? false)
    }
  }

  /// Notes that the fact is gone from the feed, and gives its entry as it is now; nil where it is gone already.
  mutating func retract(_ fact: Fact) -> Entry? {
    guard var entry = entries[fact], !entry.isRetracted else { return nil }
    entry.revision += 1
    entry.isRetracted = true
    entries[fact] = entry
    return entry
  }
}

/// On disk `{"mlb/747175/5-top/pa/665489/1": "2:9f86d081884c7d65:51a0c2:p"}`: revision, digest and own digest in hex,
/// then `p` for a provisional and `r` for a retracted fact.
extension Ledger: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    for (fact, text) in try container.decode([String: String].self) {
      guard let entry = Entry(text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no ledger entry")
      }
      entries[Fact(rawValue: fact)] = entry
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Dictionary(entries.map { ($0.key.rawValue, $0.value.text) }) { first, _ in first })
  }
}

extension Ledger.Entry {
  fileprivate init?(_ text: String) {
    let parts = text.split(separator: ":")
    // Without an own digest it was written by 0.1.0's first builds: the next difference counts as the fact's own.
    guard parts.count >= 2, let revision = Int(parts[0], in: 0...1_000_000_000),
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
