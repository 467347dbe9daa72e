/// An instant of wall time, in milliseconds since 1970-01-01T00:00:00Z. It comes in with the data; nothing here reads
/// a clock.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since the epoch; negative before it.
  public var milliseconds: Int64

  /// An instant so many milliseconds after the epoch.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// An instant so many whole seconds after the epoch.
  public init(seconds: Int64) { milliseconds = seconds.multiplied(by: 1000) }

  /// Whole seconds since the epoch, rounded down.
  public var seconds: Int64 { milliseconds.flooredQuotient(1000) }

  /// Orders by time.
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

  /// The instant this much later.
  public static func + (instant: Timestamp, span: Duration) -> Timestamp {
    Timestamp(milliseconds: instant.milliseconds.added(to: Int64(span.wholeMilliseconds)))
  }

  /// The instant this much earlier.
  public static func - (instant: Timestamp, span: Duration) -> Timestamp {
    instant + .milliseconds(-max(span.wholeMilliseconds, -Int.max))
  }

  /// The time between two instants, negative when the left one is earlier.
  public static func - (left: Timestamp, right: Timestamp) -> Duration {
    .milliseconds(left.milliseconds) - .milliseconds(right.milliseconds)
  }
}

extension Timestamp: CustomStringConvertible, Codable {
  /// Years of four digits: what is read can be written and read again.
  private static let writable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  /// RFC 3339 in UTC with milliseconds: `2024-07-13T03:11:42.120Z`.
  public var description: String {
    let date = CivilDate(daysSinceEpoch: Int(seconds.flooredQuotient(86_400)))
    let secondOfDay = seconds - seconds.flooredQuotient(86_400) * 86_400
    let fraction = milliseconds &- seconds &* 1000
    return "\(date)T\(padded(secondOfDay / 3600)):\(padded(secondOfDay / 60 % 60)):\(padded(secondOfDay % 60))"
      + ".\(padded(fraction, to: 3))Z"
  }

  /// Reads RFC 3339 (`2024-07-13T03:11:42.120Z`, any offset, any number of decimals); nil when it is something else.
  public init?(rfc3339 text: some StringProtocol) {
    // Contiguous bytes: a feed holds hundreds of times, and this is a sixth of reading one.
    guard
      let instant = text.utf8.withContiguousStorageIfAvailable({ Self(rfc3339Bytes: $0) })
        ?? Self(rfc3339Bytes: text.utf8)
    else { return nil }
    self = instant
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

  /// Reads the feed's own form, `20240713_031142`, in UTC; nil when it is something else.
  public init?(timecode text: some StringProtocol) {
    var reader = DigitReader(text.utf8)
    guard let date = reader.date(separator: nil), reader.skip(UInt8(ascii: "_")),
      let seconds = reader.timeOfDay(separator: nil), reader.isAtEnd
    else { return nil }
    self.init(seconds: Int64(date.daysSinceEpoch) * 86_400 + seconds)
    guard Self.writable.contains(milliseconds) else { return nil }
  }

  /// Reads RFC 3339 from a single string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let instant = Timestamp(rfc3339: text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no RFC 3339 time")
    }
    self = instant
  }

  /// Writes RFC 3339 as a single string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Duration {
  /// Cut to whole milliseconds; one that is too long for them is as long as they can say.
  var wholeMilliseconds: Int {
    Int(components.seconds.multiplied(by: 1000).added(to: components.attoseconds / 1_000_000_000_000_000))
  }
}

func padded(_ number: some BinaryInteger, to width: Int = 2) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

extension Int64 {
  fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }

  /// The sum, or the nearest that there is.
  fileprivate func added(to other: Int64) -> Int64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? (other < 0 ? .min : .max) : sum
  }

  /// The product with a positive number, or the nearest that there is.
  fileprivate func multiplied(by factor: Int64) -> Int64 {
    let (product, isTooLarge) = multipliedReportingOverflow(by: factor)
    return isTooLarge ? (self < 0 ? .min : .max) : product
  }
}

/// A day of the proleptic Gregorian calendar in UTC.
struct CivilDate: Equatable, Sendable, CustomStringConvertible {
  var year: Int
  var month: Int
  var day: Int

  /// `2024-07-13`.
  var description: String { "\(padded(year, to: 4))-\(padded(month))-\(padded(day))" }

  /// Further from 1970 than any `Timestamp`, in days.
  private static let farthest = 1_000_000_000_000

  /// Nil when there is no such day. Years have at most four digits.
  init?(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
    // The bounds first: nothing is reckoned with a number that has none.
    guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      CivilDate(daysSinceEpoch: daysSinceEpoch) == self
    else { return nil }
  }

  /// Source: Howard Hinnant, "chrono-compatible low-level date algorithms", `civil_from_days`.
  init(daysSinceEpoch: Int) {
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

  /// Source: the same, `days_from_civil`.
  var daysSinceEpoch: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
