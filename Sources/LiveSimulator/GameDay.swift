/// The course of a game over its day or days, decided before it starts: statuses, announced starts, holds, and
/// the plays at the seconds at which they can be seen.
struct GameDay: Sendable {
  let course: SimulatedCourse
  /// The permanent faults of its feed.
  let anomalies: Set<SimulatedAnomaly>
  var scheduledInnings: Int
  var plays: [ScriptedPlay]
  var status = Timeline(SimulatedStatus.scheduled)
  var start: Timeline<Start>
  /// The other day of a game that is moved.
  var move: Move?
  /// Reviews after the play, by `atBatIndex`.
  var reviews: [Int: PlayReview] = [:]
  /// The planned first pitch on the day on which the game is played.
  var firstPitch: Double
  /// When Game Over is shown; for a game that is never played, when that is known.
  var over = 0.0
  /// When the status becomes Final.
  var end = 0.0
  /// The final score of the linescore, if no play gives it.
  var award: Award?
  /// The attempt before the one that counts.
  var abandoned: Abandoned?
  var dice: SplitMix64

  /// An announced start.
  struct Start: Sendable {
    var time: Double
    var isTBD = false
    let officialDate: String

    /// `date` is a second of the official date, which does not change when a start moves past midnight.
    init(time: Double, isTBD: Bool = false, date: Double? = nil) {
      (self.time, self.isTBD) = (time, isTBD)
      officialDate = CalendarText.day(date ?? time)
    }
  }

  /// A game that is listed on two days.
  struct Move: Sendable {
    var from: Double
    var to: Double
    /// When the new day is known.
    var known: Double
    /// Whether the game is suspended and resumed rather than postponed.
    var isResumed: Bool
    /// The final state of the old day's row.
    var status: SimulatedStatus
  }

  /// Decides the course. `script` has all plays as if the first pitch were on time. A plain game has no reviews, and
  /// short phases before the first pitch; `overturning` requests a call that a review overturns. A washed-out game
  /// has another script, `first`, for its first attempt.
  init(
    _ course: SimulatedCourse, of fixture: Fixture, script: [ScriptedPlay], first: [ScriptedPlay] = [],
    anomalies: Set<SimulatedAnomaly> = [], isPlain: Bool, overturning: Bool, dice: SplitMix64
  ) {
    (self.course, self.anomalies, self.dice) = (course, anomalies, dice)
    (firstPitch, start) = (fixture.start, Timeline(Start(time: fixture.start)))
    (scheduledInnings, plays) = (fixture.scheduledInnings, script)
    if let announced = fixture.announced {
      start = Timeline(Start(time: fixture.unknownStart, isTBD: true, date: fixture.start))
      if !anomalies.contains(.startToBeDetermined) { start.set(Start(time: fixture.start), at: announced) }
    } else if anomalies.contains(.startToBeDetermined) {
      start = Timeline(Start(time: fixture.unknownStart, isTBD: true, date: fixture.start))
    }
    if isPlain {
      begin(preGame: 1200, warmup: 300, late: 0)
      finish(tied: false, lag: 240)
    } else {
      live(fixture, first, overturning: overturning)
    }
  }

  private mutating func live(_ fixture: Fixture, _ first: [ScriptedPlay], overturning: Bool) {
    plays = plays.paced(using: &dice)
    let tied =
      fixture.type == .spring && ![.tiebreak, .marathon].contains(course) ? plays.tied(after: scheduledInnings) : nil
    plays = tied ?? plays
    cutShort(fixture)
    spoilLog(fixture)
    switch course {
    case .plain, .delay, .suspended, .completedEarly, .tiebreak, .forfeit, .marathon: begin()
    case .startMoved:
      let known = firstPitch - dice.seconds(in: 7200...18_000)
      let later = [-1800, 600, 1800, 3600, 7200][dice.number(in: 0...4)]
      shift(by: Double(later))
      if !start[known].isTBD { start.set(Start(time: firstPitch, date: fixture.start), at: known) }
      begin()
    case .delayedStart: begin(late: dice.seconds(in: 1200...9000).onGrid)
    case .postponed:
      postpone()
      begin()
    case .cancelled: return cancel()
    case .washedOut:
      washOut(first)
      begin()
    case .startHeld: holdStart()
    }
    hold(fixture, overturning: overturning)
    finish(tied: tied != nil, lag: dice.seconds(in: 60...600))
  }

  mutating func shift(by seconds: Double) {
    firstPitch += seconds
    plays = plays.map { $0.moved(by: seconds) }
  }

  mutating func weather() -> SimulatedStatus.Weather {
    .allCases[dice.index(weights: [6, 1, 3, 1])]
  }

