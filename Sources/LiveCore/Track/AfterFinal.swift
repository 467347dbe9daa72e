/// How long a game is watched after its final: most scoring changes come within minutes of the last out, the others by
/// the next day's noon.
enum AfterFinal {
  static let span: Duration = .seconds(30 * 60)

  /// New York is this far behind UTC in summer.
  static let behind: Duration = .seconds(4 * 3600)

  /// Returns noon in New York's summer, of the day after the one on which the game ended. A game that was suspended keeps
  /// its official date and ends days or months later. Nil without a date to go by.
  static func finalCheck(_ snapshot: GameSnapshot) -> Timestamp? {
    var reader = DigitReader(snapshot.info.officialDate.utf8)
    let official = reader.date(separator: UInt8(ascii: "-"))
    let ended = snapshot.lastPlayTime.map { ($0 - behind).date }
    guard let day = [official, ended].compactMap({ $0?.daysSinceEpoch }).max() else { return nil }
    return Timestamp(seconds: Int64(day + 1) * 86_400) + .seconds(12 * 3600) + behind
  }

  /// Says whether nobody need look any more. `final` is when the end was first seen, by the run's clock.
  ///
  /// Both clocks must have passed the last look, for either may be wrong. A clock that stands far back does not keep the
  /// game for ever: the run's own time since the final is enough, once it is an hour longer than from the last play to the
  /// last look.
  static func isOver(since final: Timestamp, _ snapshot: GameSnapshot, at now: Tracker.Moment) -> Bool {
    let passed = now.monotonic - final
    guard passed >= span else { return false }
    guard let finalCheck = finalCheck(snapshot) else { return true }
    if min(now.wall, now.monotonic) >= finalCheck { return true }
    return snapshot.lastPlayTime.map { passed - .seconds(3600) >= finalCheck - $0 } ?? (passed >= RunSpan.longest)
  }
}

extension GameSnapshot {
  /// When the last play ended; never later than the answer itself was made, whatever the play says.
  fileprivate var lastPlayTime: Timestamp? {
    plays.last.flatMap { $0.endTime ?? $0.startTime }.map { min($0, timeStamp) }
  }
}
