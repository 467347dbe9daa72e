/// One plate appearance as it was decided, with the second of the game at which each part of it can be seen.
struct ScriptedPlay: Sendable {
  var index: Int
  var inning: Int
  var isTop: Bool
  /// The batter at its end; `pitcher` likewise.
  var batter: Player
  var pitcher: Player
  /// Seconds since 1970, like all times here.
  var start: Double
  /// When the feed says that it is complete.
  var done = 0.0
  var events: [ScriptedEvent] = []
  var movements: [Movement] = []
  var result = Outcome.strikeout
  /// `result.event` where the outcome has several.
  var event: String?
  var description = ""
  var review: Review?
  var scoreBefore: Runs
  var scoreAfter: Runs
  var outsAfter = 0
  var basesAfter: [Player?] = [nil, nil, nil]
  var rbi = 0
  /// How much of it the play log has.
  var record = Record.whole
  /// Plate appearances before it that the play log does not have.
  var missingBefore = 0

  /// How much of a plate appearance the play log shows.
  enum Record: Hashable, Sendable {
    case whole
    /// Nothing; the linescore counts it all the same.
    case none
    /// It stays unfinished, and shows its events up to one of them.
    case until(event: Int)
  }

  /// Its place in the play log.
  var atBatIndex: Int { index - missingBefore }

  /// Its events that can ever be seen.
  var recorded: ArraySlice<ScriptedEvent> {
    switch record {
    case .whole: events[...]
    case .none: []
    case .until(let event): events.prefix(event + 1)
    }
  }

  /// Runs of both sides.
  struct Runs: Hashable, Sendable {
    var away = 0
    var home = 0

    /// The home side's lead, below zero when it is behind.
    var lead: Int { home - away }

    mutating func add(to isTop: Bool) { if isTop { away += 1 } else { home += 1 } }
  }

  /// A runner's way on one event of the plate appearance.
  struct Movement: Sendable {
    var runner: Player
    /// 0 for the batter, 1 to 3 for a base.
    var from: Int
    /// 1 to 3 for a base, 4 for a run; nil when out.
    var to: Int?
    var outNumber: Int?
    /// Index of the event on which it happened.
    var event: Int
    var eventType: String
    /// Where he stood before the event, when he moved more than once on it.
    var origin: Int?
    /// Where he was out: 1 to 4.
    var outBase: Int?
    /// `movementReason`.
    var reason: String?
    var isRBI = false
    var isEarned = true
    var credits: [Credit] = []
  }

  /// A fielder's part in a play.
  struct Credit: Sendable {
    var player: Player
    var position: Position
    /// As `f_putout`.
    var name: String
  }

  /// The score that the feed shows when these events can be seen.
  func score(at time: Double) -> Runs {
    if done <= time { return scoreAfter }
    return events.last { $0.time <= time && $0.score != nil }?.score ?? scoreBefore
  }

  /// The score when nothing but the result is to come.
  var scoreBeforeResult: Runs { events.last { $0.score != nil }?.score ?? scoreBefore }
}

extension ScriptedPlay {
  /// The same play, all of it so many seconds later.
  func moved(by seconds: Double) -> ScriptedPlay {
    var play = self
    play.start += seconds
    play.done += seconds
    for index in play.events.indices { play.events[index].time += seconds }
    return play
  }

  /// Where nothing of it is visible any more but its last pitch and not yet its result.
  var lastSeen: Double { events.last?.time ?? start }

  /// Runs that come with the completion, not with an action before it.
  var runsOnCompletion: Int {
    let before = scoreBeforeResult
    return scoreAfter.away + scoreAfter.home - before.away - before.home
  }
}

extension ScriptedPlay {
  fileprivate var onGrid: ScriptedPlay {
    var play = self
    (play.start, play.done) = (start.onGrid, done.onGrid)
    for index in play.events.indices { play.events[index].time = play.events[index].time.onGrid }
    return play
  }
}

extension Double {
  /// To 1/1024 s: sums of such times are exact, so that what comes at one moment stays together.
  var onGrid: Double { (self * 1024).rounded() / 1024 }
}

extension [ScriptedPlay] {
  /// At the feed's pace: a result comes 13 s or more after the last pitch, and mostly together with the next at-bat.
  func paced(using dice: inout SplitMix64) -> [ScriptedPlay] {
    let plays = map(\.onGrid)
    var offset = 0.0
    var paced: [ScriptedPlay] = []
    for (index, play) in plays.enumerated() {
      var play = play.moved(by: offset)
      let lag = Swift.max(play.done - play.lastSeen, dice.seconds(in: 13...18).onGrid)
      play.done = play.lastSeen + lag
      paced.append(play)
      guard index + 1 < count else { break }
      let next = plays[index + 1]
      let isSameHalf = next.isTop == play.isTop && next.inning == play.inning
      let gap = isSameHalf && dice.chance(0.7) ? 0 : next.start - plays[index].done
      offset = play.done + gap - next.start
    }
    return paced
  }

  /// The plays until rain ended the game: past the fifth, somebody leads, and led when the last whole inning ended.
  func endedEarly(scheduled: Int, using dice: inout SplitMix64) -> [ScriptedPlay]? {
    let places = indices.filter { index in
      let play = self[index]
      guard (6..<scheduled).contains(play.inning) else { return false }
      guard let whole = first(where: { $0.inning == play.inning })?.scoreBefore else { return false }
      return whole.leader != nil && whole.leader == play.scoreAfter.leader
    }
    return places.isEmpty ? nil : Array(prefix(through: places[dice.number(in: 0...places.count - 1)]))
  }

  /// The plays of a game that nobody won, nil where somebody did.
  func tied(after innings: Int) -> [ScriptedPlay]? {
    let whole = prefix { $0.inning <= innings }
    return whole.last?.scoreAfter.leader == nil ? Array(whole) : nil
  }
}

extension ScriptedPlay.Runs {
  enum Side: Sendable { case away, home }

  var leader: Side? { away == home ? nil : away > home ? .away : .home }
}
