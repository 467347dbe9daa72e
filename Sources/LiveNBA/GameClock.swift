/// The time left in a period, in hundredths of a second.
struct GameClock: Hashable, Comparable, Sendable {
  var hundredths: Int

  init(hundredths: Int) { self.hundredths = hundredths }

  /// Parses `PT11M58.00S`. Fails for any other text.
  init?(_ text: some StringProtocol) {
    var rest = Array(text.utf8)[...]
    guard rest.starts(with: "PT".utf8) else { return nil }
    rest = rest.dropFirst(2)
    guard let mark = rest.firstIndex(of: UInt8(ascii: "M")), rest.last == UInt8(ascii: "S"),
      let minutes = Self.number(rest[..<mark], most: 3)
    else { return nil }
    let parts = rest[rest.index(after: mark)...].dropLast().split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let seconds = Self.number(first, most: 2) else { return nil }
    var fraction = 0
    if parts.count > 1 {
      guard let number = Self.number(parts[1].prefix(2), most: 2), parts[1].count <= 6 else { return nil }
      fraction = parts[1].count == 1 ? number * 10 : number
    }
    hundredths = (minutes * 60 + seconds) * 100 + fraction
  }

  static func < (left: GameClock, right: GameClock) -> Bool { left.hundredths < right.hundredths }

  /// `11:58`, and `2.4` in the last minute.
  var text: String {
    let seconds = hundredths / 100
    guard seconds < 60 else { return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)" }
    return "\(seconds).\(hundredths % 100 / 10)"
  }

  /// The form of the feed, `PT11M58.00S`.
  var iso: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let seconds = hundredths / 100
    return "PT\(two(seconds / 60))M\(two(seconds % 60)).\(two(hundredths % 100))S"
  }

  /// The end of a period, and the times from which things count.
  static let zero = GameClock(hundredths: 0)
  static let buzzer = GameClock(hundredths: 50)
  static let fiveMinutes = GameClock(hundredths: 30_000)

  private static func number(_ digits: some Collection<UInt8>, most: Int) -> Int? {
    guard (1...most).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
