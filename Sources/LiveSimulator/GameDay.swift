/// What becomes of a game on its day or days, decided before anybody watches: statuses, announced starts, holds, and
/// the plays at the seconds at which they can be seen.
struct GameDay: Sendable {
  let course: SimulatedCourse
  let scheduledInnings: Int
  private(set) var plays: [ScriptedPlay]
  private(set) var status = Timeline(SimulatedStatus.scheduled)
  private(set) var start: Timeline<Start>
  /// The other day, where there is one.
  private(set) var move: Move?
  /// By `atBatIndex`; what was looked at again after the play.
  private(set) var reviews: [Int: PlayReview] = [:]
  /// When the lineups are posted at the earliest, for the day on which it is played.
  private(set) var firstPitch: Double
  /// When Game Over is shown; for a game that is never played, when that is known.
  private(set) var over = 0.0
  /// When it is Final.
  private(set) var end = 0.0
  fileprivate var dice: SplitMix64

  /// The start as it is announced.
  struct Start: Sendable {
    var time: Double
    var isTBD = false
  }

  /// A game that is listed on two days.
  struct Move: Sendable {
    var from: Double
    var to: Double
    /// When the new day is known.
    var known: Double
    /// Broken off and gone on with, not postponed.
    var isResumed: Bool
    /// What the old day's row says for good.
    var status: SimulatedStatus
  }

  /// `script` is all plays as if the first pitch came when planned. What is plain has no reviews, and short phases
  /// before the first pitch; `overturning` asks for a call that a review turns.
  init(
    _ course: SimulatedCourse, of fixture: Fixture, script: [ScriptedPlay], isPlain: Bool, overturning: Bool,
    dice: SplitMix64
  ) {
    (self.course, self.dice) = (course, dice)
    (firstPitch, start) = (fixture.start, Timeline(Start(time: fixture.start)))
    (scheduledInnings, plays) = (fixture.scheduledInnings, script)
    if let announced = fixture.announced {
      start = Timeline(Start(time: fixture.unknownStart, isTBD: true))
      start.set(Start(time: fixture.start), at: announced)
    }
    if isPlain {
      begin(preGame: 1200, warmup: 300, late: 0)
      finish(tied: false, lag: 240)
    } else {
      live(fixture, overturning: overturning)
    }
  }

  private mutating func live(_ fixture: Fixture, overturning: Bool) {
    plays = plays.paced(using: &dice)
    let tied = fixture.type == .spring ? plays.tied(after: scheduledInnings) : nil
    plays = tied ?? plays
    switch course {
    case .plain, .delay, .suspended: begin()
    case .startMoved:
      let known = firstPitch - dice.seconds(in: 7200...18_000)
      let later = [-1800, 600, 1800, 3600, 7200][dice.number(in: 0...4)]
      shift(by: Double(later))
      start.set(Start(time: firstPitch), at: known)
      begin()
    case .delayedStart: begin(late: dice.seconds(in: 1200...9000).onGrid)
    case .postponed:
      postpone()
      begin()
    case .cancelled: return cancel()
    case .completedEarly:
      plays = plays.endedEarly(scheduled: scheduledInnings, using: &dice) ?? plays
      begin()
    }
    hold(fixture, overturning: overturning)
    finish(tied: tied != nil, lag: dice.seconds(in: 60...600))
  }

  private mutating func shift(by seconds: Double) {
    firstPitch += seconds
    plays = plays.map { $0.moved(by: seconds) }
  }

  fileprivate mutating func weather() -> SimulatedStatus.Weather {
    .allCases[dice.index(weights: [6, 1, 3, 1])]
  }

  /// The phases until the first pitch.
  private mutating func begin(late: Double = 0) {
    let preGame = dice.seconds(in: 2700...5400)
    begin(preGame: preGame, warmup: dice.seconds(in: 900...1700), late: late)
  }

  private mutating func begin(preGame: Double, warmup: Double, late: Double) {
    status.set(.preGame, at: firstPitch - preGame)
    if late > 0 { status.set(.delayedStart(weather()), at: firstPitch - 600) }
    plays = plays.map { $0.moved(by: late) }
    let actual = firstPitch + late
    status.set(.warmup, at: late > 0 ? max(actual - warmup, firstPitch) : actual - warmup)
    status.set(.inProgress, at: actual)
  }

  private mutating func postpone() {
    let weather = weather()
    let isLate = dice.chance(0.5)
    if isLate {
      status.set(.preGame, at: firstPitch - 3600)
      status.set(.delayedStart(weather), at: firstPitch - 600)
    }
    let called = firstPitch + (isLate ? dice.seconds(in: 2400...6000) : -dice.seconds(in: 5400...14_400))
    status.set(.postponed(weather), at: called)
    let from = firstPitch
    shift(by: Double(dice.number(in: 1...9)) * 86_400 + Double(dice.number(in: -6...2)) * 1800)
    move = Move(
      from: from, to: firstPitch, known: called + dice.seconds(in: 900...5400), isResumed: false,
      status: .postponed(weather))
    status.set(.scheduled, at: firstPitch - 30_000)
    start.set(Start(time: firstPitch), at: firstPitch - 30_000)
  }

  private mutating func cancel() {
    plays = []
    over = firstPitch - dice.seconds(in: 1200...10_000)
    if over > firstPitch - 2400 { status.set(.preGame, at: firstPitch - 3600) }
    status.set(.cancelled(weather()), at: over)
    end = over
  }

  private mutating func finish(tied: Bool, lag: Double) {
    over = plays.last?.done ?? firstPitch
    var statuses: (over: SimulatedStatus, final: SimulatedStatus) =
      tied ? (.gameOverTied, .finalTied) : (.gameOver, .final)
    let last = plays.last
    if course == .completedEarly, let last, last.inning < scheduledInnings, last.scoreAfter.leader != nil {
      let weather = weather()
      status.set(.delayed(weather), at: over + 5)
      over += dice.seconds(in: 1800...5400)
      statuses = (.completedEarly(weather, coded: "O"), .completedEarly(weather, coded: "F"))
    }
    end = over + lag
    status.set(statuses.over, at: over)
    status.set(statuses.final, at: end)
  }
}

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
  fileprivate mutating func hold(_ fixture: Fixture, overturning: Bool) {
    var holds: [Int: Hold] = [:]
    if overturning { overturn(fixture) }
    for index in plays.indices.dropLast(2) {
      guard let review = plays[index].review, review.type != "MJ" else { continue }
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

  private mutating func suspension(_ event: Int?) -> Hold {
    let weather = weather()
    let called = dice.seconds(in: 1800...5400)
    let days = dice.chance(0.8) ? 1 : dice.number(in: 2...20)
    return Hold(
      event: event, length: Double(days) * 86_400 - dice.seconds(in: 9000...20_000).onGrid,
      statuses: [
        (0, .delayed(weather)), (called, .suspended(weather, coded: dice.chance(0.5) ? "U" : "T")),
        (-1200, .aboutToResume),
      ], known: called + dice.seconds(in: 600...3600))
  }

  private mutating func hold(_ review: PlayReview) -> Hold {
    Hold(event: nil, length: dice.seconds(in: 45...180).onGrid, statuses: [(0, review.status)], review: review)
  }

  /// The club that the call on the field has hurt challenges one that was wrong, where no script has that.
  private mutating func overturn(_ fixture: Fixture) {
    let others = plays.indices.dropLast(2).filter { plays[$0].review == nil && plays[$0].calledOtherwise != nil }
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
