/// The withdrawal of a logged fact. The log keeps its content in the previous revision.
package struct Retraction: Equatable, Sendable {
  package var fact: Fact
  package var revision: Int
  package var isProvisional: Bool
  /// The game's current state.
  package var game: EventGame
  package var observedAt: Timestamp
  package var feedAt: Timestamp

  package init(
    fact: Fact, revision: Int, isProvisional: Bool, game: EventGame, observedAt: Timestamp, feedAt: Timestamp
  ) {
    self.fact = fact
    self.revision = revision
    self.isProvisional = isProvisional
    self.game = game
    self.observedAt = observedAt
    self.feedAt = feedAt
  }

  /// The id of the withdrawn event.
  package var takenBack: String { "\(fact)@\(revision - 1)" }

  /// Returns the retraction's event: the last content with `retracted` set and a new revision.
  package func event(after last: Event) -> Event {
    var event = last
    event.data.revision = revision
    event.data.change = .retracted
    event.data.late = false
    event.data.cause = nil
    event.data.game = game
    event.data.summary = CorrectionMark.takenBack.rawValue + last.data.summary
    event.data.observedAt = observedAt
    event.data.feedAt = feedAt
    return event
  }
}
