/// A fact that is taken back. What it said stands in the log, in the revision before this one.
struct Retraction: Equatable, Sendable {
  var fact: Fact
  var revision: Int
  var isProvisional: Bool
  /// As it stands now.
  var game: EventGame
  var observedAt: Timestamp
  var feedAt: Timestamp

  /// The id of the event that it takes back.
  var takenBack: String { "\(fact)@\(revision - 1)" }

  /// The last content once more, as what is no longer so.
  func event(after last: Event) -> Event {
    var event = last
    event.data.revision = revision
    event.data.retracted = true
    event.data.late = false
    event.data.cause = nil
    event.data.game = game
    event.data.summary = Summary.takenBack(last.data.summary)
    event.data.observedAt = observedAt
    event.data.feedAt = feedAt
    return event
  }
}
