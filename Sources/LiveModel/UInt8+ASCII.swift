extension UInt8 {
  /// Whether the byte is a digit from 0 to 9 in ASCII.
  package var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
