/// Calls and pitches that are looked at again.
extension GameInPlay {
  /// A challenge of the pitch that has just been called.
  mutating func challengePitch(_ call: PitchCall) {
    guard let review = pitchReview(call, chance: 0.012) else { return }
    play.events[play.events.count - 1].review = review
  }

  /// Only the pitcher's side asks about a ball, only the batter about a strike, and a failure costs a challenge.
  private mutating func pitchReview(_ call: PitchCall, chance: Double) -> Review? {
    guard call == .ball || call == .called, dice.chance(chance) else { return nil }
    let isOverturned = dice.chance(0.5)
    // The call that is shown is the one after the review.
    let isByBatter = (call == .called) != isOverturned
    let side = isByBatter ? batting : fielding
    guard lineups[side].absChallenges > 0 else { return nil }
    if !isOverturned { lineups[side].absChallenges -= 1 }
    let player = isByBatter ? play.batter : lineups[side].fielder(dice.chance(0.7) ? .catcher : .pitcher)
    return Review(type: "MJ", isOverturned: isOverturned, club: lineups[side].club, player: player)
  }

  /// A challenge of the result.
  mutating func review() {
    if let call = play.events.last?.call, let review = pitchReview(call, chance: 0.03) { return note(review) }
    guard let type = reviewType, dice.chance(type == "NH" ? 0.05 : 0.016) else { return }
    guard !type.hasPrefix("N") else {
      return note(Review(type: type, isOverturned: dice.chance(0.15), club: nil))
    }
    let isOverturned = dice.chance(0.5)
    let side = play.result.isOut != isOverturned ? batting : fielding
    guard lineups[side].challenges > 0 else { return }
    if !isOverturned { lineups[side].challenges -= 1 }
    var review = Review(type: type, isOverturned: isOverturned, club: lineups[side].club)
    if type == "MP" { review.additional = [Review(type: "MA", isOverturned: false, club: lineups[side].club)] }
    note(review)
  }

  private mutating func note(_ review: Review) {
    play.review = review
    let who = review.player?.name ?? review.club?.nickname
    let start = who.map { "\($0) challenged (\(review.question))" } ?? "Umpire reviewed (\(review.question))"
    play.description =
      "\(start), call on the field was \(review.isOverturned ? "overturned" : "upheld"): " + play.description
  }

  private var reviewType: String? {
    let isHome = play.movements.contains { $0.event == resultEvent && ($0.to == 4 || $0.outBase == 4) }
    return switch play.result {
    case .homeRun: "NH"
    case .hitByPitch: "MI"
    case .single, .double, .fieldersChoiceOut, .sacFly: isHome ? "MP" : "MA"
    case .forceOut: "MC"
    case .groundedIntoDoublePlay: play.index.isMultiple(of: 5) ? "ME" : "MF"
    case .doublePlay, .caughtStealing, .pickoffFirst, .otherOut, .stolenHome: "MA"
    case .fieldOut: play.event == "Groundout" ? "MF" : play.event == "Flyout" ? "MD" : nil
    case .sacBunt, .fieldError: "MF"
    default: nil
    }
  }
}
