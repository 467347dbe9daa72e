package import LiveModel

/// The bytes of texts that may not be needed. A `String` is made only of those that are.
@usableFromInline
package struct JSONTextStore: Sendable {
  /// The place of one text in the store.
  @usableFromInline
  package struct Place: Sendable {
    fileprivate let range: Range<Int>
  }

  private var bytes: [UInt8] = []

  package init() {}

  /// Adds a text and returns its place, which is valid until `removeAll`.
  package mutating func add(_ text: JSONText) -> Place {
    let start = bytes.count
    bytes.append(contentsOf: text.bytes)
    return Place(range: start..<bytes.count)
  }

  /// Returns the instant that the text names by RFC 3339; nil for any other text, and without a place.
  package func time(at place: Place?) -> Timestamp? {
    place.flatMap { place in bytes[place.range].withUnsafeBufferPointer { Timestamp(rfc3339: $0) } }
  }

  /// Returns the text, like `JSONText.string`; nil without a place.
  package func string(at place: Place?) -> String? {
    place.map { String(decoding: bytes[$0.range], as: UTF8.self) }
  }

  /// Removes all texts and keeps the memory.
  package mutating func removeAll() {
    if !bytes.isEmpty { bytes.removeAll(keepingCapacity: true) }
  }
}
