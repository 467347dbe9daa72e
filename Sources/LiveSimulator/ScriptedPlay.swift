/// One plate appearance as it was decided, with the second of the game at which each part of it can be seen.
struct ScriptedPlay: Sendable {
  var index: Int
  var inning: Int
  var isTop: Bool
  /// Who ends it, like the pitcher.
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

  /// What of a plate appearance comes into the play log.
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

  /// What a fielder did.
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
