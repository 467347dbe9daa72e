internal import LiveModel

/// The least value of a condition with decimals, as text: `2`, `1.5`, or `20%` for a share.
enum Threshold {
  /// Parses the least value of a condition, to five decimals. The error names the key and the remedy.
  static func parse(_ text: String, for key: ConditionKey) throws(RangeText.Mistake) -> Double {
    let plain = text.filter { !$0.isWhitespace }
    let isPercentage = key == .minSwing && plain.hasSuffix("%")
    let number = number(isPercentage ? plain.dropLast() : plain[...]).map { isPercentage ? $0 / 100 : $0 }
    return try value(number, of: quoted(text), for: key)
  }

  /// Returns a number as the least value of a condition, to five decimals. The error is that of `parse`.
  static func checked(_ number: Double, for key: ConditionKey) throws(RangeText.Mistake) -> Double {
    try value(number, of: "\(number)", for: key)
  }

  private static func value(
    _ number: Double?, of text: String, for key: ConditionKey
  ) throws(RangeText.Mistake) -> Double {
    let (bounds, isShare) = (key.leastValues ?? 0...1, key == .minSwing)
    if let number, bounds.contains(number) { return number.rounded(toSteps: 100_000) }
    let (least, most) = (shown(bounds.lowerBound), shown(bounds.upperBound))
    let meant = isShare ? number.flatMap { 1 < $0 && $0 <= 100 ? "'\(shown($0))%'" : nil } : nil
    throw RangeText.Mistake(
      message: "'\(key.rawValue)' takes a number from \(least) to \(most), not \(text)",
      hint: meant.map { "did you mean \($0)?" } ?? "write it as in \(isShare ? "'0.2' or '20%'" : "'2' or '1.5'")")
  }

  /// Returns the value as text that `parse` reads back.
  static func shown(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
  }

  /// Returns the value of digits with at most one point; nil for other text, and for more than nine characters.
  private static func number(_ text: Substring) -> Double? {
    let isNumber = text.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
    return isNumber && text.utf8.count <= 9 ? Double(text) : nil
  }
}
