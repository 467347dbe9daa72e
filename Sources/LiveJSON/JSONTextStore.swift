package import LiveModel

/// The bytes of texts that may not be needed. A `String` is made only of those that are.
@usableFromInline
package struct JSONTextStore: Sendable {
  /// The place of one text in the store.
  @usableFromInline
  package struct Place: Sendable {
    fileprivate let start: UInt32
    fileprivate let count: UInt32

    fileprivate var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
  }

  /// The texts one after the other, and free space.
  private var bytes: [UInt8] = []
  private var count = 0

  package init() {}

  /// Adds a text and returns its place, which is valid until `removeAll`. All texts together have less than 4 GiB.
  package mutating func add(_ text: JSONText) -> Place {
    let (start, length) = (count, text.bytes.count)
    count += length
    if count > bytes.count { bytes += Array(repeating: 0, count: max(bytes.count, length, 512)) }
    if let source = text.bytes.baseAddress {
      bytes.withUnsafeMutableBufferPointer { $0.baseAddress?.advanced(by: start).update(from: source, count: length) }
    }
    return Place(start: UInt32(start), count: UInt32(length))
  }

  /// Returns the instant that the text names by RFC 3339; nil for any other text, and without a place.
  package func time(at place: Place?) -> Timestamp? {
    place.flatMap { place in bytes[place.range].withUnsafeBufferPointer { Timestamp(rfc3339: $0) } }
  }

  /// Returns the text, like `JSONText.string`; nil without a place.
  package func string(at place: Place?) -> String? {
    place.map { String(decoding: bytes[$0.range], as: UTF8.self) }
  }

  /// Returns true if the text is this one; false without a place.
  package func holds(_ text: StaticString, at place: Place?) -> Bool {
    guard let place, Int(place.count) == text.utf8CodeUnitCount else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      (0..<Int(place.count)).allSatisfy { bytes[Int(place.start) + $0] == text.utf8Start[$0] }
    }
  }

  /// Removes all texts and keeps the memory.
  package mutating func removeAll() { count = 0 }
}
