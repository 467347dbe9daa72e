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
