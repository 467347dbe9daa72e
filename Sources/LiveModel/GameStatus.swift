/// A game's state, whatever codes its league uses.
package struct GameStatus: Equatable, Sendable {
  /// The phase of a game, as named in the wire format.
  package enum Phase: String, CaseIterable, Codable, Sendable {
    case scheduled, warmup, live, delayed, suspended, postponed, cancelled, final
  }

  package var phase: Phase
  /// Reason for a delay, suspension, postponement or cancellation, in the feed's words.
  package var reason: String?
  /// True once the game has started, even if it is interrupted or over now.
  package var isUnderway: Bool
  /// True if the status shows that the game begins or resumes soon, whatever its scheduled times.
  package var isImminent = false

  package init(phase: Phase, reason: String? = nil, isUnderway: Bool, isImminent: Bool = false) {
    (self.phase, self.reason, self.isUnderway, self.isImminent) = (phase, reason, isUnderway, isImminent)
  }

  /// True if no more play follows on this date.
  package var isOver: Bool { phase.isOver }

  /// True if the game has not started, and is not called off.
  package var isBeforeStart: Bool { !isUnderway && !isOver }
}

extension GameStatus.Phase {
  /// True if no more play follows on this date.
  package var isOver: Bool { [.final, .postponed, .cancelled].contains(self) }
}
