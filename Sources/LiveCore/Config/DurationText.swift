internal import LiveModel

/// Parses and formats a duration such as `500ms`, `2s`, `10m`, `1h30m`, `30d` or `2w`. A day has 24 hours, a
/// week 7 days.
enum DurationText {
  /// The longest valid duration: 3650 days. The bound keeps sums of settings from overflowing.
  static let longest = Duration.seconds(3650 * 86_400)

  private static let week = (name: "w", milliseconds: Int64(604_800_000))
  /// The units of `text(of:)`, in which a week is 7 days.
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]

  /// Parses whole numbers with units, from the largest unit to the smallest, each unit at most once. Returns nil for
  /// any other text and above `longest`.
  static func parse(_ text: String) -> Duration? {
    var rest = text.utf8[...]
    var left = ([week] + units)[...]
    var total: Int64 = 0
    repeat {
      let digits = rest.prefix(while: \.isASCIIDigit)
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

  /// Returns the valid durations in words: `from 1s to 365d`.
  static func range(_ bounds: ClosedRange<Duration>) -> String {
    "from \(Self.text(of: bounds.lowerBound)) to \(Self.text(of: bounds.upperBound))"
  }

  /// Returns how to write a text that is no duration within `bounds`: as what it probably means, a number alone with
  /// `unit`, or else as in examples. Returns nil for a duration out of bounds.
  static func advice(on text: String, unit: String, in bounds: ClosedRange<Duration>) -> String? {
    guard parse(text) == nil else { return nil }
    let isMissing = !text.isEmpty && text.utf8.allSatisfy(\.isASCIIDigit)
    let meant = isMissing ? text + unit : meant(by: text)
    guard let span = parse(meant), bounds.contains(span) else { return "write it as in \(examples(in: bounds))" }
    return isMissing ? "write '\(meant)'" : "did you mean '\(meant)'?"
  }

  /// Returns up to four valid durations: `'2s', '30m', '12h' or '7d'`.
  static func examples(in bounds: ClosedRange<Duration>) -> String {
    let known = ["500ms", "2s", "90s", "30m", "12h", "7d", "30d"]
    let valid = known.filter { parse($0).map(bounds.contains) ?? false }.map { "'\($0)'" }
    return (valid.count > 4 ? [valid[0]] + valid.suffix(4).dropLast() : valid).listed(with: "or")
  }

  /// Returns the text without spaces and in lower case, with words such as `minutes` as units.
  private static func meant(by text: String) -> String {
    let plain = text.lowercased().filter { !$0.isWhitespace }
    return words.reduce(plain) { text, unit in
      unit.words.reduce(text) { $0.replacing($1, with: unit.name) }
    }
  }

  /// English words for units, the longest first.
  private static let words: [(name: String, words: [String])] = [
    ("ms", ["milliseconds", "millisecond"]), ("w", ["weeks", "week"]), ("d", ["days", "day"]),
    ("h", ["hours", "hour", "hrs", "hr"]), ("m", ["minutes", "minute", "mins", "min"]),
    ("s", ["seconds", "second", "secs", "sec"]),
  ]

  /// Returns the shortest text that `parse` accepts. Truncates to milliseconds; zero is `0s`.
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

/// Parses and formats a number of bytes such as `64KiB`, `500MB` or `1GiB`.
enum SizeText {
  private static let units: [(name: String, bytes: Int)] = [
    ("TiB", 1 << 40), ("TB", 1_000_000_000_000), ("GiB", 1 << 30), ("GB", 1_000_000_000), ("MiB", 1 << 20),
    ("MB", 1_000_000), ("KiB", 1 << 10), ("kB", 1000), ("B", 1),
  ]

  /// Parses a whole number of at most nine digits and a unit. Returns nil for any other text.
  static func parse(_ text: String) -> Int? {
    let digits = text.utf8.prefix(while: \.isASCIIDigit)
    let name = text.utf8.dropFirst(digits.count)
    guard digits.count <= 9, let count = Int(Substring(digits), in: 0...999_999_999),
      let unit = units.first(where: { $0.name.utf8.elementsEqual(name) })
    else { return nil }
    let (bytes, overflows) = count.multipliedReportingOverflow(by: unit.bytes)
    return overflows ? nil : bytes
  }

  /// Returns the valid sizes in words: `from 16MiB to 1TiB`.
  static func range(_ bounds: ClosedRange<Int>) -> String {
    "from \(Self.text(of: bounds.lowerBound)) to \(Self.text(of: bounds.upperBound))"
  }

  /// Returns how to write a text that is no size within `bounds`: as what it probably means, or else as in examples.
  /// Returns nil for a size out of bounds.
  static func advice(on text: String, in bounds: ClosedRange<Int>) -> String? {
    guard parse(text) == nil else { return nil }
    let plain = text.lowercased().filter { !$0.isWhitespace }
    let digits = plain.prefix { $0.isASCII && $0.isNumber }
    let unit = plain.dropFirst(digits.count)
    let name = units.first { $0.name.lowercased() == unit || $0.name.lowercased() == "\(unit)b" }?.name ?? ""
    if let size = parse(digits + name), bounds.contains(size) { return "did you mean '\(digits)\(name)'?" }
    return "write it as in \(examples(in: bounds))"
  }

  /// Returns valid sizes: `'64MiB', '500MB' or '1GiB'`.
  static func examples(in bounds: ClosedRange<Int>) -> String {
    let known = ["64KiB", "100kB", "64MiB", "500MB", "1GiB"]
    return known.filter { parse($0).map(bounds.contains) ?? false }.map { "'\($0)'" }.listed(with: "or")
  }

  /// Returns the size in the largest unit that divides it.
  static func text(of bytes: Int) -> String {
    guard bytes > 0, let unit = units.first(where: { bytes.isMultiple(of: $0.bytes) }) else { return "\(bytes)B" }
    return "\(bytes / unit.bytes)\(unit.name)"
  }
}
