@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// The messages of MLB's push socket, one on each line, and the policy that plans polls for them.
enum PushTrial {
  private static let start = Timestamp(seconds: 1_780_000_000)
  private static let mostMessages = 64
  /// Largest number of polls for messages in a minute, with the repeated ones.
  private static let mostPolls = 18

  /// Returns the violations for an input.
  static func faults(of input: [UInt8]) -> [String] {
    var (reader, twin) = (MLBPushReader(gamePk: 747175), MLBPushReader(gamePk: 747175))
    var cadence = PushCadence(bounds: .init(), at: start)
    cadence.answered(
      PollHints(phase: .live, revision: start, situation: .count(results: 0, step: 0)), asked: start, wait: .seconds(9),
      at: start)
    var (faults, polls, now): ([String], [Timestamp], Timestamp) = ([], [], start)
    for text in input.split(separator: UInt8(ascii: "\n")).prefix(mostMessages) {
      now = now + .milliseconds(500)
      let message = reader.read(Array(text))
      if message != twin.read(Array(text)) { faults.append("two readers differ") }
      guard let message else { continue }
      let planned = cadence.deadline
      cadence.heard(message, at: now)
      if cadence.deadline > planned { faults.append("a message delays a poll") }
      guard cadence.deadline <= now else { continue }
      // The answer shows nothing new.
      polls = polls.filter { now - $0 < .seconds(60) } + [now]
      cadence.answered(
        PollHints(phase: .live, revision: start, situation: .count(results: 0, step: 0)), asked: now, wait: .seconds(9),
        at: now)
    }
    return polls.count > mostPolls ? faults + ["\(polls.count) polls in a minute"] : faults
  }
}
