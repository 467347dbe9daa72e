extension HouseSample {
  private static let bounded = "a whole number is read from text within bounds"

  static let brokenNumbers = each(
    bounded, at: "Sources/LiveCore/Deliver/Sample.swift",
    [
      "if let day = Int(day) {}", "guard text.count < 9, let day = Int64(text) else { return nil }",
      "let wait = Int(text) ?? 0", "let wait = Int(try read(String.self, forKey: .wait)) ?? 0",
      "return text.flatMap { Int($0) }", "return text.flatMap({ UInt64($0) })", "words.compactMap(Int.init)",
      "Int(text).map { $0 + 1 }", "return Int(text) != nil", "return Int(text) == nil",
    ], lines: [1])

  static let keptNumbers =
    each(
      bounded, at: "Sources/LiveCore/Deliver/Sample.swift",
      [
        "if let day = Int(day, in: 1...31) {}", "let wait = Int(text, in: 0...3600) ?? 0", "let count = Int(number)",
        "words.compactMap { Int($0, in: 0...9) }", "Int(exactly: value) ?? 0",
        "UInt64(text, radix: 16) ?? 0", "Int(clamping: value)", "numbers.map { Int($0) }", "numbers.map(Int.init)",
        "Int(seconds) * 1000",
      ])
    + each(bounded, at: "Sources/LiveSimulator/Sample.swift", ["if let day = Int(day) {}"])
}
