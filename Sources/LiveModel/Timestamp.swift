/// An instant of wall time, in milliseconds since 1970-01-01T00:00:00Z. Values come with the data or from the caller;
/// nothing here reads a clock.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since the epoch; negative before it.
  public var milliseconds: Int64

  /// Creates an instant from milliseconds since the epoch.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Creates an instant from whole seconds since the epoch.
  public init(seconds: Int64) { milliseconds = seconds.multiplied(by: 1000) }

  /// The day in UTC.
  package var date: CivilDate { CivilDate(daysSinceEpoch: Int((Double(seconds) / 86_400).rounded(.down))) }

  /// Whole seconds since the epoch, rounded down.
  public var seconds: Int64 { milliseconds.flooredQuotient(1000) }

  /// Orders by time.
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

  /// Returns the instant `span` later, clamped to the range of `Int64` milliseconds.
  public static func + (instant: Timestamp, span: Duration) -> Timestamp {
    Timestamp(milliseconds: instant.milliseconds.added(to: Int64(span.wholeMilliseconds)))
  }

  /// Returns the instant `span` earlier, clamped to the range of `Int64` milliseconds.
  public static func - (instant: Timestamp, span: Duration) -> Timestamp {
    instant + .milliseconds(-max(span.wholeMilliseconds, -Int.max))
  }

  /// Returns the time between two instants, negative if `left` is earlier.
  public static func - (left: Timestamp, right: Timestamp) -> Duration {
    .milliseconds(left.milliseconds) - .milliseconds(right.milliseconds)
  }
}

extension Timestamp: CustomStringConvertible, Codable {
  /// Years 0000 to 9999, in milliseconds. Everything that parses can therefore be written and parsed again.
  private static let writable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  /// RFC 3339 in UTC with milliseconds: `2024-07-13T03:11:42.120Z`.
  public var description: String {
    let date = CivilDate(daysSinceEpoch: Int(seconds.flooredQuotient(86_400)))
    let secondOfDay = seconds - seconds.flooredQuotient(86_400) * 86_400
    let fraction = milliseconds &- seconds &* 1000
    return "\(date)T\(padded(secondOfDay / 3600)):\(padded(secondOfDay / 60 % 60)):\(padded(secondOfDay % 60))"
      + ".\(padded(fraction, to: 3))Z"
  }

  /// Parses RFC 3339 with any offset and any number of decimals: `2024-07-13T03:11:42.120Z`. Fails for any other text.
  public init?(rfc3339 text: some StringProtocol) {
    // A feed holds hundreds of times, and parsing them takes a sixth of reading it. Contiguous bytes are fastest.
    guard
      let instant = text.utf8.withContiguousStorageIfAvailable({ Self(rfc3339: $0) })
        ?? Self(rfc3339Bytes: text.utf8)
    else { return nil }
    self = instant
  }

  /// Parses the bytes of such a text. The function is not generic, so that other modules call it specialized.
  package init?(rfc3339 bytes: UnsafeBufferPointer<UInt8>) {
    guard let instant = Self(usual: bytes) ?? Self(rfc3339Bytes: bytes) else { return nil }
    self = instant
  }

  /// Parses the usual form, `2024-07-13T03:11:42.120Z`, four times as fast. Fails for any other text, and for some that
  /// are times too: those of the last days of a month, and of a leap second.
  private init?(usual bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == 24, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      bytes[19] == UInt8(ascii: "."), bytes[23] == UInt8(ascii: "Z")
    else { return nil }
    var largest: UInt8 = 0
    func digit(_ place: Int) -> Int {
      let digit = bytes[place] &- UInt8(ascii: "0")
      largest = max(largest, digit)
      return Int(digit)
    }
    func pair(_ place: Int) -> Int { digit(place) * 10 + digit(place + 1) }
    let (year, month, day) = (pair(0) * 100 + pair(2), pair(5), pair(8))
    let (hour, minute, second) = (pair(11), pair(14), pair(17))
    let fraction = pair(20) * 10 + digit(22)
    guard largest < 10, (1...12).contains(month), (1...28).contains(day), hour < 24, minute < 60, second < 60
    else { return nil }
    let days = CivilDate(existing: (year, month, day)).daysSinceEpoch
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    milliseconds = Int64(seconds * 1000 + fraction)
  }

  private init?(rfc3339Bytes bytes: some Collection<UInt8>) {
    var reader = DigitReader(bytes)
    guard let date = reader.date(separator: UInt8(ascii: "-")),
      reader.skip(UInt8(ascii: "T")) || reader.skip(UInt8(ascii: "t")) || reader.skip(UInt8(ascii: " ")),
      let seconds = reader.timeOfDay(separator: UInt8(ascii: ":"))
    else { return nil }
    let fraction = reader.skip(UInt8(ascii: ".")) ? reader.milliseconds() : 0
    guard let fraction, let offset = reader.offset(), reader.isAtEnd else { return nil }
    milliseconds = (Int64(date.daysSinceEpoch) * 86_400 + seconds - offset) * 1000 + fraction
    guard Self.writable.contains(milliseconds) else { return nil }
  }

  /// Parses the feed's own form, `20240713_031142`, in UTC. Fails for any other text.
  public init?(timecode text: some StringProtocol) {
    var reader = DigitReader(text.utf8)
    guard let date = reader.date(separator: nil), reader.skip(UInt8(ascii: "_")),
      let seconds = reader.timeOfDay(separator: nil), reader.isAtEnd
    else { return nil }
    self.init(seconds: Int64(date.daysSinceEpoch) * 86_400 + seconds)
    guard Self.writable.contains(milliseconds) else { return nil }
  }

