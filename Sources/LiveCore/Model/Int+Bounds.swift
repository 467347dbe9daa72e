extension Int {
  /// Reads a whole number, with or without a sign, from text that comes from outside: a header, a file, an answer, an
  /// argument, the environment. Nil for other text and for a number out of bounds, so that what is computed with it
  /// does not overflow.
  public init?(_ text: some StringProtocol, in bounds: ClosedRange<Int>) {
    guard let number = Int(text), bounds.contains(number) else { return nil }
    self = number
  }

  /// Every whole number: for names that happen to be numbers, which nothing computes with.
  static let whole = Int.min...Int.max

  /// Whole numbers that every reader of JSON takes exactly: ids of leagues and chats, sequences of a log.
  static let interoperable = -(1 << 53)...(1 << 53)

  /// The same without those below 0.
  static let counted = 0...(1 << 53)
}
