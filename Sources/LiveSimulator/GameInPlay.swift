/// A game that is being decided, plate appearance by plate appearance.
struct GameInPlay {
  let scheduledInnings: Int
  let placesRunner: Bool
  let flavour: Flavour
  /// Away and home; `batting` and `fielding` are indexes into it.
  var lineups: [Lineup]
  var dice: SplitMix64
  var clock: Double
  var score = ScriptedPlay.Runs()
  var field = Field()
  /// The current plate appearance.
  var play: ScriptedPlay
  var balls = 0
  var strikes = 0
  /// Whether the current plate appearance has its result.
  var hasEnded = false
  /// The base that the batter was awarded, for texts that need more than the outcome.
  var sentence = ""
  private var plays: [ScriptedPlay] = []
  /// The first four groups of all its UUIDs.
  private let playIdPrefix: String

  init(away: Roster, home: Roster, firstPitch: Double, seed: UInt64, scheduledInnings: Int, placesRunner: Bool) {
    var dice = SplitMix64(seed: seed)
    (self.scheduledInnings, self.placesRunner) = (scheduledInnings, placesRunner)
    flavour = Flavour(using: &dice)
    lineups = [Lineup(away), Lineup(home)]
    let hex = String(dice.next() | 1 << 63, radix: 16)
    playIdPrefix = "\(hex.prefix(8))-\(hex.dropFirst(8).prefix(4))-4\(hex.suffix(3))-8\(hex.dropFirst(5).prefix(3))-"
    (self.dice, clock) = (dice, firstPitch)
    play = ScriptedPlay(
      index: 0, inning: 1, isTop: true, batter: away.batters[0], pitcher: home.startingPitcher, start: firstPitch,
      scoreBefore: score, scoreAfter: score)
  }

  var batting: Int { play.isTop ? 0 : 1 }
  var fielding: Int { play.isTop ? 1 : 0 }

  /// Whether the home side is ahead and need not bat on.
  var isWon: Bool { !play.isTop && play.inning >= scheduledInnings && score.lead > 0 }

  /// Whether the pitchers allow nothing in this half.
  var isDominated: Bool { flavour.dominant == fielding && play.inning <= flavour.lasts }
  var isPerfect: Bool { isDominated && flavour.isPerfect }
  var isImmaculate: Bool {
    flavour.immaculate.map { $0.inning == play.inning && $0.isTop == play.isTop } ?? false
  }

  /// Plays the game. Until inning `last`, no side leads by more than one run, or leads after the scheduled innings.
  mutating func played(until last: Int) -> [ScriptedPlay] {
    var inning = 1
    repeat {
      if inning < last { playLevel(inning) } else { play(inning) }
      inning += 1
    } while inning <= scheduledInnings || score.lead == 0
    return plays
  }

  private mutating func play(_ inning: Int) {
    playHalf(inning, isTop: true)
    if inning < scheduledInnings || score.lead <= 0 { playHalf(inning, isTop: false) }
  }

  /// Plays the inning with other random numbers until it leaves the game undecided.
  private mutating func playLevel(_ inning: Int) {
    let before = self
    var luck = dice
    let most = inning < scheduledInnings ? 1 : 0
    repeat {
      self = before
      dice = luck.branched()
      play(inning)
    } while abs(score.lead) > most
  }

  private mutating func playHalf(_ inning: Int, isTop: Bool) {
    field = Field()
    if !plays.isEmpty { clock += 120 }
    var isFirst = true
    repeat {
      bat(inning, isTop: isTop, isFirst: isFirst)
      isFirst = false
    } while field.outs < 3 && !isWon
  }

  /// Plays one plate appearance.
  private mutating func bat(_ inning: Int, isTop: Bool, isFirst: Bool) {
    let (side, other) = isTop ? (0, 1) : (1, 0)
    play = ScriptedPlay(
      index: plays.count, inning: inning, isTop: isTop, batter: lineups[side].slots[lineups[side].turn].player,
      pitcher: lineups[other].pitcher, start: clock, scoreBefore: score, scoreAfter: score)
    (balls, strikes, hasEnded, sentence) = (0, 0, false, "")
    if isFirst { openHalf() }
    substitute()
    while !hasEnded {
      beforePitch()
      if !hasEnded { pitch() }
    }
    finish()
  }

  private mutating func openHalf() {
    if plays.isEmpty { announceStart() }
    settleDefence()
    guard play.inning > scheduledInnings, placesRunner else { return }
    let slot = (lineups[batting].next + 8) % 9
    let runner = lineups[batting].slots[slot].player
    field.bases[1] = runner
    act("runner_placed", "\(runner.name) starts inning at 2nd base.", by: runner)
  }