  /// Adds the phases up to the first pitch.
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

  /// Sets in progress at the planned time, a delay before the first pitch, and in progress again.
  private mutating func holdStart() {
    let planned = firstPitch
    status.set(.preGame, at: planned - 3600)
    status.set(.warmup, at: planned - 1200)
    status.set(.inProgress, at: planned)
    let held = planned + dice.seconds(in: 20...120).onGrid
    status.set(.delayedStart(weather()), at: held)
    let late = held - planned + dice.seconds(in: 600...7200).onGrid
    plays = plays.map { $0.moved(by: late) }
    if dice.chance(0.5) { status.set(.warmup, at: planned + late - 300) }
    status.set(.inProgress, at: planned + late - 1)
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
}

/// The first attempt of a game that was called off before it counted, as far as the feed shows it.
struct WashedOut: Sendable {
  let log: PlayLog
  /// The second from which the play log is empty.
  let vanishes: Double

  var moments: [Double] { log.moments.filter { $0 < vanishes } + [vanishes] }
}

extension GameDay {
  /// The rest of the first attempt, until the feed removes it.
  struct Abandoned: Sendable {
    var plays: [ScriptedPlay]
    var vanishes: Double
  }

  /// Stops `script` in one of its first innings, and moves the game to another day.
  mutating func washOut(_ script: [ScriptedPlay]) {
    let weather = weather()
    let from = firstPitch
    status.set(.preGame, at: from - 3600)
    status.set(.warmup, at: from - 1200)
    status.set(.inProgress, at: from)
    var first = script.paced(using: &dice)
    let most = min((first.lastIndex { $0.inning <= 4 } ?? 0), first.count - 1)
    first = Array(first.prefix(dice.number(in: 3...max(most, 3)) + 1))
    let last = first.count - 1
    let isWithin = dice.chance(0.5) && first[last].events.count > 1
    if isWithin { first[last].breakOff(after: dice.number(in: 0...first[last].events.count - 2)) }
    let stopped = (isWithin ? first[last].lastSeen : first[last].done) + 1
    status.set(.delayed(weather), at: stopped)
    let called = stopped + dice.seconds(in: 1800...9000).onGrid
    if isWithin, dice.chance(0.5) { first[last].eject(at: called) }
    status.set(.postponed(weather), at: called)
    moveAway(from, called, weather, leaving: first)
  }

  /// Moves the game. The play log is emptied when the game is called off, or with the status of the new day.
  private mutating func moveAway(
    _ from: Double, _ called: Double, _ weather: SimulatedStatus.Weather, leaving first: [ScriptedPlay]
  ) {
    let days = dice.chance(0.5) ? dice.number(in: 1...9) : dice.number(in: 10...60)
    shift(by: Double(days) * 86_400 + Double(dice.number(in: -6...2)) * 1800)
    let known = called + dice.seconds(in: 900...5400).onGrid
    let opened = firstPitch - 30_000
    move = Move(from: from, to: firstPitch, known: known, isResumed: false, status: .postponed(weather))
    let shows = [known, opened][dice.number(in: 0...1)]
    status.set(.scheduled, at: shows)
    // Sometimes the feed has the new date first.
    start.set(Start(time: firstPitch), at: dice.chance(0.3) ? known : shows)
    // Changes that come with the postponement appear with it.
    let isSeen = first.last?.lastSeen == called
    let vanishes = [isSeen ? called + 600 : called, called + 600, shows, shows][dice.number(in: 0...3)]
    abandoned = Abandoned(plays: first, vanishes: min(vanishes, shows))
  }
}

extension ScriptedPlay {
  /// Returns the plate appearance as it is when it is interrupted after one of its events, never to be finished.
  mutating func breakOff(after event: Int) {
    events = Array(events[...event])
    movements = movements.filter { $0.event <= event && events[$0.event].eventType != nil }
    (scoreAfter, outsAfter) = (scoreBeforeResult, events.last?.outs ?? outsAfter)
    (record, review, rbi, basesAfter) = (.until(event: event), nil, 0, [nil, nil, nil])
    done = lastSeen + 1
  }

  /// Adds an ejection as the last event of an interrupted plate appearance.
  mutating func eject(at time: Double) {
    var event = ScriptedEvent(
      time: time, eventType: "ejection", description: "\(batter.name) ejected by HP umpire Will Kessler.",
      player: batter,
      score: scoreAfter, balls: events.last?.balls ?? 0, strikes: events.last?.strikes ?? 0, outs: outsAfter)
    event.isScoring = false
    events.append(event)
    record = .until(event: events.count - 1)
    done = time + 1
  }
}
