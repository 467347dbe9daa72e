/// Finds a member of an object by its key with one multiplication and one comparison.
///
/// Each object has slots, a power of two. The table chooses an odd multiplier for which all members of the object have
/// slots of their own.
@usableFromInline
struct ProjectionTable: Sendable {
  /// Place and hash function of the slots of one object.
  @usableFromInline
  struct Slots: Sendable {
    @usableFromInline let first: Int
    @usableFromInline let multiplier: UInt64
    @usableFromInline let shift: UInt64

    /// Returns the index of the slot for `key`, below the number of slots.
    @inlinable
    @inline(__always)
    func index(of key: ProjectionKey) -> Int {
      let mixed = key.first ^ (key.last &<< 1 | key.last &>> 63) ^ UInt64(truncatingIfNeeded: key.length)
      return first &+ Int(truncatingIfNeeded: (mixed &* multiplier) &>> shift)
    }
  }

  /// The content of one slot. No key of a body equals that of an empty slot.
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline var key = ProjectionKey.none
    @usableFromInline var member = 0
    /// The bit of the member in `JSONPath.Frame.seen`.
    @usableFromInline var bit: UInt64 = 0
  }

  /// The slots of each node.
  @usableFromInline let slots: [Slots]
  @usableFromInline let entries: [Entry]

  /// Builds the slots for nodes with these keys. `membersOf` has the range of members of each node.
  init(_ keys: [ProjectionKey], membersOf ranges: [Range<Int>]) {
    var (slots, entries): ([Slots], [Entry]) = ([], [])
    for range in ranges {
      let (chosen, filled) = Self.place(range, keys, from: entries.count)
      slots.append(chosen)
      entries += filled
    }
    (self.slots, self.entries) = (slots, entries)
  }

  /// Returns the member with this key; nil if the object has none. For a name longer than `ProjectionKey.exact` the
  /// caller compares the whole text.
  @inlinable
  @inline(__always)
  func member(_ key: ProjectionKey, of node: Int) -> Int? {
    let entry = slot(of: key, in: node)
    return entry.key == key ? entry.member : nil
  }

  /// Returns the content of the slot for a key, which is another key's if the object has no such member.
  @inlinable
  @inline(__always)
  func slot(of key: ProjectionKey, in node: Int) -> Entry { entries[slots[node].index(of: key)] }

  private static func place(_ range: Range<Int>, _ keys: [ProjectionKey], from first: Int) -> (Slots, [Entry]) {
    // Names that begin and end alike have equal keys. The first of them has the slot.
    let unique = range.filter { index in !(range.lowerBound..<index).contains { keys[$0] == keys[index] } }
    var multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15
    var bits: UInt64 = 1
    while 1 << bits < 2 * unique.count { bits += 1 }
    while true {
      for _ in 0..<1_000 {
        let slots = Slots(first: first, multiplier: multiplier, shift: 64 - bits)
        if let filled = fill(unique, from: range.lowerBound, keys, slots, count: 1 << Int(bits)) {
          return (slots, filled)
        }
        multiplier = multiplier &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 | 1
      }
      precondition(bits < 12, "two names of one object always have the same slot")
      bits += 1
    }
  }

  /// Returns the content of the slots; nil if two members have the same slot.
  private static func fill(
    _ members: [Int], from first: Int, _ keys: [ProjectionKey], _ slots: Slots, count: Int
  ) -> [Entry]? {
    var filled = [Entry](repeating: Entry(), count: count)
    for index in members {
      let slot = slots.index(of: keys[index]) - slots.first
      guard filled[slot].member == 0 else { return nil }
      filled[slot] = Entry(key: keys[index], member: index, bit: 1 << UInt64(index - first))
    }
    return filled
  }
}
