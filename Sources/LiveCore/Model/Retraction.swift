/// The withdrawal of a logged fact. The log keeps its content in the previous revision.
struct Retraction: Equatable, Sendable {
  var fact: Fact
  var revision: Int
  var isProvisional: Bool
  /// The game's current state.
  var game: EventGame
  var observedAt: Timestamp
  var feedAt: Timestamp

  /// The id of the withdrawn event.
  var takenBack: String { "\(fact)@\(revision - 1)" }

  /// Returns the retraction's event: the last content with `retracted` set and a new revision.
  func event(after last: Event) -> Event {
    var event = last
    event.data.revision = revision
    event.data.retracted = true
    event.data.late = false
    event.data.cause = nil
    event.data.game = game
    event.data.summary = CorrectionMark.takenBack.rawValue + last.data.summary
    event.data.observedAt = observedAt
    event.data.feedAt = feedAt
    return event
  }
}
