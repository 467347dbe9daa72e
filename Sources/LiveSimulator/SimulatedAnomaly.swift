/// What is wrong with a game's feed for good, or what it takes back at the end.
public enum SimulatedAnomaly: String, CaseIterable, Sendable {
  /// Some plate appearances never come into the play log; the linescore counts them.
  case playsMissing
  /// The play log stops somewhere, and the linescore goes on.
  case logStops
  /// There is a linescore and no play log.
  case noLog
  /// The status is final, in progress, and final again.
  case finalTakenBack
  /// A reviewed pitch stands twice in its plate appearance, under one `playId`. Each of the two is told once.
  case pitchListedTwice
  /// Members that no fact depends on have a wrong type or an absurd number.
  case mistyped
  /// `startTimeTBD` stays true, also while the game is played.
  case startToBeDetermined

  /// How often each comes.
  private var share: Double {
    switch self {
    case .playsMissing, .logStops: 0.02
    case .noLog: 0.01
    case .finalTakenBack, .pitchListedTwice: 0.03
    case .mistyped, .startToBeDetermined: 0.04
    }
  }

  /// A game has at most one of these.
  private static let ofTheLog: [SimulatedAnomaly] = [.playsMissing, .logStops, .noLog]

  static func drawn(using dice: inout SplitMix64) -> Set<SimulatedAnomaly> {
    var drawn = Set(allCases.filter { dice.chance($0.share) })
    for other in ofTheLog.drop(while: { !drawn.contains($0) }).dropFirst() { drawn.remove(other) }
    return drawn
  }
}
