import Foundation

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// Turns the facts of a history into events; each text is like `f3r2`: revision 2 of fact 3.
struct TrialEvents {
  private var facts: [Int: (happened: Timestamp, revisions: Int, isFinal: Bool)] = [:]

  /// Returns the next revision of a fact, seen at `now`.
  mutating func next(_ fact: Int, _ revision: DeliveryHistory.Revision, at now: Timestamp) -> Event {
    let late = if case .late(let seconds) = revision { seconds } else { 0 }
    var known = facts[fact] ?? (now - .seconds(late), 0, false)
    known.revisions += 1
    known.isFinal = known.isFinal || revision == .isFinal
    facts[fact] = known
    var event = SampleEvents.event("f\(fact)", game: DeliveryHistory.game(of: fact))
    (event.time, event.data.feedAt, event.data.observedAt) = (known.happened, now, now)
    (event.data.revision, event.data.importance) = (known.revisions, 4)
    event.data.late = late > 0 && known.revisions == 1
    event.data.change = revision == .takenBack ? .retracted : known.revisions > 1 ? .corrected : .new
    event.data.tags = known.isFinal ? [.final] : []
    let mark = revision == .takenBack ? "Taken back: " : known.revisions > 1 ? "Corrected: " : ""
    let summary = "\(mark)f\(fact)r\(known.revisions)"
    event.data.summary = summary
    event.data.play?.description = summary
    return event
  }

  static func number(of event: Event) -> Int { event.data.play?.eventType.flatMap { Int($0.dropFirst()) } ?? -1 }
}
