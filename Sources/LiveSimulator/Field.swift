/// The bases and the outs of a half-inning.
struct Field: Sendable {
  /// First, second, third.
  var bases: [Player?] = [nil, nil, nil]
  var outs = 0

  /// Moves everybody on base, the lead runner first, and the batter where there is one, and gives the score after it.
  /// `stopsAt` is the home side's runs at which the game is over; nobody moves after that.
  mutating func advanceAll(
    by count: Int, batter: Player?, in play: inout ScriptedPlay, on eventType: String, score: ScriptedPlay.Runs,
    stopsAt: Int?
  ) -> ScriptedPlay.Runs {
    var score = score
    let event = batter == nil ? play.events.count : play.events.count - 1
    let runners = [batter] + bases
    bases = [nil, nil, nil]
    for from in (0...3).reversed() {
      guard let runner = runners[from] else { continue }
      if let stopsAt, score.home >= stopsAt, from > 0 || count == 4 {
        if from > 0 { bases[from - 1] = runner }
        continue
      }
      let to = min(from + count, 4)
      play.movements.append(.init(runner: runner, from: from, to: to, event: event, eventType: eventType))
      if to == 4 { score.add(to: play.isTop) } else { bases[to - 1] = runner }
    }
    return score
  }

  /// Moves everybody as the outcome says.
  mutating func settle(
    _ outcome: Outcome, in play: inout ScriptedPlay, score: ScriptedPlay.Runs, stopsAt: Int?
  ) -> ScriptedPlay.Runs {
    let event = play.events.count - 1
    if let count = outcome.bases {
      return advanceAll(
        by: count, batter: play.batter, in: &play, on: outcome.rawValue, score: score, stopsAt: stopsAt)
    }
    var score = score
    switch outcome {
    case .walk, .hitByPitch: score = force(in: &play, on: outcome.rawValue, score: score)
    case .doublePlay:
      if let runner = bases[0] { out(runner, from: 1, event, outcome, in: &play) }
      bases[0] = nil
      out(play.batter, from: 0, event, outcome, in: &play)
    case .sacFly:
      out(play.batter, from: 0, event, outcome, in: &play)
      if let runner = bases[2] {
        play.movements.append(.init(runner: runner, from: 3, to: 4, event: event, eventType: outcome.rawValue))
        score.add(to: play.isTop)
      }
      bases[2] = nil
    default: out(play.batter, from: 0, event, outcome, in: &play)
    }
    return score
  }

  private mutating func out(
    _ runner: Player, from: Int, _ event: Int, _ outcome: Outcome, in play: inout ScriptedPlay
  ) {
    outs += 1
    play.movements.append(
      .init(runner: runner, from: from, to: nil, outNumber: outs, event: event, eventType: outcome.rawValue))
  }

  /// Only those who must, move.
  private mutating func force(
    in play: inout ScriptedPlay, on eventType: String, score: ScriptedPlay.Runs
  ) -> ScriptedPlay.Runs {
    var score = score
    var moving: Player? = play.batter
    for from in 0...3 {
      guard let runner = moving else { break }
      play.movements.append(
        .init(runner: runner, from: from, to: from + 1, event: play.events.count - 1, eventType: eventType))
      guard from < 3 else {
        score.add(to: play.isTop)
        break
      }
      (moving, bases[from]) = (bases[from], runner)
    }
    return score
  }
}

extension ScriptedPlay.Runs {
  fileprivate mutating func add(to isTop: Bool) { if isTop { away += 1 } else { home += 1 } }
}
