/// How a game ends, and what is wrong with its play log.
extension GameDay {
  /// A score of the linescore that no play has.
  struct Award: Sendable {
    var time: Double
    var score: ScriptedPlay.Runs
  }

  /// The plays as far as the course lets the game go.
  mutating func cutShort(_ fixture: Fixture) {
    switch course {
    case .completedEarly: plays = plays.endedEarly(scheduled: scheduledInnings, using: &dice) ?? plays
    case .tiebreak: levelOff()
    case .forfeit where plays.count > 12:
      plays = Array(plays.prefix(dice.number(in: 10...plays.count - 1)))
      let last = plays.count - 1
      if dice.chance(0.4), plays[last].events.count > 1 {
        plays[last].breakOff(after: dice.number(in: 0...plays[last].events.count - 2))
      }
    default: break
    }
  }

  /// Ends the game with the last whole inning after which it is tied, as where the league plays no extra innings.
  private mutating func levelOff() {
    for inning in (3...scheduledInnings).reversed() {
      let whole = plays.prefix { $0.inning <= inning }
      guard let last = whole.last, last.inning == inning, !last.isTop, last.scoreAfter.leader == nil else { continue }
      (plays, scheduledInnings) = (Array(whole), inning)
      return
    }
  }

  mutating func finish(tied: Bool, lag: Double) {
    over = plays.last?.done ?? firstPitch
    var statuses: (over: SimulatedStatus, final: SimulatedStatus) =
      tied ? (.gameOverTied, .finalTied) : (.gameOver, .final)
    let last = plays.last
    switch course {
    case .completedEarly:
      guard let last, last.inning < scheduledInnings, last.scoreAfter.leader != nil else { break }
      let weather = weather()
      status.set(.delayed(weather), at: over + 5)
      over += dice.seconds(in: 1800...5400)
      statuses = (.completedEarly(weather, coded: "O"), .completedEarly(weather, coded: "F"))
    case .tiebreak:
      guard var score = last?.scoreAfter, score.leader == nil else { break }
      over += dice.seconds(in: 60...900).onGrid
      statuses = (.gameOverByTiebreak, .finalByTiebreak)
      // Whether the linescore gets the run is not known of every tiebreaker.
      guard dice.chance(0.8) else { break }
      score.add(to: dice.chance(0.5))
      award = Award(time: over - dice.seconds(in: 0...50).onGrid, score: score)
    case .forfeit:
      over += dice.seconds(in: 300...1800).onGrid
      statuses = dice.chance(0.5) ? (.forfeitOver, .forfeitFinal) : (.refusalOver, .refusalFinal)
      forfeit(last?.scoreAfter ?? .init())
    default: break
    }
    end = over + lag
    status.set(statuses.over, at: over)
    status.set(statuses.final, at: end)
    if anomalies.contains(.finalTakenBack) { takeFinalBack(statuses.final) }
  }

  /// Nine to nothing, or one run an inning of a shorter game; the score stands where the innocent side leads.
  private mutating func forfeit(_ score: ScriptedPlay.Runs) {
    let isHomeInnocent = dice.chance(0.5)
    guard (isHomeInnocent ? score.lead : -score.lead) <= 0 else { return }
    let runs = scheduledInnings
    award = Award(time: over, score: .init(away: isHomeInnocent ? 0 : runs, home: isHomeInnocent ? runs : 0))
  }

  /// The status is final too early, or goes back to in progress for a while.
  private mutating func takeFinalBack(_ final: SimulatedStatus) {
    if dice.chance(0.5), let play = quietPlay(for: 240) {
      let early = plays[play].done + dice.seconds(in: 0.5...3).onGrid
      status.set(.final, at: early)
      status.set(.inProgress, at: early + dice.seconds(in: 15...200).onGrid)
    } else {
      let back = end + dice.seconds(in: 20...900).onGrid
      status.set(.inProgress, at: back)
      end = back + dice.seconds(in: 20...1500).onGrid
      status.set(final, at: end)
    }
  }

  /// A play after which the status stays as it is for some seconds.
  private mutating func quietPlay(for seconds: Double) -> Int? {
    guard plays.count > 20 else { return nil }
    let index = dice.number(in: 8...plays.count - 8)
    let time = plays[index].done
    let isQuiet = !status.moments.contains { time - 5 < $0 && $0 < time + seconds }
    return isQuiet && plays[index].record == .whole && status[time].code == "I" ? index : nil
  }
}

extension GameDay {
  /// Takes plays out of the play log, and doubles a pitch.
  mutating func spoilLog(_ fixture: Fixture) {
    if anomalies.contains(.noLog) {
      for index in plays.indices { plays[index].record = .none }
    } else if anomalies.contains(.logStops), plays.count > 12 {
      stopLog(at: dice.number(in: plays.count / 4...plays.count - 1))
    } else if anomalies.contains(.playsMissing), plays.count > 30 {
      for _ in 0..<dice.number(in: 1...3) {
        let first = dice.number(in: 0...plays.count - 1)
        for index in plays.indices.dropFirst(first).prefix(dice.number(in: 1...6)) { plays[index].record = .none }
      }
    }
    if anomalies.contains(.pitchListedTwice) { doublePitch(fixture) }
    var missing = 0
    for index in plays.indices {
      plays[index].missingBefore = missing
      if plays[index].record == .none { missing += 1 }
    }
  }

  /// Sometimes within a plate appearance, which then stays unfinished.
  private mutating func stopLog(at index: Int) {
    for later in plays.indices.dropFirst(index) { plays[later].record = .none }
    guard dice.chance(0.4), plays[index].events.count > 1 else { return }
    plays[index].record = .until(event: dice.number(in: 0...plays[index].events.count - 2))
  }

  private mutating func doublePitch(_ fixture: Fixture) {
    let places = plays.indices.dropLast(2).flatMap { play in
      plays[play].events.indices.filter { plays[play].events[$0].kind == .pitch }.map { (play, $0) }
    }.filter { plays[$0.0].record == .whole && plays[$0.0].events.indices.last != $0.1 }
    guard !places.isEmpty else { return }
    let reviewed = places.filter { plays[$0.0].events[$0.1].review != nil }
    let (play, event) = dice.pick(reviewed.isEmpty ? places : reviewed)
    if reviewed.isEmpty {
      let club = plays[play].isTop ? fixture.away : fixture.home
      plays[play].events[event].review = Review(type: "MJ", isOverturned: true, club: club, player: plays[play].batter)
    }
    // The listings differ, as when one was made before the review.
    var copy = plays[play].events[event]
    copy.description = copy.description == "Ball" ? "Called Strike" : "Ball"
    copy.outs = copy.outs == 0 ? 1 : 0
    plays[play].events.insert(copy, at: event + 1)
    for index in plays[play].movements.indices where plays[play].movements[index].event > event {
      plays[play].movements[index].event += 1
    }
  }
}
