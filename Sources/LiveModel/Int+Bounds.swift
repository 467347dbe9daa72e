extension Int {
  /// Parses a whole number with an optional sign from external text: a header, a file, an answer, an argument, the
  /// environment. Fails for any other text and for a number out of bounds, so that later arithmetic cannot overflow.
  public init?(_ text: some StringProtocol, in bounds: ClosedRange<Int>) {
    guard let number = Int(text), bounds.contains(number) else { return nil }
    self = number
  }

  /// Every `Int`, for numbers that serve as names and are never used in arithmetic.
  package static let whole = Int.min...Int.max

  /// Whole numbers that every JSON parser reads exactly (±2^53): ids of leagues and chats, sequence numbers of a log.
  package static let interoperable = -(1 << 53)...(1 << 53)

  /// Non-negative numbers up to 2^53.
  package static let counted = 0...(1 << 53)
}