  /// Decodes RFC 3339 from a single string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let instant = Timestamp(rfc3339: text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is not an RFC 3339 time")
    }
    self = instant
  }

  /// Encodes RFC 3339 as a single string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Duration {
  /// The duration in milliseconds, truncated and clamped to the range of `Int`.
  package var wholeMilliseconds: Int {
    Int(components.seconds.multiplied(by: 1000).added(to: components.attoseconds / 1_000_000_000_000_000))
  }
}

/// Returns the decimal digits of `number`, padded with leading zeros to at least `width` digits.
package func padded(_ number: some BinaryInteger, to width: Int = 2) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

extension Int64 {
  /// Returns the quotient rounded down; `divisor` must be positive.
  fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }

  /// Returns the sum, clamped to the range of `Int64`.
  fileprivate func added(to other: Int64) -> Int64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? (other < 0 ? .min : .max) : sum
  }

  /// Returns the product with a positive `factor`, clamped to the range of `Int64`.
  fileprivate func multiplied(by factor: Int64) -> Int64 {
    let (product, isTooLarge) = multipliedReportingOverflow(by: factor)
    return isTooLarge ? (self < 0 ? .min : .max) : product
  }
}

/// A UTC day of the proleptic Gregorian calendar.
package struct CivilDate: Hashable, Sendable, CustomStringConvertible {
  package var year: Int
  package var month: Int
  package var day: Int

  /// `2024-07-13`.
  package var description: String { "\(padded(year, to: 4))-\(padded(month))-\(padded(day))" }

  /// Largest accepted distance from 1970, in days; larger than that of any `Timestamp`.
  private static let farthest = 1_000_000_000_000

  /// Fails if the calendar has no such day. Accepts the years 0 to 9999.
  package init?(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
    // Check the bounds first, so that the arithmetic below cannot overflow.
    guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      CivilDate(daysSinceEpoch: daysSinceEpoch) == self
    else { return nil }
  }

  /// Takes a day that the calendar has, of the years 0 to 9999.
  fileprivate init(existing day: (year: Int, month: Int, day: Int)) { (year, month, self.day) = day }

  /// Parses `2024-07-13`. Fails for any other text, and if the calendar has no such day.
  package init?(iso text: String) {
    var reader = DigitReader(text.utf8)
    guard let date = reader.date(separator: UInt8(ascii: "-")), reader.isAtEnd else { return nil }
    self = date
  }

  /// Converts days since 1970-01-01, clamped to `farthest`. Source: Howard Hinnant, "chrono-compatible low-level date
  /// algorithms", `civil_from_days`.
  package init(daysSinceEpoch: Int) {
    let shifted = min(max(daysSinceEpoch, -Self.farthest), Self.farthest) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01. Source: Hinnant, `days_from_civil`.
  package var daysSinceEpoch: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

/// Parses the fixed-width numbers of a date or time, byte by byte. Each method returns nil, or false, if the next bytes
/// do not match; bytes that it consumed up to there are lost.
package struct DigitReader<Bytes: Collection> where Bytes.Element == UInt8 {
  private var rest: Bytes.SubSequence

  package init(_ bytes: Bytes) { rest = bytes[...] }

  package var isAtEnd: Bool { rest.isEmpty }

  /// Consumes the next byte if it equals `byte`.
  package mutating func skip(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads exactly `digits` decimal digits.
  package mutating func number(digits: Int) -> Int? {
    guard rest.count >= digits else { return nil }
    var value = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Reads `YYYY-MM-DD`, or `YYYYMMDD` without a separator.
  package mutating func date(separator: UInt8?) -> CivilDate? {
    guard let year = number(digits: 4), separator.map({ skip($0) }) ?? true,
      let month = number(digits: 2), separator.map({ skip($0) }) ?? true,
      let day = number(digits: 2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// Reads `hh:mm:ss`, or `hhmmss` without a separator, and returns seconds since midnight. The leap second 60 is
  /// accepted and equals second 0 of the next minute.
  package mutating func timeOfDay(separator: UInt8?) -> Int64? {
    guard let hour = number(digits: 2), hour < 24, separator.map({ skip($0) }) ?? true,
      let minute = number(digits: 2), minute < 60, separator.map({ skip($0) }) ?? true,
      let second = number(digits: 2), second <= 60
    else { return nil }
    return Int64(hour * 3600 + minute * 60 + second)
  }

  /// Reads one or more decimals of a second. Digits after the third are dropped.
  package mutating func milliseconds() -> Int64? {
    guard var value = digit().map(Int64.init) else { return nil }
    var read = 1
    while let next = digit() {
      if read < 3 { value = value * 10 + Int64(next) }
      read += 1
    }
    for _ in 0..<max(0, 3 - read) { value *= 10 }
    return value
  }

  /// Reads `Z`, `+02:00` or `-0500` and returns seconds east of UTC.
  package mutating func offset() -> Int64? {
    if skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) { return 0 }
    let sign: Int64
    if skip(UInt8(ascii: "+")) { sign = 1 } else if skip(UInt8(ascii: "-")) { sign = -1 } else { return nil }
    guard let hours = number(digits: 2) else { return nil }
    _ = skip(UInt8(ascii: ":"))
    guard let minutes = number(digits: 2) else { return nil }
    return sign * Int64(hours * 3600 + minutes * 60)
  }

  private mutating func digit() -> Int? {
    guard let byte = rest.first, byte.isASCIIDigit else { return nil }
    rest.removeFirst()
    return Int(byte - UInt8(ascii: "0"))
  }
}
