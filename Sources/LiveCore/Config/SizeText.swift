/// A number of bytes as people write it: `64KiB`, `500MB`, `1GiB`.
enum SizeText {
  /// For the mend of a fault.
  static let examples = "'64KiB', '500MB' or '1GiB'"

  private static let units: [(name: String, bytes: Int)] = [
    ("TiB", 1 << 40), ("TB", 1_000_000_000_000), ("GiB", 1 << 30), ("GB", 1_000_000_000), ("MiB", 1 << 20),
    ("MB", 1_000_000), ("KiB", 1 << 10), ("kB", 1000), ("B", 1),
  ]

  /// A whole number of at most nine digits and a unit; nil for anything else.
  static func parse(_ text: String) -> Int? {
    let digits = text.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let name = text.utf8.dropFirst(digits.count)
    guard digits.count <= 9, let count = Int(Substring(digits), in: 0...999_999_999),
      let unit = units.first(where: { $0.name.utf8.elementsEqual(name) })
    else { return nil }
    let (bytes, overflows) = count.multipliedReportingOverflow(by: unit.bytes)
    return overflows ? nil : bytes
  }

  /// In the greatest unit that leaves no rest.
  static func text(of bytes: Int) -> String {
    guard bytes > 0, let unit = units.first(where: { bytes.isMultiple(of: $0.bytes) }) else { return "\(bytes)B" }
    return "\(bytes / unit.bytes)\(unit.name)"
  }
}
