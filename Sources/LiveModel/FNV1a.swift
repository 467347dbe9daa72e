/// The 64-bit FNV-1a hash. Unlike Swift's `Hasher`, it gives the same result in every process.
///
/// Source: draft-eastlake-fnv, 64-bit parameters.
package struct FNV1a {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init(value: UInt64 = 0xcbf2_9ce4_8422_2325) {
    self.value = value
  }

  package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

  /// Adds the text in UTF-8.
  package mutating func add(_ text: String) {
    var text = text
    // `withUTF8` gives contiguous bytes; hashing text is most of the cost of a poll.
    text.withUTF8 { bytes in for byte in bytes { add(byte) } }
  }
}
