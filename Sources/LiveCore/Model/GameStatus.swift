/// A game's state, as the codes of `gameData.status` give it. The text is for people and never decides anything.
struct GameStatus: Equatable, Hashable, Codable, Sendable {
  /// `S P I M N U T D C O F Q R W X`; see StatsAPI's `gameStatus` table.
  var codedGameState: String
  /// `codedGameState` and, where there is one, the letter of a reason: `PR` is a start delayed by rain.
  var statusCode: String
  var detailedState: String
  var reason: String?

  /// The phase of a game, in the words of the wire format.
  enum Phase: String, CaseIterable, Codable, Sendable {
    case scheduled, warmup, live, delayed, suspended, postponed, cancelled, final
  }

  /// Derived from the codes alone. An unknown code counts as scheduled: it starts and ends nothing.
  var phase: Phase {
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

  /// The game has begun, whatever it is doing now: its play log may be believed.
  var isUnderway: Bool { ["I", "M", "N", "T", "U", "O", "F", "Q", "R"].contains(codedGameState) }

  /// Nothing more is played under this `gamePk` on this date.
  var isOver: Bool { [.final, .postponed, .cancelled].contains(phase) }

  var isForfeit: Bool { codedGameState == "Q" || codedGameState == "R" }
}
