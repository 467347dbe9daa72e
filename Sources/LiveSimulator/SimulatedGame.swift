/// One game: its script, what becomes of it, and what StatsAPI would show of it at any second.
public struct SimulatedGame: Sendable {
  /// StatsAPI's id of the game.
  public let gamePk: Int
  /// What the weather and the league do to it.
  public let course: SimulatedCourse
  /// In the order of their times; no two are wrong at once.
  public let corrections: [SimulatedCorrection]
  /// Every second at which something new can be seen, in order.
  public let moments: [Double]

  let fixture: Fixture
  let script: Script
  let day: GameDay
  let log: PlayLog
  let lineups: LineupCard
  /// `gameData` without what changes.
  let head: GameHead

  /// Both sides, and the plays as they are in the end.
  struct Script: Sendable {
    var away: Roster
    var home: Roster
    var plays: [ScriptedPlay]
    /// The inning from which on the home side can win at any moment.
    var scheduledInnings: Int
  }

  /// How much of a real feed's life a game has.
  enum Life: Sendable {
    /// It begins when planned, is played through and is never wrong.
    case plain
    /// Everything; what is given is forced, where the game has room for it.
    case full(SimulatedCourse? = nil, SimulatedCorrection.Kind? = nil)
    /// Everything that does not move it to another day.
    case oneDay
  }

  /// A game with everything in it that comes in real life, first pitch planned on 2026-07-14, 04:53:20 UTC.
  ///
  /// - Parameters:
  ///   - seed: decides all; the same seed gives the same bytes everywhere.
  ///   - course: what the weather and the league do; nil lets the seed decide.
  ///   - correction: the one correction there is, where the game has a play for it; nil lets the seed decide.
  public init(seed: UInt64, course: SimulatedCourse? = nil, correction: SimulatedCorrection.Kind? = nil) {
    var dice = SplitMix64(seed: seed ^ 0x5EED)
    let first = dice.number(in: 0...Club.all.count - 1)
    let second = (first + dice.number(in: 1...Club.all.count - 1)) % Club.all.count
    let type: Fixture.GameType = dice.chance(0.1) ? .spring : .regular
    let fixture = Fixture(
      gamePk: 800_000 + Int(seed % 100_000), away: Club.all[first], home: Club.all[second], start: 1_784_000_000,
      type: type, scheduledInnings: type == .regular && dice.chance(0.06) ? 7 : 9, seed: seed)
    self.init(fixture, life: .full(course, correction))
  }

  init(_ fixture: Fixture, life: Life) {
    var dice = SplitMix64(seed: fixture.seed)
    let sides = (Roster(fixture.away, using: &dice), Roster(fixture.home, using: &dice))
    let plays = GameScript(
      away: sides.0, home: sides.1, firstPitch: fixture.start, seed: dice.next(),
      scheduledInnings: fixture.scheduledInnings, placesRunner: fixture.type.placesRunner
    ).plays
    let (drawn, forced, isPlain) = Self.decide(life, using: &dice)
    day = GameDay(
      drawn, of: fixture, script: plays, isPlain: isPlain, overturning: forced == .callOverturned,
      dice: dice.branched())
    (gamePk, course, self.fixture) = (fixture.gamePk, drawn, fixture)
    let plan = isPlain ? nil : CorrectionPlan(day, forced: forced, dice: dice.branched())
    corrections = plan?.corrections.map(\.correction) ?? []
    log = PlayLog(day, plan, isPlain ? nil : FeedHabits(day.plays, dice: dice.branched()))
    lineups = LineupCard(away: sides.0, home: sides.1, day: day, isPlain: isPlain, dice: dice.branched())
    script = Script(away: sides.0, home: sides.1, plays: day.plays, scheduledInnings: day.scheduledInnings)
    head = GameHead(fixture, script)
    moments = (day.status.moments + day.start.moments + log.moments + lineups.moments).sorted()
  }

  private static func decide(
    _ life: Life, using dice: inout SplitMix64
  ) -> (SimulatedCourse, SimulatedCorrection.Kind?, isPlain: Bool) {
    switch life {
    case .plain: return (.plain, nil, true)
    case .oneDay: return (.drawn(using: &dice, of: SimulatedCourse.oneDay), nil, false)
    case .full(let course, let correction):
      let courses = correction == nil ? SimulatedCourse.allCases : SimulatedCourse.played
      let drawn = SimulatedCourse.drawn(using: &dice, of: courses)
      return (course ?? drawn, correction, false)
    }
  }

  var firstPitch: Double { day.firstPitch }

  /// Every `statusCode` that it has, with the second from which on.
  public var statusCodes: [(time: Double, code: String)] {
    [(-.infinity, "S")] + day.status.changes.map { ($0.time, $0.value.code) }
  }

  /// Seconds since 1970 from which on nothing changes any more.
  public var end: Double { moments.last ?? day.end }

  /// The body of `/api/v1.1/game/<gamePk>/feed/live`.
  public func feed(at time: Double) -> [UInt8] { feed(at: time, hiding: 0) }

  /// The same without some of the last plays.
  func feed(at time: Double, hiding hidden: Int) -> [UInt8] {
    FeedDocument(game: self, time: time, shown: log.shown(at: time).dropLast(hidden)).json.bytes
  }

  /// The newest second at which something changed.
  func revision(at time: Double) -> Double {
    let next = moments.partitioningIndex { $0 > time }
    return next > 0 ? moments[next - 1] : (moments.first ?? firstPitch) - 3600
  }
}

extension SplitMix64 {
  /// Dice of their own for a part, so that one more draw there changes nothing elsewhere.
  mutating func branched() -> SplitMix64 { SplitMix64(seed: next()) }
}
