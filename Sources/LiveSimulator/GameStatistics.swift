/// The statistics of one side in a box score: the counts of its batters and its pitchers after the plays that are shown.
struct GameStatistics {
  private(set) var batting: [Int: StatLine] = [:]
  private(set) var pitching: [Int: Pitching] = [:]
  /// The pitchers in the order of their appearance.
  private(set) var pitchers: [Player] = []
  private(set) var errors = 0

  /// The counts of a pitcher or of all.
  struct Pitching {
    var line = StatLine(.pitching)
    var pitches = 0
    var strikes = 0

    fileprivate static func += (total: inout Pitching, other: Pitching) {
      total.line = StatLine.sum([total.line, other.line], of: .pitching)
      total.pitches += other.pitches
      total.strikes += other.strikes
    }
  }

  /// Counts the plays of one side that are shown at a second.
  init(of roster: Roster, isAway: Bool, _ shown: ArraySlice<PlayLog.Shown>, at time: Double) {
    for play in shown.map(\.play) {
      if play.isTop == isAway { bat(play, at: time) } else { pitch(play, roster.startingPitcher, at: time) }
    }
  }

  private mutating func bat(_ play: ScriptedPlay, at time: Double) {
    for movement in play.movements(at: time) {
      if movement.to == 4 { batting[movement.runner.id, default: StatLine(.hitting)]["runs"] += 1 }
      guard movement.to != nil, movement.eventType.hasPrefix("stolen_base") else { continue }
      batting[movement.runner.id, default: StatLine(.hitting)]["stolenBases"] += 1
    }
    guard play.done <= time, play.result.endsTurn else { return }
    var line = batting[play.batter.id] ?? StatLine(.hitting)
    line.count(play.result)
    line["plateAppearances"] += 1
    line["rbi"] += play.rbi
    batting[play.batter.id] = line
  }

  private mutating func pitch(_ play: ScriptedPlay, _ starter: Player, at time: Double) {
    var pitcher = play.firstPitcher
    if pitchers.isEmpty { enter(starter) }
    for event in play.events where event.time <= time {
      if event.isSubstitution, event.position == .pitcher, let player = event.player { pitcher = player }
      guard let call = event.call, call != .intentional, call != .violation else { continue }
      pitching[pitcher.id, default: Pitching()].pitches += 1
      if !call.isBall { pitching[pitcher.id, default: Pitching()].strikes += 1 }
    }
    enter(pitcher)
    var own = pitching[pitcher.id] ?? Pitching()
    for movement in play.movements(at: time) {
      errors += movement.credits.count { $0.name.hasSuffix("error") }
      guard let base = movement.to else {
        own.line["outs"] += 1
        continue
      }
      guard base == 4 else { continue }
      own.line["runs"] += 1
      if movement.isEarned { own.line["earnedRuns"] += 1 }
    }
    if play.done <= time, play.result.endsTurn {
      own.line.count(play.result)
      own.line["battersFaced"] += 1
    }
    pitching[pitcher.id] = own
  }

  private mutating func enter(_ pitcher: Player) { if !pitchers.contains(pitcher) { pitchers.append(pitcher) } }

  /// `teamStats`.
  var teamStats: JSON {
    let total = pitching.values.reduce(into: Pitching()) { $0 += $1 }
    return [
      "batting": StatLine.sum(Array(batting.values), of: .hitting).stat, "pitching": total.json,
      "fielding": ["errors": .number(errors)],
    ]
  }

  /// The member `stats` of a player; nil for one without any.
  func stats(of player: Int) -> JSON? {
    let lines = [("batting", batting[player]?.stat), ("pitching", pitching[player]?.json)]
    let known = lines.compactMap { name, line in line.map { (name, $0) } }
    return known.isEmpty ? nil : .object(known)
  }
}

extension GameStatistics.Pitching {
  fileprivate var json: JSON {
    line.stat.adding([("numberOfPitches", .number(pitches)), ("strikes", .number(strikes))])
  }
}

extension StatLine {
  /// Counts the result of a plate appearance, for the batter or the pitcher.
  fileprivate mutating func count(_ result: Outcome) {
    switch result {
    case .walk, .intentWalk: self["baseOnBalls"] += 1
    case .hitByPitch: self["hitByPitch"] += 1
    case .sacFly, .sacFlyDoublePlay: self["sacFlies"] += 1
    case .sacBunt, .sacBuntDoublePlay, .catcherInterference: break
    default: self["atBats"] += 1
    }
    let bases: [Outcome: Int] = [.single: 1, .double: 2, .triple: 3, .homeRun: 4]
    if let bases = bases[result] {
      self["hits"] += 1
      self["totalBases"] += bases
    }
    switch result {
    case .double: self["doubles"] += 1
    case .triple: self["triples"] += 1
    case .homeRun: self["homeRuns"] += 1
    case .strikeout, .strikeoutDoublePlay, .strikeoutTriplePlay: self["strikeOuts"] += 1
    default: break
    }
  }
}

extension ScriptedPlay {
  /// The moves of runners that are visible at a second: all of a finished play, and before that those on its actions.
  fileprivate func movements(at time: Double) -> [Movement] {
    done <= time
      ? movements
      : movements.filter { move in
        events.indices.contains(move.event) && events[move.event].time <= time && events[move.event].eventType != nil
      }
  }

  /// The pitcher at the beginning.
  fileprivate var firstPitcher: Player {
    events.first { $0.isSubstitution && $0.position == .pitcher && $0.replaced != nil }?.replaced ?? pitcher
  }
}
