internal import LiveModel

/// A game's state from `gameData.status`. Only the codes are evaluated; the texts are for display.
struct MLBStatus: Equatable, Hashable, Codable, Sendable {
  /// One of `S P I M N U T D C O F Q R W X`; see StatsAPI's `gameStatus` table.
  var codedGameState: String
  /// `codedGameState`, followed by the letter of a reason if there is one: `PR` is a start delayed by rain.
  var statusCode: String
  var detailedState: String
  var reason: String?

  /// The phase derived from the codes. An unknown code counts as scheduled, so that it neither starts nor ends a game.
  var phase: GameStatus.Phase {
    switch codedGameState {
    case "P" where statusCode == "PW": .warmup
    case "P" where statusCode.count > 1: .delayed
    case "I" where statusCode.count > 1 && statusCode != "IH": .delayed
    case "I", "M", "N": .live
    case "T", "U": .suspended
    case "D": .postponed
    case "C": .cancelled
    case "O", "F", "Q", "R": .final
    default: .scheduled
    }
  }

  /// True once the game has started, even if it is interrupted or over now. From then on its play log is valid.
  var isUnderway: Bool { ["I", "M", "N", "T", "U", "O", "F", "Q", "R"].contains(codedGameState) }

  /// True if no more play follows for this `gamePk` on this date.
  var isOver: Bool { [.final, .postponed, .cancelled].contains(phase) }

  var isForfeit: Bool { codedGameState == "Q" || codedGameState == "R" }

  /// True if the teams are at the park (`P`), or a suspended game is about to resume (reason `Z`).
  var isImminent: Bool { codedGameState == "P" || statusCode.dropFirst() == "Z" }

  /// The status without the codes.
  var status: GameStatus {
    GameStatus(phase: phase, reason: reason, isUnderway: isUnderway, isImminent: isImminent)
  }
}
