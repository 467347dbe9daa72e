internal import LiveModel

/// Values of StatsAPI's `stat` objects: whole numbers, numbers, and texts such as `.307`, `47.1`, `-.--` or `*`.
enum MLBStatNumber {
  /// Bound of every count, so that sums over a league cannot overflow.
  private static let counts = 0...100_000_000

  /// Returns the value as a text for people; empty for a value of another shape.
  static func text(_ node: JSONNode?) -> String {
    switch node {
    case .text(let text)?: text
    case .integer(let number)?: "\(number)"
    case .number(let number)? where number.magnitude < 1e15: "\((number * 1000).rounded() / 1000)"
    default: ""
    }
  }

  /// Returns a count; nil for a value that is none.
  static func count(_ node: JSONNode?) -> Int? {
    switch node {
    case .integer(let number)?: counts.contains(number) ? number : nil
    case .text(let text)?: Int(text, in: counts)
    default: nil
    }
  }

  /// Returns a number; nil for a value that is none, such as `-.--`.
  static func value(_ node: JSONNode?) -> Double? {
    switch node {
    case .integer(let number)?: Double(number)
    case .number(let number)?: number.isFinite ? number : nil
    case .text(let text)?: text.utf8.allSatisfy(isOfNumber) ? Double(text) : nil
    default: nil
    }
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }

  /// Returns the outs in innings such as `47.1`, which are 47 innings and 1 out; nil for another text.
  static func outs(inInnings node: JSONNode?) -> Int? {
    let parts = text(node).split(separator: ".", maxSplits: 1)
    guard let whole = parts.first.flatMap({ Int($0, in: 0...1_000_000) }) else { return nil }
    guard parts.count > 1 else { return whole * 3 }
    return Int(parts[1], in: 0...2).map { whole * 3 + $0 }
  }
}
