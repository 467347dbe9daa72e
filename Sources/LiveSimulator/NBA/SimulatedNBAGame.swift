/// One game of the NBA: its script, its course, and what cdn.nba.com would show of it at any second.
public struct SimulatedNBAGame: Sendable {
  /// The ten digits of the id: `0022500776`.
  public var gameId: String { fixture.gameId }
  /// The id as a number: `22500776`.
  public var number: Int { fixture.idNumber }
  /// The effects of a building, the league and the feed on it.
  public let course: NBACourse
  /// Sorted by the time at which they end.
  public let corrections: [NBACorrection]
  /// The permanent faults of its files.
  public let anomalies: Set<NBAAnomaly>
  /// Every second at which one of its documents says something else than the clock, in order.
  public let moments: [Double]

  let fixture: NBAFixture
  let rosters: PerSide<NBARoster>
  let officials: [NBAOfficial]
  /// The actions in their final form, in the order of the list.
  let script: [NBAAction]
  let log: NBAPlayLog
  /// When the last action is seen.
  let over: Double
  /// When `gameStatus` becomes 3.
  public let finalTime: Double
  /// The other day of a game that is called off, and when it is known.
  let move: Move?

  /// The postponement of a game.
  struct Move: Sendable {
    /// When the text becomes `PPD`.
    var called: Double
    /// When the new day is known.
    var known: Double
    /// The new announced start.
    var start: Double
  }

  /// The amount of irregularities of a game and its files.
  enum Life: Sendable {
    /// The game begins on time, and the files are always right.
    case plain
    /// All irregularities; given ones are forced, if the game has an action for them.
    case full(NBACourse? = nil, NBACorrection.Kind? = nil, Set<NBAAnomaly>? = nil)
    /// All irregularities that do not move the game to another day.
    case oneDay
  }

  /// A game with everything that occurs in real life, announced for 2026-01-15, 00:30 UTC.
  /// - Parameters:
  ///   - seed: decides everything; the same seed gives the same bytes everywhere.
  ///   - course: what happens to the game; nil lets the seed decide.
  ///   - correction: a correction of this kind occurs, if the game has an action for it.
  ///   - anomalies: the permanent faults of its files; nil lets the seed decide.
  public init(
    seed: UInt64, course: NBACourse? = nil, correction: NBACorrection.Kind? = nil, anomalies: Set<NBAAnomaly>? = nil
  ) {
    var dice = SplitMix64(seed: seed ^ 0xBA5E)
    let first = dice.number(in: 0...NBAClub.all.count - 1)
    let second = (first + dice.number(in: 1...NBAClub.all.count - 1)) % NBAClub.all.count
    let fixture = NBAFixture(
      number: 1 + Int(seed % 99_999), away: NBAClub.all[first], home: NBAClub.all[second], start: 1_768_437_000,
      seed: seed)
    self.init(fixture, life: .full(course, correction, anomalies))
  }

  init(_ fixture: NBAFixture, life: Life) {
    var dice = SplitMix64(seed: fixture.seed)
    self.fixture = fixture
    let (home, away) = (NBARoster(fixture.home, using: &dice), NBARoster(fixture.away, using: &dice))
    rosters = PerSide(home: home, away: away)
    officials = NBAOfficial.crew(using: &dice)
    let (luck, plan) = (dice.next(), Plan(life, using: &dice))
    (course, anomalies) = (plan.course, plan.anomalies)
    var tip = fixture.tip ?? fixture.start + dice.seconds(in: 400...760).rounded()
    if course == .delayedStart { tip += dice.seconds(in: 1200...3600).rounded() }
    if course == .postponed {
      let called = fixture.start - dice.seconds(in: 1800...14_400).rounded()
      let start = fixture.start + Double(dice.number(in: 2...30)) * 86_400
      let known = min(called + dice.seconds(in: 3600...90_000), start - 40_000).rounded()
      move = Move(called: called, known: known, start: start)
      tip += start - fixture.start
    } else {
      move = nil
    }
    let played = Self.play(rosters, officials, tip: tip, luck, goesToOvertime: course == .overtime)
    let final = anomalies.contains(.memo) ? Self.addingMemo(to: played, using: &dice) : played
    let scorer = NBAScorer(
      final, rosters: rosters, isPlain: plan.isPlain, anomalies: anomalies, forced: plan.correction,
      dice: dice.branched())
    (script, corrections) = (scorer.script, scorer.corrections)
    log = NBAPlayLog(
      scorer.entries, script: script, clubs: PerSide(home: fixture.home, away: fixture.away),
      hold: course == .held ? Self.hold(script, using: &dice) : nil, anomalies: anomalies)
    over = log.moments.first { time in time >= scorer.finished } ?? tip
    finalTime = over + (plan.isPlain ? 60 : dice.seconds(in: 60...300).rounded())
    let edges = [log.start - NBAFixture.boxscoreLead, over, finalTime, scorer.written]
    moments = Set(log.moments + edges + (move.map { [$0.called, $0.known] } ?? [])).sorted()
  }