  /// Ends the plate appearance. If the runners ended it, the same batter begins the next one.
  private mutating func finish() {
    let isBattersOwn = play.result.endsTurn
    if isBattersOwn {
      lineups[batting].next += 1
      lineups[fielding].faced += 1
    }
    describe()
    review()
    clock += dice.seconds(in: 7...14)
    play.done = clock
    play.scoreAfter = score
    play.outsAfter = field.outs
    play.basesAfter = field.outs < 3 ? field.bases : [nil, nil, nil]
    plays.append(play)
    clock += dice.seconds(in: 4...15)
  }

  /// Adds an action with the current score, count and outs.
  mutating func act(
    _ eventType: String, _ text: String, by player: Player? = nil, takes seconds: ClosedRange<Double> = 6...14
  ) {
    clock += dice.seconds(in: seconds)
    var event = ScriptedEvent(
      time: clock, eventType: eventType, description: text, player: player, score: score, balls: balls,
      strikes: strikes, outs: field.outs)
    event.isScoring = score != play.scoreBeforeResult
    play.events.append(event)
  }

  /// An id that is unique in all games.
  var playId: String {
    playIdPrefix + String(100_000_000_000 + play.index * 1000 + play.events.count)
  }
}

extension Outcome {
  /// Whether the next batter follows.
  var endsTurn: Bool {
    switch self {
    case .caughtStealing, .caughtStealingThird, .caughtStealingHome, .pickoffFirst, .pickoffSecond, .pickoffThird,
      .pickoffCaughtStealing, .pickoffCaughtStealingThird, .pickoffErrorFirst, .pickoffErrorSecond, .pickoffErrorThird,
      .otherOut, .wildPitch,
      .passedBall, .balk, .forcedBalk, .error, .stolenHome, .otherAdvance:
      false
    default: true
    }
  }
}

/// A whole game, played by the rules from a seed in advance.
struct GameScript: Sendable {
  let away: Roster
  let home: Roster
  let scheduledInnings: Int
  let plays: [ScriptedPlay]

  /// - Parameters:
  ///   - away: the visitors, who bat first.
  ///   - home: the home side.
  ///   - firstPitch: when the first plate appearance begins, in seconds since 1970.
  ///   - seed: decides everything.
  ///   - scheduledInnings: 9, or 7.
  ///   - lasts: the inning before which the game stays undecided; nil sets no such limit.
  ///   - placesRunner: whether extra innings begin with a runner on second, as they do outside the postseason.
  init(
    away: Roster, home: Roster, firstPitch: Double, seed: UInt64, scheduledInnings: Int = 9, lasts: Int? = nil,
    placesRunner: Bool = true
  ) {
    (self.away, self.home, self.scheduledInnings) = (away, home, scheduledInnings)
    var game = GameInPlay(
      away: away, home: home, firstPitch: firstPitch, seed: seed, scheduledInnings: scheduledInnings,
      placesRunner: placesRunner)
    plays = game.played(until: lasts ?? 0)
  }
}

/// Rare features of a game, chosen by the seed. Most games have none.
struct Flavour: Sendable {
  /// The side whose pitchers allow no hit: 0 away, 1 home.
  var dominant: Int?
  /// Whether they allow no walk either.
  var isPerfect = false
  /// The last inning in which that holds.
  var lasts = Int.max
  /// Three strikeouts on nine pitches.
  var immaculate: (inning: Int, isTop: Bool)?
  /// A batter who hits for the cycle: his side, his place in the order, and his hits in order.
  var cycle: (side: Int, place: Int, hits: [Outcome])?

  static let plain = Flavour()

  init() {}

  init(using dice: inout SplitMix64) {
    switch dice.number(in: 0...599) {
    case 0..<4: (dominant, isPerfect) = (dice.number(in: 0...1), true)
    case 4..<10: dominant = dice.number(in: 0...1)
    case 10..<22:
      (dominant, lasts) = (dice.number(in: 0...1), dice.number(in: 5...8))
      isPerfect = dice.chance(0.4)
    case 22..<28: immaculate = (dice.number(in: 1...7), dice.chance(0.5))
    case 28..<36:
      let hits = [Outcome.single, .double, .triple, .homeRun].shuffled(using: &dice)
      cycle = (dice.number(in: 0...1), dice.number(in: 0...4), hits)
    default: break
    }
  }
}
