extension GameInPlay {
  /// Throws one pitch and applies its result.
  mutating func pitch() {
    clock += dice.seconds(in: 8...18)
    if balls == 0, strikes == 0, walksOnPurpose() { return intentionalWalk() }
    let call = nextCall()
    switch call {
    case .hitByPitch: throwPitch(call, ends: .hitByPitch)
    case _ where call.isInPlay: throwPitch(call, ends: ballInPlay())
    case _ where call.isBall:
      balls += 1
      throwPitch(call, ends: balls == 4 ? .walk : nil)
    case .foul where strikes == 2: throwPitch(call, ends: nil)
    default:
      strikes += 1
      throwPitch(call, ends: strikes == 3 ? strikeout() : nil)
    }
  }

  /// Shows the pitch, then the result or the moves of the runners.
  private mutating func throwPitch(_ call: PitchCall, ends outcome: Outcome?) {
    let outs = field.outs
    append(call)
    guard let outcome else {
      challengePitch(call)
      afterPitch(call)
      return
    }
    let before = score
    settle(outcome)
    let place = play.events.count - 1
    play.events[place].isOut = field.outs > outs
    guard call.isInPlay else { return }
    let shown: PitchCall = score != before ? .inPlayRuns : field.outs > outs ? .inPlayOut : .inPlay
    (play.events[place].call, play.events[place].description) = (shown, shown.text)
  }

  private mutating func append(_ call: PitchCall) {
    let isPitch = call != .intentional && call != .violation
    var event = ScriptedEvent(
      time: clock, description: call.text, balls: balls, strikes: strikes, outs: field.outs,
      kind: isPitch ? .pitch : .noPitch)
    (event.call, event.playId) = (call, playId)
    if isPitch { event.pitchNumber = play.events.count { $0.kind == .pitch } + 1 }
    play.events.append(event)
  }

  private mutating func nextCall() -> PitchCall {
    if isImmaculate { return [PitchCall.called, .swinging, .swinging][strikes] }
    let calls: [PitchCall] = [
      .ball, .ballInDirt, .pitchout, .called, .swinging, .blocked, .foul, .foulTip, .foulBunt, .missedBunt, .hitByPitch,
      .inPlay, .violation,
    ]
    let late = strikes == 2
    let weights: [Double] = [
      balls == 3 && isPerfect ? 0 : 33, balls == 3 && isPerfect ? 0 : 2.4, field.has(1) && balls < 3 ? 0.2 : 0, 16,
      9.6, 0.4, 17.5, late ? 1 : 0.4, late ? 0 : 0.15, late ? 0 : 0.05, isPerfect ? 0 : 0.35,
      isCycleDue ? 60 : 17.5, balls < 3 ? 0.05 : 0,
    ]
    return calls[dice.index(weights: weights)]
  }

  /// Returns whether the batter is walked intentionally: a strong one, with first base open.
  private mutating func walksOnPurpose() -> Bool {
    guard !isDominated, !isCycleDue, !isImmaculate, field.runners > 0, !field.has(1), play.inning >= 4 else {
      return false
    }
    return dice.chance(0.04)
  }

  private mutating func intentionalWalk() {
    for _ in 0..<4 {
      balls += 1
      clock += 1
      append(.intentional)
    }
    settle(.intentWalk)
  }

  private mutating func strikeout() -> Outcome {
    guard !isImmaculate, field.outs < 2 else { return .strikeout }
    if field.outs == 0, field.has(1), field.has(2), dice.chance(0.02) { return .strikeoutTriplePlay }
    return field.has(1) && dice.chance(0.025) ? .strikeoutDoublePlay : .strikeout
  }

  private mutating func ballInPlay() -> Outcome {
    if isCycleDue, let hit = cycleHit { return hit }
    let outcomes = Outcome.inPlay
    return outcomes[dice.index(weights: outcomes.map(weight))]
  }

  private var cycleHit: Outcome? {
    guard let cycle = flavour.cycle, cycle.side == batting, cycle.place == lineups[batting].turn else { return nil }
    let time = lineups[batting].next / 9
    return time < cycle.hits.count ? cycle.hits[time] : nil
  }

  /// Whether the batter gets the hit that completes his cycle now.
  private var isCycleDue: Bool { cycleHit != nil }

  /// Returns the weight of an outcome in percent of the balls in play; 0 if the rules do not allow it.
  private func weight(_ outcome: Outcome) -> Double {
    if isDominated, outcome.isHit || isPerfect && outcome.letsBatterReach { return 0 }
    let (hasFirst, isEarly) = (field.has(1), field.outs < 2)
    switch outcome {
    case .fieldOut: return hasFirst && isEarly ? 48 : 59
    case .single: return 20.5
    case .double: return 6.3
    case .triple: return 0.6
    case .homeRun: return 4.8
    case .fieldError: return 1.1
    case .catcherInterference, .fanInterference, .batterInterference: return 0.06
    case .forceOut: return hasFirst ? 9 : 0
    case .fieldersChoice: return hasFirst ? 0.8 : 0
    case .fieldersChoiceOut: return canChooseOut ? 2.5 : 0
    case .groundedIntoDoublePlay: return hasFirst && isEarly ? 12 : 0
    case .doublePlay: return field.runners > 0 && isEarly ? 0.9 : 0
    case .triplePlay: return field.runners > 1 && field.outs == 0 ? 0.25 : 0
    case .groundedIntoTriplePlay: return hasFirst && field.has(2) && field.outs == 0 ? 0.3 : 0
    case .sacFly: return field.has(3) && isEarly ? 24 : 0
    case .sacFlyDoublePlay: return field.has(3) && field.runners > 1 && isEarly ? 0.5 : 0
    case .sacBunt: return field.runners > 0 && !field.has(3) && isEarly ? 1.5 : 0
    case .sacBuntDoublePlay: return hasFirst && !field.has(2) && field.outs == 0 ? 0.2 : 0
    default: return 0
    }
  }

