extension StringProtocol {
  /// The words of the text, separated by single spaces. The feed leaves several spaces where its sentences were joined.
  package var singleSpaced: String {
    // The tracker reads the sentences of all plays after each answer, and almost none needs a change.
    isSingleSpaced ? String(self) : split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns whether the text is certainly as it should be, by its bytes in UTF-8. Of the characters beyond ASCII it knows
  /// the Latin letters with 0xC3 to 0xC5, none of which is a space or joins one; with others it returns false.
  private var isSingleSpaced: Bool {
    utf8.withContiguousStorageIfAvailable { Self.isSingleSpaced($0) } ?? false
  }

  private static func isSingleSpaced(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let space = UInt8(ascii: " ")
    var last = space
    for byte in bytes {
      switch byte {
      case space where last == space, 0x09...0x0D: return false
      case 0x00...0x7F, 0x80...0xBF, 0xC3...0xC5: last = byte
      default: return false
      }
    }
    return last != space || bytes.isEmpty
  }
}
