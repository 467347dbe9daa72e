/// One decided plate appearance, with the seconds at which its parts become visible.
struct ScriptedPlay: Sendable {
  var index: Int
  var inning: Int
  var isTop: Bool
  /// The batter at its end; `pitcher` likewise.
  var batter: Player
  var pitcher: Player
  /// The beginning in seconds since 1970, like all times here.
  var start: Double
  /// When the feed marks it as complete.
  var done = 0.0
  var events: [ScriptedEvent] = []
  var movements: [Movement] = []
  var result = Outcome.strikeout
  /// `result.event`, if the outcome has several.
  var event: String?
  var description = ""
  var review: Review?
  var scoreBefore: Runs
  var scoreAfter: Runs
  var outsAfter = 0
  var basesAfter: [Player?] = [nil, nil, nil]
  var rbi = 0
  /// The part of it in the play log.
  var record = Record.whole
  /// The number of earlier plate appearances that the play log lacks.
  var missingBefore = 0

  /// The part of a plate appearance that the play log shows.
  enum Record: Hashable, Sendable {
    case whole
    /// Nothing; the linescore still counts it.
    case none
    /// The events up to one of them; it stays unfinished.
    case until(event: Int)
  }

  /// Its position in the play log.
  var atBatIndex: Int { index - missingBefore }

  /// The events that become visible at some time.
  var recorded: ArraySlice<ScriptedEvent> {
    switch record {
    case .whole: events[...]
    case .none: []
    case .until(let event): events.prefix(event + 1)
    }
  }

  /// The runs of both sides.
  struct Runs: Hashable, Sendable {
    var away = 0
    var home = 0

    /// The home side's lead, negative if it is behind.
    var lead: Int { home - away }

    mutating func add(to isTop: Bool) { if isTop { away += 1 } else { home += 1 } }
  }

  /// A runner's move on one event of the plate appearance.
  struct Movement: Sendable {
    var runner: Player
    /// The starting base, 1 to 3; 0 for the batter.
    var from: Int
    /// The reached base, 1 to 3; 4 for a run; nil for an out.
    var to: Int?
    var outNumber: Int?
    /// The index of the event on which it happened.
    var event: Int
    var eventType: String
    /// The base before the event, if the runner moved more than once on it.
    var origin: Int?
    /// The base of the out, 1 to 4.
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
    /// The name, such as `f_putout`.
    var name: String
  }

  /// Returns the score that the feed shows when these events are visible.
  func score(at time: Double) -> Runs {
    if done <= time { return scoreAfter }
    return events.last { $0.time <= time && $0.score != nil }?.score ?? scoreBefore
  }

  /// The score before the result.
  var scoreBeforeResult: Runs { events.last { $0.score != nil }?.score ?? scoreBefore }
}

extension ScriptedPlay {
  /// Returns the play with all times moved by so many seconds.
  func moved(by seconds: Double) -> ScriptedPlay {
    var play = self
    play.start += seconds
    play.done += seconds
    for index in play.events.indices { play.events[index].time += seconds }
    return play
  }

  /// The time of its last event, before its result is visible.
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
  /// The time rounded to 1/1024 s: sums of such times are exact, so that simultaneous changes stay simultaneous.
  var onGrid: Double { (self * 1024).rounded() / 1024 }
}

extension [ScriptedPlay] {
  /// Returns the plays at the feed's pace: a result comes 13 s or more after the last pitch, and mostly with the next
  /// at-bat.
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

  /// Returns the plays until rain ended the game: after the fifth inning, with a lead now and at the end of the last
  /// whole inning. Nil if that never holds.
  func endedEarly(scheduled: Int, using dice: inout SplitMix64) -> [ScriptedPlay]? {
    let places = indices.filter { index in
      let play = self[index]
      guard (6..<scheduled).contains(play.inning) else { return false }
      guard let whole = first(where: { $0.inning == play.inning })?.scoreBefore else { return false }
      return whole.leader != nil && whole.leader == play.scoreAfter.leader
    }
    return places.isEmpty ? nil : Array(prefix(through: places[dice.number(in: 0...places.count - 1)]))
  }

  /// Returns the plays of a tied game; nil if a side leads.
  func tied(after innings: Int) -> [ScriptedPlay]? {
    let whole = prefix { $0.inning <= innings }
    return whole.last?.scoreAfter.leader == nil ? Array(whole) : nil
  }
}

extension ScriptedPlay.Runs {
  enum Side: Sendable { case away, home }

  var leader: Side? { away == home ? nil : away > home ? .away : .home }
}
