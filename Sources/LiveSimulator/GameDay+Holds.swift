/// Where a game stands still.
extension GameDay {
  /// A stop in a play after one of its events, or behind the whole play.
  private struct Hold {
    var event: Int?
    var length: Double
    var statuses: [(after: Double, status: SimulatedStatus)]
    var review: PlayReview?
    /// Seconds until the new day of a suspended game is known.
    var known: Double?
  }

  /// Stops the game where its course or a review does; all later moments move.
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

  /// The status begins and ends within the hold, so that what comes with the first later play is not before it.
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

  /// For hours, until the next day, for weeks, or for two months.
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

  /// The club that the call on the field has hurt challenges one that was wrong, where no script has that.
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
