/// Endings of a game, and faults of its play log.
extension GameDay {
  /// A final score of the linescore that no play has.
  struct Award: Sendable {
    var time: Double
    var score: ScriptedPlay.Runs
  }

  /// Cuts the plays where the course ends the game.
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

  /// Ends the game with the last whole inning after which it is tied, as leagues without extra innings do.
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
      // Not every feed with a tiebreaker adds its run to the linescore.
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

  /// Sets the score of a forfeit: 9-0, or one run for each scheduled inning; a lead of the winning side stands.
  private mutating func forfeit(_ score: ScriptedPlay.Runs) {
    let isHomeInnocent = dice.chance(0.5)
    guard (isHomeInnocent ? score.lead : -score.lead) <= 0 else { return }
    let runs = scheduledInnings
    award = Award(time: over, score: .init(away: isHomeInnocent ? 0 : runs, home: isHomeInnocent ? runs : 0))
  }

  /// Makes the status final too early, or sets it back to in progress for a while.
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

  /// Returns a play after which the status does not change for some seconds.
  private mutating func quietPlay(for seconds: Double) -> Int? {
    guard plays.count > 20 else { return nil }
    let index = dice.number(in: 8...plays.count - 8)
    let time = plays[index].done
    let isQuiet = !status.moments.contains { time - 5 < $0 && $0 < time + seconds }
    return isQuiet && plays[index].record == .whole && status[time].code == "I" ? index : nil
  }
}

extension GameDay {
  /// Removes plays from the play log, and lists a pitch twice.
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

  /// Stops the play log, sometimes within a plate appearance, which then stays unfinished.
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
    // The two entries differ, as if one was made before the review.
    var copy = plays[play].events[event]
    copy.description = copy.description == "Ball" ? "Called Strike" : "Ball"
    copy.outs = copy.outs == 0 ? 1 : 0
    plays[play].events.insert(copy, at: event + 1)
    for index in plays[play].movements.indices where plays[play].movements[index].event > event {
      plays[play].movements[index].event += 1
    }
  }
}

/// Interruptions of a game.
extension GameDay {
  /// An interruption in a play after one of its events, or after the whole play.
  private struct Hold {
    var event: Int?
    var length: Double
    var statuses: [(after: Double, status: SimulatedStatus)]
    var review: PlayReview?
    /// Seconds until the new day of a suspended game is known.
    var known: Double?
  }

  /// Interrupts the game for its course or a review; all later moments move.
  mutating func hold(_ fixture: Fixture, overturning: Bool) {
    var holds: [Int: Hold] = [:]
    if overturning { overturn(fixture) }
    for index in plays.indices.dropLast(2) {
      guard let review = plays[index].review, review.type != "MJ", plays[index].record == .whole else { continue }
      holds[index] = hold(PlayReview(review: review))
    }
    let stops = course == .delay ? dice.number(in: 1...2) : course == .suspended ? 1 : 0
    for _ in 0..<stops where plays.count > 20 {
      let index = dice.number(in: 5...plays.count - 10)
      let event = dice.chance(0.4) ? plays[index].events.indices.dropLast().last : nil
      holds[index] = course == .delay ? delay(event) : suspension(event)
    }
    var offset = 0.0
    for index in plays.indices {
      var play = plays[index].moved(by: offset)
      if let hold = holds[index] {
        apply(hold, to: &play, index)
        offset += hold.length
      }
      plays[index] = play
    }
  }

  /// The status begins and ends within the interruption, so that changes of the next play come after it.
  private mutating func apply(_ hold: Hold, to play: inout ScriptedPlay, _ index: Int) {
    let begin = (hold.event.map { play.events[$0].time } ?? play.done) + 0.5
    let end = begin + hold.length - 1
    if let event = hold.event {
      for later in play.events.indices where later > event { play.events[later].time += hold.length }
      play.done += hold.length
    }
    for (after, value) in hold.statuses { status.set(value, at: after < 0 ? end + after : begin + after) }
    status.set(.inProgress, at: end)
    if var review = hold.review {
      (review.begin, review.end) = (begin, end)
      reviews[index] = review
    }
    if let known = hold.known, let suspended = hold.statuses.first(where: { "UT".contains($0.status.code.prefix(1)) }) {
      move = Move(
        from: firstPitch, to: end, known: begin + known, isResumed: true, status: suspended.status)
    }
  }

  private mutating func delay(_ event: Int?) -> Hold {
    Hold(
      event: event, length: dice.seconds(in: 1500...7200).onGrid,
      statuses: [(0, .delayed(weather())), (-dice.seconds(in: 300...900), .aboutToResume)])
  }

  /// Returns a suspension for hours, until the next day, for weeks, or for two months.
  private mutating func suspension(_ event: Int?) -> Hold {
    let weather = weather()
    let called = dice.seconds(in: 1800...5400)
    let days = [0, 1, dice.number(in: 2...20), dice.number(in: 50...65)][dice.index(weights: [2, 4, 2, 2])]
    let length =
      days == 0
      ? called + dice.seconds(in: 7200...18_000) : Double(days) * 86_400 - dice.seconds(in: 9000...20_000)
    let coded = dice.chance(0.5) ? "U" : "T"
    let isBare = dice.chance(0.3)
    let suspended: SimulatedStatus = isBare ? .suspended(coded: coded) : .suspended(weather, coded: coded)
    var statuses: [(after: Double, status: SimulatedStatus)] = [(0, .delayed(weather)), (called, suspended)]
    switch dice.number(in: 0...3) {
    case 0: statuses.append((-1200, .aboutToResume))
    case 1: statuses.append((-1200, .suspendedAboutToResume))
    case 2: statuses += [(-4000, .preGame), (-1200, .warmup)]
    default: break
    }
    return Hold(
      event: event, length: length.onGrid, statuses: statuses,
      known: days == 0 ? nil : called + dice.seconds(in: 600...3600))
  }

  private mutating func hold(_ review: PlayReview) -> Hold {
    Hold(event: nil, length: dice.seconds(in: 45...180).onGrid, statuses: [(0, review.status)], review: review)
  }

  /// Makes a club challenge a wrong call successfully, where the script has no such review.
  private mutating func overturn(_ fixture: Fixture) {
    let others = plays.indices.dropLast(2).filter {
      plays[$0].record == .whole && plays[$0].review == nil && plays[$0].calledOtherwise != nil
    }
    guard !others.isEmpty else { return }
    let index = others[dice.number(in: 0...others.count - 1)]
    let isByBatters = plays[index].result == .single
    let club = isByBatters == plays[index].isTop ? fixture.away : fixture.home
    let review = Review(type: "MF", isOverturned: true, club: club)
    plays[index].review = review
    plays[index].description =
      "\(club.nickname) challenged (\(review.question)), call on the field was overturned: " + plays[index].description
  }
}
