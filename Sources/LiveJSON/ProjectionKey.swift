/// A key as its length and two numbers, so that most keys compare without a loop: the first eight bytes, and those after
/// them, of which the last eight count.
@usableFromInline
struct ProjectionKey: Equatable, Sendable {
  /// Up to this length, in bytes, equal keys have equal texts.
  @usableFromInline static let exact = 16

  /// Equals no key of a text.
  static let none = ProjectionKey()

  @usableFromInline static let null = ProjectionKey("null")
  @usableFromInline static let `true` = ProjectionKey("true")
  @usableFromInline static let `false` = ProjectionKey("false")

  @usableFromInline let first: UInt64
  @usableFromInline let last: UInt64
  @usableFromInline let length: Int32

  /// Makes the key of a text of at most fifteen bytes at the start of a block.
  @inlinable
  @inline(__always)
  init(_ block: ByteBlock, length: Int) {
    assert(length < ByteBlock.width)
    let halves = block.prefix(length)
    (self.first, self.last, self.length) = (halves[0], halves[1], Int32(truncatingIfNeeded: length))
  }

  @inlinable
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    length = Int32(truncatingIfNeeded: bytes.count)
    guard let base = UnsafeRawPointer(bytes.baseAddress), bytes.count >= 8 else {
      (first, last) = (Self.short(bytes), 0)
      return
    }
    first = base.loadUnaligned(as: UInt64.self).littleEndian
    let end = (base + bytes.count - 8).loadUnaligned(as: UInt64.self).littleEndian
    // Up to sixteen bytes, those in the first half are not repeated.
    last = end >> UInt64(8 * max(0, 16 - bytes.count))
  }

  /// Returns up to seven bytes as one number, the first byte lowest. The loads of a pair may overlap.
  @inlinable
  @inline(__always)
  static func short(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let length = bytes.count
    guard let base = UnsafeRawPointer(bytes.baseAddress), length > 1 else { return bytes.first.map(UInt64.init) ?? 0 }
    if length >= 4 {
      let low = UInt64(base.loadUnaligned(as: UInt32.self).littleEndian)
      let high = UInt64((base + length - 4).loadUnaligned(as: UInt32.self).littleEndian)
      return low | high &<< UInt64((length - 4) * 8)
    }
    let low = UInt64(base.loadUnaligned(as: UInt16.self).littleEndian)
    let high = UInt64((base + length - 2).loadUnaligned(as: UInt16.self).littleEndian)
    return low | high &<< UInt64((length - 2) * 8)
  }

  @inlinable
  static func == (left: ProjectionKey, right: ProjectionKey) -> Bool {
    // One condition instead of three, because whether a key is known cannot be predicted.
    (left.first ^ right.first) | (left.last ^ right.last) | UInt64(truncatingIfNeeded: left.length ^ right.length) == 0
  }

  private init() { (length, first, last) = (-1, 0, 0) }

  init(_ text: String) {
    self = Array(text.utf8).withUnsafeBufferPointer { ProjectionKey($0) }
  }
}
