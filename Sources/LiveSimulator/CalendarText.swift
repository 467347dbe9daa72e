/// Instants in the forms that StatsAPI uses, all in UTC. Formatted by hand, because a game has hundreds of them and
/// the formatter of FoundationEssentials is slow.
enum CalendarText {
  /// Returns text such as `2024-07-13T03:11:42.120Z`.
  static func iso(_ time: Double) -> String {
    let (seconds, thousandths) = Int((time * 1000).rounded(.down)).quotientAndRemainder(dividingBy: 1000)
    var text = date(seconds, separator: "-")
    text.append(UInt8(ascii: "T"))
    append(clock: seconds, separator: ":", to: &text)
    text.append(UInt8(ascii: "."))
    append(thousandths, digits: 3, to: &text)
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns text such as `20240713_031142`.
  static func timecode(_ time: Double) -> String {
    let seconds = Int(time.rounded(.down))
    var text = date(seconds, separator: nil)
    text.append(UInt8(ascii: "_"))
    append(clock: seconds, separator: nil, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the league's day, such as `2024-07-12`, in a fixed zone close to that of New York.
  static func day(_ time: Double) -> String {
    String(decoding: date(Int(time.rounded(.down)) - 5 * 3600, separator: "-"), as: UTF8.self)
  }

  /// Returns the second at which the league's day begins, by the same zone as `day`.
  static func midnight(_ time: Double) -> Double { ((time - 5 * 3600) / 86_400).rounded(.down) * 86_400 + 5 * 3600 }

  /// Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
  private static func date(_ seconds: Int, separator: Unicode.Scalar?) -> [UInt8] {
    let days = seconds / 86_400 + 719_468
    let era = days / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    var text: [UInt8] = []
    append(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), digits: 4, to: &text)
    if let separator { text.append(UInt8(ascii: separator)) }
    append(month, digits: 2, to: &text)
    if let separator { text.append(UInt8(ascii: separator)) }
    append(dayOfYear - (153 * shifted + 2) / 5 + 1, digits: 2, to: &text)
    return text
  }

  private static func append(clock seconds: Int, separator: Unicode.Scalar?, to text: inout [UInt8]) {
    let ofDay = seconds % 86_400
    append(ofDay / 3600, digits: 2, to: &text)
    if let separator { text.append(UInt8(ascii: separator)) }
    append(ofDay / 60 % 60, digits: 2, to: &text)
    if let separator { text.append(UInt8(ascii: separator)) }
    append(ofDay % 60, digits: 2, to: &text)
  }

  private static func append(_ number: Int, digits: Int, to text: inout [UInt8]) {
    var scale = 1
    for _ in 1..<digits { scale *= 10 }
    while scale > 0 {
      text.append(UInt8(ascii: "0") + UInt8(number / scale % 10))
      scale /= 10
    }
  }
}

/// The seeded random generator of the simulator: SplitMix64 (Steele, Lea, Flood 2014), the same on every machine.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number in 0..<1, with 53 random bits.
  mutating func unit() -> Double {
    Double(next() >> 11) / 9_007_199_254_740_992
  }

  /// Returns true with the given probability.
  mutating func chance(_ probability: Double) -> Bool {
    unit() < probability
  }

  /// Returns a number in the closed range.
  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// Returns a number of seconds in the closed range.
  mutating func seconds(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }

  /// Returns an index, with probabilities proportional to the weights.
  mutating func index(weights: [Double]) -> Int {
    var left = unit() * weights.reduce(0, +)
    for (index, weight) in weights.enumerated() {
      left -= weight
      if left < 0 { return index }
    }
    return weights.count - 1
  }
}
