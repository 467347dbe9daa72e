/// The first attempt of a game that was called off before it counted: what the feed shows of it until it is gone.
struct WashedOut: Sendable {
  let log: PlayLog
  /// From here on the play log is empty.
  let vanishes: Double

  var moments: [Double] { log.moments.filter { $0 < vanishes } + [vanishes] }
}

extension GameDay {
  /// The remains of the first attempt, until the feed drops them.
  struct Abandoned: Sendable {
    var plays: [ScriptedPlay]
    var vanishes: Double
  }

  /// Breaks `script` off in one of its first innings, and moves the game to another day.
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

  /// The play log is emptied when the game is called off, or with the status of the new day.
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
    // Sometimes the new date stands there first.
    start.set(Start(time: firstPitch), at: dice.chance(0.3) ? known : shows)
    // Changes that come with the postponement appear with it.
    let isSeen = first.last?.lastSeen == called
    let vanishes = [isSeen ? called + 600 : called, called + 600, shows, shows][dice.number(in: 0...3)]
    abandoned = Abandoned(plays: first, vanishes: min(vanishes, shows))
  }
}

extension ScriptedPlay {
  /// The plate appearance as it stands when it is broken off after one of its events, never to be finished.
  mutating func breakOff(after event: Int) {
    events = Array(events[...event])
    movements = movements.filter { $0.event <= event && events[$0.event].eventType != nil }
    (scoreAfter, outsAfter) = (scoreBeforeResult, events.last?.outs ?? outsAfter)
    (record, review, rbi, basesAfter) = (.until(event: event), nil, 0, [nil, nil, nil])
    done = lastSeen + 1
  }

  /// The last thing that is told of a plate appearance that was broken off.
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
