extension GameInPlay {
  /// One pitch, and what comes of it.
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

  /// Shows the pitch; then the result, or what runners do on it.
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

  /// Somebody worth not pitching to, with first base open.
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

  /// Whether the batter hits what he needs as soon as he can.
  private var isCycleDue: Bool { cycleHit != nil }

  /// How often, in percent of the balls in play; 0 where the rules do not allow it.
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

  /// A runner who need not go but does.
  private var canChooseOut: Bool {
    field.has(3) && !field.isForced(3) || field.has(2) && !field.has(1) && !field.has(3)
  }
}

extension Outcome {
  fileprivate var letsBatterReach: Bool { !isOut || self == .forceOut || self == .fieldersChoiceOut }

  /// What may come of a ball in play.
  static let inPlay: [Outcome] = [
    .fieldOut, .single, .double, .triple, .homeRun, .fieldError, .forceOut, .fieldersChoice, .fieldersChoiceOut,
    .groundedIntoDoublePlay, .groundedIntoTriplePlay, .doublePlay, .triplePlay, .sacFly, .sacFlyDoublePlay, .sacBunt,
    .sacBuntDoublePlay, .catcherInterference, .fanInterference, .batterInterference,
  ]
}
