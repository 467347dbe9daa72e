/// The last texts of a body, so that a name that the body repeats is one `String`.
@usableFromInline
package struct JSONTextCache: Sendable {
  private struct Entry: Sendable {
    var key = ProjectionKey.null
    var text = "null"
  }

  private static let bits: UInt64 = 8
  /// The entries by the hash of their text; empty before the first one.
  private var entries: [Entry] = []

  package init() {}

  /// Returns the text, like `JSONText.string`.
  package mutating func string(of text: JSONText) -> String {
    if entries.isEmpty { entries = Array(repeating: Entry(), count: 1 << Int(Self.bits)) }
    let key = ProjectionKey(text.bytes)
    let mixed = (key.first ^ key.last &* 0xC2B2_AE3D_27D4_EB4F) &* 0x9E37_79B9_7F4A_7C15
    let index = Int(truncatingIfNeeded: mixed &>> (64 - Self.bits))
    if entries[index].key == key,
      key.length <= ProjectionKey.exact || entries[index].text.utf8.elementsEqual(text.bytes)
    {
      return entries[index].text
    }
    let string = text.string
    entries[index] = Entry(key: key, text: string)
    return string
  }
}
