extension HouseSample {
  private static let file = "a file has at most 300 lines"
  private static let function = "a function has at most 60 lines"
  private static let named = "X.swift declares X, and X+Y.swift extends X"
  private static let plain = "no file or type has a name that says nothing"
  private static let extensionPath = "Sources/LiveModel/Event+Wire.swift"

  private static func lines(_ count: Int) -> String { String(repeating: "\n", count: count) }

  /// Returns a member of so many lines, on the second line of a type.
  private static func member(_ signature: String, lines count: Int) -> String {
    "protocol Told { func tell() }\n\(signature) {\(lines(count - 1))}\n"
  }

  private static let signatures = [
    "func tell(_ words: [String: Int] = [:], then: () -> Void = {}) async throws(Fault) -> [String]",
    "init?(text: String)",
    "deinit", "subscript(index: Int) -> Int", "var told: [Int]", "static func < (a: Self, b: Self) -> Bool",
  ]

  static let brokenSizes: [HouseSample] = [
    each(file, [lines(301)], lines: [301]),
    each(function, signatures.map { member($0, lines: 61) }, lines: [2]),
    each(named, ["struct Other {}\nextension Sample {}", "let sample = Sample()"], lines: [1]),
    each(named, at: extensionPath, ["struct Event {}\nextension Fact {}"], lines: [1]),
    each(plain, ["struct SinkHelper {}", "enum Utils {}"], lines: [1]),
    each(plain, at: "Sources/LiveModel/Common.swift", ["struct A {}"], lines: [1]),
  ].flatMap { $0 }

  private static let bodiless = "protocol A { func tell()\n  var told: Int { get } }\nstruct B {\(lines(99))}"

  static let keptSizes: [HouseSample] = [
    each(file, [lines(300)]),
    each(function, signatures.map { member($0, lines: 60) } + [bodiless]),
    each(named, ["private enum Sample {}", "extension Other { struct Sample {} }"]),
    each(named, at: extensionPath, ["extension Event.Kind {}"]),
    each(plain, ["protocol ServiceManager {}\nstruct SharedState {}"]),
  ].flatMap { $0 }
}