  /// Whether there is a runner who may choose to run.
  private var canChooseOut: Bool {
    field.has(3) && !field.isForced(3) || field.has(2) && !field.has(1) && !field.has(3)
  }
}

extension Outcome {
  fileprivate var letsBatterReach: Bool { !isOut || self == .forceOut || self == .fieldersChoiceOut }

  /// The possible outcomes of a ball in play.
  static let inPlay: [Outcome] = [
    .fieldOut, .single, .double, .triple, .homeRun, .fieldError, .forceOut, .fieldersChoice, .fieldersChoiceOut,
    .groundedIntoDoublePlay, .groundedIntoTriplePlay, .doublePlay, .triplePlay, .sacFly, .sacFlyDoublePlay, .sacBunt,
    .sacBuntDoublePlay, .catcherInterference, .fanInterference, .batterInterference,
  ]
}

/// The scorer's text at the end of a plate appearance.
extension GameInPlay {
  mutating func describe() {
    let isBattersOwn = play.result.endsTurn
    if play.description.isEmpty { play.description = "\(play.batter.name) \(batterClause)" }
    guard isBattersOwn else { return }
    let result = play.movements.filter { $0.event == resultEvent }
    play.rbi = result.count { $0.isRBI }
    for movement in result where movement.runner != play.batter || movement.from > 0 {
      play.description += clause(movement)
    }
    if play.result.isHit || play.result == .strikeout { play.description += sentence.hasPrefix(" ") ? sentence : "" }
  }

  private func clause(_ movement: ScriptedPlay.Movement) -> String {
    switch movement.to {
    case 4: " \(movement.runner.name) scores."
    case let base?: " \(movement.runner.name) to \(Self.ordinal(base))."
    case nil: " \(movement.runner.name) out at \(Self.ordinal(movement.outBase ?? 1))."
    }
  }

  static func ordinal(_ base: Int) -> String { ["home", "1st", "2nd", "3rd", "home"][base] }

  private var batterClause: String {
    let field = ["left", "center", "right"][play.index % 3]
    return switch play.result {
    case .strikeout: strikeoutClause
    case .strikeoutDoublePlay: "strikes out swinging and a runner is caught stealing 2nd."
    case .strikeoutTriplePlay: "strikes out swinging and two runners are caught stealing."
    case .single: "singles on a line drive to \(field) field."
    case .double: "doubles on a sharp fly ball to \(field) field."
    case .triple: "triples on a line drive to \(field) field."
    case .homeRun:
      play.movements.count >= 4 && play.rbi == 4 ? "hits a grand slam." : "homers on a fly ball to \(field) field."
    case .walk: "walks."
    case .intentWalk: "is intentionally walked by \(play.pitcher.name)."
    case .hitByPitch: "hit by pitch."
    case .fieldError: "reaches on a \(sentence)."
    case .sacFly: "out on a sacrifice fly to \(sentence)."
    case .sacFlyDoublePlay: "out on a sacrifice fly double play, \(sentence)."
    case .sacBunt: "out on a sacrifice bunt, \(way([.pitcher, .firstBase]))."
    case .sacBuntDoublePlay: "bunts into a double play, \(way([.pitcher, .shortstop, .firstBase]))."
    case .catcherInterference: "reaches on catcher interference by \(lineups[fielding].fielder(.catcher).name)."
    case .fanInterference: "out on fan interference."
    case .batterInterference: "out on batter interference."
    default: "\(sentence)."
    }
  }

  private var strikeoutClause: String {
    let last = play.events.last { $0.call != nil }?.call
    let how =
      last == .called
      ? "called out on strikes" : last == .foulTip ? "strikes out on a foul tip" : "strikes out swinging"
    switch sentence {
    case "wild": return "\(how) on a wild pitch by \(play.pitcher.name) and reaches 1st."
    case "passed": return "\(how) on a passed ball by \(lineups[fielding].fielder(.catcher).name) and reaches 1st."
    default: return "\(how)."
    }
  }
}

/// Reviews of calls and pitches.
extension GameInPlay {
  /// Challenges the call of the last pitch.
  mutating func challengePitch(_ call: PitchCall) {
    guard let review = pitchReview(call, chance: 0.012) else { return }
    play.events[play.events.count - 1].review = review
  }

  /// Only the pitcher's side challenges a ball, only the batter a strike, and a failure costs a challenge.
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

  /// Challenges the result.
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
