/// A game's facts with their ledger entries, sorted by name. Each fact takes 24 bytes plus its name; the names, without
/// the game's prefix, share one byte array.
struct FactTable: Sendable {
  private struct Row: Sendable {
    var digest: UInt64
    var ownDigest: UInt64
    /// The name's first index in `names`.
    var offset: UInt32
    /// From the lowest bit: 20 bits of revision, 9 bits of name length, then the two marks.
    var packed: UInt32

    private static let provisional: UInt32 = 1 << 29
    private static let retracted: UInt32 = 1 << 30
    static let mostLength = (1 << 9) - 1

    init(_ entry: Ledger.Entry, offset: UInt32, length: Int) {
      (digest, ownDigest, self.offset) = (entry.digest, entry.ownDigest, offset)
      packed =
        UInt32(entry.revision) | UInt32(length) << 20 | (entry.isProvisional ? Self.provisional : 0)
        | (entry.isRetracted ? Self.retracted : 0)
    }

    var length: Int { Int(packed >> 20) & Self.mostLength }

    var entry: Ledger.Entry {
      Ledger.Entry(
        revision: Int(packed) & FactTable.mostRevision, digest: digest, ownDigest: ownDigest,
        isProvisional: packed & Self.provisional != 0, isRetracted: packed & Self.retracted != 0)
    }
  }

  /// The largest revision that 20 bits hold.
  static let mostRevision = (1 << 20) - 1

  /// The prefix of the first fact, such as `mlb/747175/`. A fact with another prefix, or with a slash directly after
  /// the prefix, is stored under its whole name with a leading slash.
  private var prefix = ""
  private var names: [UInt8] = []
  private var rows: [Row] = []

  /// Rows and name bytes added per growth step. Doubling would leave up to half of the memory unused.
  private static let (moreRows, moreNames) = (32, 512)

  var count: Int { rows.count }

  /// The bytes of memory that the table takes.
  var bytes: Int { Self.bytes(rows: rows.capacity, names: names.capacity) }

  /// Returns the bytes that the table would take after `fact` is added.
  func bytes(with fact: Fact) -> Int {
    let length = fact.rawValue.utf8.count
    return Self.bytes(
      rows: rows.count < rows.capacity ? rows.capacity : rows.count + Self.moreRows,
      names: names.count + length <= names.capacity ? names.capacity : names.count + length + Self.moreNames)
  }

  /// Returns the bytes of both arrays with their 32-byte headers.
  private static func bytes(rows: Int, names: Int) -> Int { rows * MemoryLayout<Row>.stride + names + 2 * 32 }

  subscript(fact: Fact) -> Ledger.Entry? {
    let (place, isFound) = find(name(of: fact))
    return isFound ? rows[place].entry : nil
  }

  /// Returns the facts whose entries match `isWanted`, sorted by name.
  func facts(where isWanted: (Ledger.Entry) -> Bool) -> [Fact] {
    rows.filter { isWanted($0.entry) }.map { row in
      let start = Int(row.offset)
      let name = String(decoding: names[start..<start + row.length], as: UTF8.self)
      return Fact(rawValue: name.hasPrefix("/") ? String(name.dropFirst()) : prefix + name)
    }
  }

  /// Stores the entry and returns true. Returns false if the name is longer than 511 bytes or the revision is outside
  /// 1...`mostRevision`.
  mutating func set(_ entry: Ledger.Entry, for fact: Fact) -> Bool {
    guard (1...Self.mostRevision).contains(entry.revision) else { return false }
    if rows.isEmpty { prefix = Self.prefix(of: fact) }
    let name = name(of: fact)
    guard name.count <= Row.mostLength, let end = UInt32(exactly: names.count + name.count) else { return false }
    let (place, isFound) = find(name)
    if isFound {
      rows[place] = Row(entry, offset: rows[place].offset, length: name.count)
      return true
    }
    if rows.count == rows.capacity { rows.reserveCapacity(rows.count + Self.moreRows) }
    if names.count + name.count > names.capacity { names.reserveCapacity(names.count + name.count + Self.moreNames) }
    names.append(contentsOf: name)
    rows.insert(Row(entry, offset: end - UInt32(name.count), length: name.count), at: place)
    return true
  }

  private static func prefix(of fact: Fact) -> String {
    let parts = fact.rawValue.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count > 2 ? "\(parts[0])/\(parts[1])/" : ""
  }

  private func name(of fact: Fact) -> ArraySlice<UInt8> {
    let (bytes, slash) = (Array(fact.rawValue.utf8), UInt8(ascii: "/"))
    // Compare bytes: `String` treats canonically equivalent spellings as equal.
    if bytes.starts(with: prefix.utf8), bytes.dropFirst(prefix.utf8.count).first != slash {
      return bytes[prefix.utf8.count...]
    }
    return ([slash] + bytes)[...]
  }

  /// Finds the row of the name by binary search, or the row before which the name would be inserted.
  private func find(_ name: ArraySlice<UInt8>) -> (place: Int, isFound: Bool) {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      let start = Int(rows[middle].offset)
      let other = names[start..<start + rows[middle].length]
      if other.elementsEqual(name) { return (middle, true) }
      if other.lexicographicallyPrecedes(name) { low = middle + 1 } else { high = middle }
    }
    return (low, false)
  }
}

extension FactTable: Equatable {
  static func == (left: FactTable, right: FactTable) -> Bool {
    let facts = left.facts { _ in true }
    return left.count == right.count && facts.allSatisfy { left[$0] == right[$0] }
  }
}
