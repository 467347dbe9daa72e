/// What has been told of a game: each fact's newest revision and the digest of its content.
struct Ledger: Equatable, Sendable {
  private var entries: [Fact: Entry] = [:]

  private struct Entry: Equatable, Sendable {
    var revision: Int
    var digest: UInt64
  }

  /// A draft that is news.
  struct Change: Equatable, Sendable {
    var draft: Draft
    var revision: Int
  }

  var count: Int { entries.count }

  func has(_ fact: Fact) -> Bool { entries[fact] != nil }

  /// Notes the drafts, and answers with those that are new or whose content differs from what was told.
  mutating func take(_ drafts: [Draft]) -> [Change] {
    drafts.compactMap { draft in
      let digest = draft.digest
      let known = entries[draft.fact]
      if known?.digest == digest { return nil }
      let revision = (known?.revision ?? 0) + 1
      entries[draft.fact] = Entry(revision: revision, digest: digest)
      return Change(draft: draft, revision: revision)
    }
  }
}

/// On disk `{"mlb/747175/5-top/pa/665489/1": "1:9f86d081884c7d65"}`: revision, then digest in hex.
extension Ledger: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    for (fact, text) in try container.decode([String: String].self) {
      let parts = text.split(separator: ":")
      guard parts.count == 2, let revision = Int(parts[0]), let digest = UInt64(parts[1], radix: 16) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no ledger entry")
      }
      entries[Fact(rawValue: fact)] = Entry(revision: revision, digest: digest)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let pairs = entries.map { ($0.key.rawValue, "\($0.value.revision):\(String($0.value.digest, radix: 16))") }
    try container.encode(Dictionary(pairs) { first, _ in first })
  }
}
