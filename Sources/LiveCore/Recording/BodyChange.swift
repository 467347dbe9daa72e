/// The difference between two bodies: pieces of the earlier one, and new text. Two answers of a live feed differ in some
/// hundred bytes of two hundred thousand, and gzip does not look back that far.
struct BodyChange: Equatable, Sendable {
  enum Piece: Equatable, Sendable {
    /// Bytes of the earlier body.
    case copy(offset: Int, count: Int)
    case text(String)
  }

  private(set) var pieces: [Piece] = []

  /// The length of the blocks that are looked up in the earlier body. Shorter copies take as much room as their text.
  private static var block: Int { 32 }

  init(pieces: [Piece]) { self.pieces = pieces }

  /// Finds the difference. Both bodies must be UTF-8.
  init(from old: [UInt8], to new: [UInt8]) {
    old.withUnsafeBytes { old in
      new.withUnsafeBytes { new in
        pieces = Self.pieces(from: old, to: new)
      }
    }
  }

  private static func pieces(from old: UnsafeRawBufferPointer, to new: UnsafeRawBufferPointer) -> [Piece] {
    let places = places(in: old)
    var (pieces, position, end) = ([Piece](), 0, 0)
    while position + block <= new.count {
      guard let place = places[key(of: new, at: position)],
        let match = match(old, at: place, new, at: position, from: end)
      else {
        position += 1
        continue
      }
      if match.new > end { pieces.append(.text(text(new, end..<match.new))) }
      pieces.append(.copy(offset: match.old, count: match.count))
      end = match.new + match.count
      position = end
    }
    if end < new.count { pieces.append(.text(text(new, end..<new.count))) }
    return pieces
  }

  /// Returns the first place of each block of the earlier body.
  private static func places(in old: UnsafeRawBufferPointer) -> [UInt64: Int] {
    var places: [UInt64: Int] = [:]
    places.reserveCapacity(old.count / block)
    for place in stride(from: 0, through: old.count - block, by: block) {
      let key = key(of: old, at: place)
      if places[key] == nil { places[key] = place }
    }
    return places
  }

  private static func key(of bytes: UnsafeRawBufferPointer, at place: Int) -> UInt64 {
    var key: UInt64 = 0
    for offset in stride(from: 0, to: block, by: 8) {
      let word = bytes.loadUnaligned(fromByteOffset: place + offset, as: UInt64.self)
      key = (key ^ word) &* 0x9E37_79B9_7F4A_7C15
      key ^= key >> 29
    }
    return key
  }

  /// Returns the longest copy around two equal blocks that begins and ends between characters; nil for a short one.
  private static func match(
    _ old: UnsafeRawBufferPointer, at oldPlace: Int, _ new: UnsafeRawBufferPointer, at newPlace: Int, from least: Int
  ) -> (old: Int, new: Int, count: Int)? {
    var (from, to, count) = (oldPlace, newPlace, 0)
    while to + count < new.count, from + count < old.count, old[from + count] == new[to + count] { count += 1 }
    guard count >= block else { return nil }
    while to > least, from > 0, old[from - 1] == new[to - 1] { (from, to, count) = (from - 1, to - 1, count + 1) }
    while count > 0, isInside(new[to]) { (from, to, count) = (from + 1, to + 1, count - 1) }
    while count > 0, to + count < new.count, isInside(new[to + count]) { count -= 1 }
    // The search continues behind the block.
    return to + count > newPlace ? (from, to, count) : nil
  }

  /// Whether a byte of UTF-8 continues a character.
  private static func isInside(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  private static func text(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Returns the later body; nil if a piece lies outside of the earlier one, or the result is longer than `limit`.
  func applied(to old: [UInt8], limit: Int) -> [UInt8]? {
    var new: [UInt8] = []
    new.reserveCapacity(min(limit, old.count + (64 << 10)))
    for piece in pieces {
      switch piece {
      case .copy(let offset, let count):
        guard offset >= 0, count >= 0, offset <= old.count, count <= old.count - offset, count <= limit - new.count
        else { return nil }
        new += old[offset..<(offset + count)]
      case .text(let text):
        guard text.utf8.count <= limit - new.count else { return nil }
        new += text.utf8
      }
    }
    return new
  }
}

extension BodyChange.Piece: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
      return
    }
    let numbers = try container.decode([Int].self)
    guard numbers.count == 2 else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a copy has an offset and a length")
    }
    self = .copy(offset: numbers[0], count: numbers[1])
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .copy(let offset, let count): try container.encode([offset, count])
    case .text(let text): try container.encode(text)
    }
  }
}
