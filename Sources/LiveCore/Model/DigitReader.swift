/// Reads the fixed-width numbers of a time, byte by byte. Every method answers nil when the text is something else.
struct DigitReader<Bytes: Collection> where Bytes.Element == UInt8 {
  private var rest: Bytes.SubSequence

  init(_ bytes: Bytes) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(digits: Int) -> Int? {
    guard rest.count >= digits else { return nil }
    var value = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  mutating func date(separator: UInt8?) -> CivilDate? {
    guard let year = number(digits: 4), separator.map({ skip($0) }) ?? true,
      let month = number(digits: 2), separator.map({ skip($0) }) ?? true,
      let day = number(digits: 2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// Seconds since midnight; a leap second counts as the next one.
  mutating func timeOfDay(separator: UInt8?) -> Int64? {
    guard let hour = number(digits: 2), hour < 24, separator.map({ skip($0) }) ?? true,
      let minute = number(digits: 2), minute < 60, separator.map({ skip($0) }) ?? true,
      let second = number(digits: 2), second <= 60
    else { return nil }
    return Int64(hour * 3600 + minute * 60 + second)
  }

  /// One or more decimals; what is finer than a millisecond is cut.
  mutating func milliseconds() -> Int64? {
    guard var value = digit().map(Int64.init) else { return nil }
    var read = 1
    while let next = digit() {
      if read < 3 { value = value * 10 + Int64(next) }
      read += 1
    }
    for _ in 0..<max(0, 3 - read) { value *= 10 }
    return value
  }

  /// `Z`, `+02:00` or `-0500`, in seconds east of UTC.
  mutating func offset() -> Int64? {
    if skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) { return 0 }
    let sign: Int64
    if skip(UInt8(ascii: "+")) { sign = 1 } else if skip(UInt8(ascii: "-")) { sign = -1 } else { return nil }
    guard let hours = number(digits: 2) else { return nil }
    _ = skip(UInt8(ascii: ":"))
    guard let minutes = number(digits: 2) else { return nil }
    return sign * Int64(hours * 3600 + minutes * 60)
  }

  private mutating func digit() -> Int? {
    guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
    rest.removeFirst()
    return Int(byte - UInt8(ascii: "0"))
  }
}

/// `1st`, `2nd`, `3rd`, `11th`
enum Ordinal {
  static func text(of number: Int) -> String {
    switch (number % 100, number % 10) {
    case (11...13, _): "\(number)th"
    case (_, 1): "\(number)st"
    case (_, 2): "\(number)nd"
    case (_, 3): "\(number)rd"
    default: "\(number)th"
    }
  }
}
