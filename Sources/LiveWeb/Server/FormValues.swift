internal import LiveModel

/// The values of a query or a form in `application/x-www-form-urlencoded`.
struct FormValues: Equatable, Sendable {
  /// By name; the last of several.
  private(set) var values: [String: String] = [:]

  /// The most values that are read; further ones are left out.
  static let mostValues = 16
  /// The most bytes of a name or a value; longer ones are left out.
  static let longest = 200

  /// Reads the text. Leaves out pairs that are malformed or not UTF-8.
  init(_ text: some StringProtocol) {
    for pair in text.utf8.split(separator: UInt8(ascii: "&"), maxSplits: Self.mostValues).prefix(Self.mostValues) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]), let value = parts.count == 2 ? Self.decoded(parts[1]) : "" else {
        continue
      }
      values[name] = value
    }
  }

  subscript(name: String) -> String? { values[name] }

  private static func decoded(_ bytes: some Sequence<UInt8>) -> String? {
    var (decoded, iterator) = ([UInt8](), bytes.makeIterator())
    while let byte = iterator.next() {
      switch byte {
      case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = iterator.next().flatMap(digit), let low = iterator.next().flatMap(digit) else { return nil }
        decoded.append(high << 4 | low)
      default: decoded.append(byte)
      }
    }
    return decoded.count <= longest ? String(validating: decoded, as: UTF8.self) : nil
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
