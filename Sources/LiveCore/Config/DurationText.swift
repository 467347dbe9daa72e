/// A span of time as people write it: `500ms`, `2s`, `10m`, `1h30m`, `24h`.
enum DurationText {
  /// No longer than this, so that no sum of settings can overflow.
  static let longest = Duration.seconds(10_000 * 3600)

  /// For the mend of a fault.
  static let examples = "'500ms', '2s', '10m' or '1h30m'"

  private static let units: [(name: String, milliseconds: Int64)] = [
    ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]

  /// Whole numbers with units, from the greatest to the smallest, each unit once. Nil for anything else, and over
  /// 10,000 hours.
  static func parse(_ text: String) -> Duration? {
    var rest = text.utf8[...]
    var left = units[...]
    var total: Int64 = 0
    repeat {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest.dropFirst(digits.count)
      let unit = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      rest = rest.dropFirst(unit.count)
      guard digits.count <= 9, let count = Int(Substring(digits), in: 0...999_999_999),
        let place = left.firstIndex(where: { $0.name.utf8.elementsEqual(unit) })
      else { return nil }
      total += Int64(count) * left[place].milliseconds
      left = left[(place + 1)...]
    } while !rest.isEmpty
    let span = Duration.milliseconds(total)
    return span <= longest ? span : nil
  }

  /// The shortest text that `parse` reads back; what is finer than a millisecond is cut, and nothing is `0s`.
  static func text(of span: Duration) -> String {
    let (seconds, attoseconds) = span.components
    var rest = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    guard rest > 0 else { return "0s" }
    var text = ""
    for unit in units where rest >= unit.milliseconds {
      text += "\(rest / unit.milliseconds)\(unit.name)"
      rest %= unit.milliseconds
    }
    return text
  }
}
