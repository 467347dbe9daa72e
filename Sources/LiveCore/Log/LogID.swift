/// The name of one log, made when its file is made. A sequence means nothing in another log.
struct LogID: RawRepresentable, Hashable, Codable, Sendable {
  let rawValue: String

  init(rawValue: String) { self.rawValue = rawValue }

  /// Eight random hex digits.
  static func random() -> LogID {
    LogID(rawValue: String(UInt32.random(in: 1 << 31 ... .max), radix: 16))
  }
}