  /// The settings that follow from a `Life` for one game.
  private struct Plan {
    var course = NBACourse.plain
    var correction: NBACorrection.Kind?
    var anomalies: Set<NBAAnomaly> = []
    var isPlain = false

    init(_ life: Life, using dice: inout SplitMix64) {
      switch life {
      case .plain: isPlain = true
      case .oneDay: (course, anomalies) = (.drawnForOneDay(using: &dice), NBAAnomaly.drawn(using: &dice))
      case .full(let course, let correction, let anomalies):
        let drawn = NBACourse.drawn(using: &dice)
        let wrong = NBAAnomaly.drawn(using: &dice)
        (self.course, self.correction, self.anomalies) = (course ?? drawn, correction, anomalies ?? wrong)
      }
    }
  }

  /// Plays the game; for over time it is played until it is level after four periods.
  private static func play(
    _ rosters: PerSide<NBARoster>, _ officials: [NBAOfficial], tip: Double, _ luck: UInt64, goesToOvertime: Bool
  ) -> [NBAAction] {
    var luck = SplitMix64(seed: luck)
    for _ in 0..<400 {
      let script = NBAGameInPlay.played(rosters: rosters, officials: officials, tip: tip, seed: luck.next())
      if !goesToOvertime || script.contains(where: { $0.period > 4 }) { return script }
    }
    return NBAGameInPlay.played(rosters: rosters, officials: officials, tip: tip, seed: luck.next())
  }

  private static func addingMemo(to script: [NBAAction], using dice: inout SplitMix64) -> [NBAAction] {
    let place = dice.number(in: 20...script.count - 20)
    var memo = script[place]
    memo = NBAAction(
      period: memo.period, clock: memo.clock, time: memo.time, edited: memo.time.rounded(.down), kind: .memo)
    var longer = script
    longer.insert(memo, at: place)
    return longer.map { action in
      var action = action
      action.shot = action.shot.map { $0 >= place ? $0 + 1 : $0 }
      return action
    }
  }

  private static func hold(_ script: [NBAAction], using dice: inout SplitMix64) -> ClosedRange<Double> {
    let action = script[dice.number(in: script.count / 5...script.count * 4 / 5)]
    return action.time...(action.time + dice.seconds(in: 240...1200).rounded())
  }

  /// The abbreviations of the clubs: `BOS@NYK`.
  public var title: String { "\(fixture.away.tricode)@\(fixture.home.tricode)" }

  /// The day in New York on which the game is played, such as `2026-01-14`.
  public var date: String { EasternTime(start(at: .infinity)).date }

  /// The second since 1970 after which nothing changes.
  public var end: Double { moments.last ?? finalTime }

  /// When the first action is seen.
  public var tipOff: Double { log.start }

  var clubs: PerSide<NBAClub> { PerSide(home: fixture.home, away: fixture.away) }

  /// Returns the announced start that holds at a second.
  func start(at time: Double) -> Double {
    guard let move, move.known <= time else { return fixture.start }
    return move.start
  }

  /// Whether the game is called off and its new day has not come yet.
  func isPostponed(at time: Double) -> Bool { move.map { $0.called <= time && time < $0.start - 36_000 } ?? false }

  /// Returns the body of `playbyplay_<gameId>.json`; nil while there is no file, which cdn.nba.com answers with 403 and
  /// XML.
  public func playByPlay(at time: Double) -> [UInt8]? { playByPlay(at: time, hiding: 0) }

  /// Returns the body without some of the last actions.
  func playByPlay(at time: Double, hiding hidden: Int) -> [UInt8]? {
    guard log.start <= time else { return nil }
    return PlayByPlayDocument(game: self, time: time, shown: log.shown(at: time).dropLast(hidden)).bytes
  }

  /// Returns the body of `boxscore_<gameId>.json`; nil until half an hour before the tip.
  public func boxscore(at time: Double) -> [UInt8]? {
    guard log.start - NBAFixture.boxscoreLead <= time else { return nil }
    return NBABoxscoreDocument(game: self, time: time).json.bytes
  }

  /// Returns the newest second at which a document changed.
  func revision(at time: Double) -> Double {
    let next = moments.partitioningIndex { $0 > time }
    return next > 0 ? moments[next - 1] : (moments.first ?? fixture.start)
  }
}

/// One game as the league has planned it.
struct NBAFixture: Sendable {
  /// The last five digits of the gameId.
  var number: Int
  var away: NBAClub
  var home: NBAClub
  /// The announced start in seconds since 1970.
  var start: Double
  /// When the game begins, if nothing delays it; nil lets the seed decide.
  var tip: Double?
  var seed: UInt64

  /// Seconds from the first box score to the first action.
  static let boxscoreLead = 1800.0

  /// `22500776`: a regular-season game of 2025-26.
  var idNumber: Int { 22_500_000 + number }
  /// `0022500776`.
  var gameId: String { "00\(idNumber)" }
}
