/// Facts of one game with a ledger entry each, sorted by their names: 24 bytes a fact beside its name, which stands
/// without the game's in one run of bytes.
struct FactTable: Sendable {
  private struct Row: Sendable {
    var digest: UInt64
    var ownDigest: UInt64
    /// Of the name in `names`.
    var offset: UInt32
    /// Lowest first: 20 bits of revision, 9 of the name's length, and the marks.
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

  /// As many bits hold a revision.
  static let mostRevision = (1 << 20) - 1

  /// The prefix of the first fact: `mlb/747175/`. A fact with another prefix, or with a slash after it, is stored with
  /// its whole name, after a slash.
  private var prefix = ""
  private var names: [UInt8] = []
  private var rows: [Row] = []

  /// Rows and bytes that are added at a time: doubling would leave half of them empty.
  private static let (moreRows, moreNames) = (32, 512)

  var count: Int { rows.count }

  /// Bytes of memory that it takes.
  var bytes: Int { Self.bytes(rows: rows.capacity, names: names.capacity) }

  /// The same once a fact has been added.
  func bytes(with fact: Fact) -> Int {
    let length = fact.rawValue.utf8.count
    return Self.bytes(
      rows: rows.count < rows.capacity ? rows.capacity : rows.count + Self.moreRows,
      names: names.count + length <= names.capacity ? names.capacity : names.count + length + Self.moreNames)
  }

  /// Each of the two arrays has a header.
  private static func bytes(rows: Int, names: Int) -> Int { rows * MemoryLayout<Row>.stride + names + 2 * 32 }

  subscript(fact: Fact) -> Ledger.Entry? {
    let (place, isThere) = find(name(of: fact))
    return isThere ? rows[place].entry : nil
  }

  /// Facts whose entries are wanted, in the order of their names.
  func facts(where isWanted: (Ledger.Entry) -> Bool) -> [Fact] {
    rows.filter { isWanted($0.entry) }.map { row in
      let start = Int(row.offset)
      let name = String(decoding: names[start..<start + row.length], as: UTF8.self)
      return Fact(rawValue: name.hasPrefix("/") ? String(name.dropFirst()) : prefix + name)
    }
  }

  /// Returns whether the entry was kept: not of a name that is too long, nor with a revision that is too high or none.
  mutating func set(_ entry: Ledger.Entry, for fact: Fact) -> Bool {
    guard (1...Self.mostRevision).contains(entry.revision) else { return false }
    if rows.isEmpty { prefix = Self.prefix(of: fact) }
    let name = name(of: fact)
    guard name.count <= Row.mostLength, let end = UInt32(exactly: names.count + name.count) else { return false }
    let (place, isThere) = find(name)
    if isThere {
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
    // Byte by byte: two spellings of a letter are equal as text.
    if bytes.starts(with: prefix.utf8), bytes.dropFirst(prefix.utf8.count).first != slash {
      return bytes[prefix.utf8.count...]
    }
    return ([slash] + bytes)[...]
  }

  /// Where the name stands, or would stand.
  private func find(_ name: ArraySlice<UInt8>) -> (place: Int, isThere: Bool) {
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

/// Numbers the facts whose keys are equal, in the order of the play log.
struct FactCounter {
  private var seen: [String: Int] = [:]

  /// `mlb/747175/5-top/pa/665489/1`: the batter's first plate appearance of the half-inning.
  mutating func plateAppearance(of play: Play, in game: GameID) -> Fact {
    numbered("\(game)/\(play.inning)/pa/\(play.batter.id)")
  }

  /// `mlb/747175/5-top/runner/665489/1`; a pitch that was reviewed is known by its own id.
  mutating func action(_ action: Action, in play: Play, of game: GameID) -> Fact {
    guard action.isAction else { return reviewed(action, in: play, of: game) }
    return numbered("\(game)/\(play.inning)/\(ActionFamily(action.eventType).name)/\(action.player ?? 0)")
  }

  private mutating func reviewed(_ pitch: Action, in play: Play, of game: GameID) -> Fact {
    guard let playId = pitch.playId, Self.isPlain(playId) else {
      return numbered("\(game)/\(play.inning)/pitch/\(play.batter.id)")
    }
    // An id is one pitch's. Where the feed lists a pitch twice, the second has a number.
    let fact = numbered("\(game)/\(play.inning)/pitch/\(playId)")
    return fact.rawValue.hasSuffix("/1") ? Fact(rawValue: String(fact.rawValue.dropLast(2))) : fact
  }

  /// Fit to stand in a fact: letters, digits and hyphens, and not many of them.
  private static func isPlain(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count) && id.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isLetterOrDigit }
  }

  private mutating func numbered(_ key: String) -> Fact {
    seen[key, default: 0] += 1
    return Fact(rawValue: "\(key)/\(seen[key, default: 1])")
  }
}

extension UInt8 {
  /// Of ASCII.
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}

/// A count, or a count by name, that a checkpoint holds. Reading it fails beyond a bound that no game comes near: such
/// a number stands in a damaged row, and counting on from it would overflow.
@propertyWrapper
struct Counted<Value: Countable & Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  var wrappedValue: Value

  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = try container.decode(Value.self)
    guard wrappedValue.isCountable else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a count is out of its bounds")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

/// A number that a counter can continue.
protocol Countable {
  var isCountable: Bool { get }
}

extension Int: Countable {
  /// From 0 to a thousand million.
  var isCountable: Bool { (0...1_000_000_000).contains(self) }
}

extension [String: Int]: Countable {
  var isCountable: Bool { values.allSatisfy(\.isCountable) }
}
