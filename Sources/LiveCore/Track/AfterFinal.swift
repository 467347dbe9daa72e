/// How long a game is watched after its final: most scoring changes come within minutes of the last out, the others by
/// the next day's noon.
enum AfterFinal {
  static let span: Duration = .seconds(30 * 60)

  /// Noon in New York's summer, of the day after the official date.
  static func lastLook(_ info: GameInfo) -> Timestamp? {
    var reader = DigitReader(info.officialDate.utf8)
    return reader.date(separator: UInt8(ascii: "-")).map {
      Timestamp(seconds: Int64($0.daysSinceEpoch + 1) * 86_400 + 16 * 3600)
    }
  }

  static func isOver(since final: Timestamp, _ info: GameInfo, at now: Timestamp) -> Bool {
    now - final >= span && lastLook(info).map { now >= $0 } ?? true
  }
}
