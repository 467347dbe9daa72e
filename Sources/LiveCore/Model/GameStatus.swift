/// A game's state, whatever codes its league uses.
struct GameStatus: Equatable, Sendable {
  /// The phase of a game, as named in the wire format.
  enum Phase: String, CaseIterable, Codable, Sendable {
    case scheduled, warmup, live, delayed, suspended, postponed, cancelled, final
  }

  var phase: Phase
  /// Reason for a delay, suspension, postponement or cancellation, in the feed's words.
  var reason: String?
  /// True once the game has started, even if it is interrupted or over now.
  var isUnderway: Bool
  /// True if the status shows that the game begins or resumes soon, whatever its scheduled times.
  var isImminent = false

  /// True if no more play follows on this date.
  var isOver: Bool { phase.isOver }
}

extension GameStatus.Phase {
  /// True if no more play follows on this date.
  var isOver: Bool { [.final, .postponed, .cancelled].contains(self) }
}
