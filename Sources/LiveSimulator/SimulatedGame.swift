/// One game: its script, its course, and what StatsAPI would show of it at any second.
public struct SimulatedGame: Sendable {
  /// StatsAPI's id of the game.
  public let gamePk: Int
  /// The effects of weather and league on it.
  public let course: SimulatedCourse
  /// The permanent fault of its feed.
  public let anomalies: Set<SimulatedAnomaly>
  /// Sorted by time; they do not overlap.
  public let corrections: [SimulatedCorrection]
  /// Every second at which the feed changes, in order.
  public let moments: [Double]

  let fixture: Fixture
  let script: Script
  let day: GameDay
  let log: PlayLog
  let lineups: LineupCard
  let decisions: Timeline<SimulatedDecisions?>
  /// The attempt before the one that counts.
  let washedOut: WashedOut?
  let mistyping: Mistyping?
  /// The constant part of `gameData`.
  let head: GameHead

  /// Both sides, and the plays in their final form.
  struct Script: Sendable {
    var away: Roster
    var home: Roster
    var plays: [ScriptedPlay]
    /// The inning from which the home side can win at any moment.
    var scheduledInnings: Int
  }

  /// The amount of irregularities of a game and its feed.
  enum Life: Sendable {
    /// The game begins on time and is played to its end, and the feed is always right.
    case plain
    /// All irregularities; given ones are forced, if the game has a play for them.
    case full(SimulatedCourse? = nil, SimulatedCorrection.Kind? = nil, Set<SimulatedAnomaly>? = nil)
    /// All irregularities that do not move the game to another day.
    case oneDay
  }

  /// The settings that follow from a `Life` for one game.
  private struct Plan {
    var course = SimulatedCourse.plain
    var correction: SimulatedCorrection.Kind?
    var anomalies: Set<SimulatedAnomaly> = []
    var isPlain = false
  }

  /// A game with everything that occurs in real life, first pitch planned on 2026-07-14, 04:53:20 UTC.
  /// - Parameters:
  ///   - seed: decides everything; the same seed gives the same bytes everywhere.
  ///   - course: the effects of weather and league; nil lets the seed decide.
  ///   - correction: the only correction, if the game has a play for it; nil lets the seed decide.
  ///   - anomalies: the permanent faults of its feed; nil lets the seed decide.
  public init(
    seed: UInt64, course: SimulatedCourse? = nil, correction: SimulatedCorrection.Kind? = nil,
    anomalies: Set<SimulatedAnomaly>? = nil
  ) {
    var dice = SplitMix64(seed: seed ^ 0x5EED)
    let first = dice.number(in: 0...Club.all.count - 1)
    let second = (first + dice.number(in: 1...Club.all.count - 1)) % Club.all.count
    let type: Fixture.GameType = dice.chance(0.1) ? .spring : .regular
    let fixture = Fixture(
      gamePk: 800_000 + Int(seed % 100_000), away: Club.all[first], home: Club.all[second], start: 1_784_000_000,
      type: type, scheduledInnings: type == .regular && dice.chance(0.06) ? 7 : 9, seed: seed)
    self.init(fixture, life: .full(course, correction, anomalies))
  }

  init(_ fixture: Fixture, life: Life) {
    var dice = SplitMix64(seed: fixture.seed)
    let sides = (Roster(fixture.away, using: &dice), Roster(fixture.home, using: &dice))
    let luck = dice.next()
    let plan = Self.plan(life, using: &dice)
    let script = Self.script(sides, fixture, luck, lasts: plan.course == .marathon ? 30 : nil)
    let first = plan.course == .washedOut ? Self.script(sides, fixture, ~luck, lasts: nil) : []
    day = GameDay(
      plan.course, of: fixture, script: script, first: first, anomalies: plan.anomalies, isPlain: plan.isPlain,
      overturning: plan.correction == .callOverturned, dice: dice.branched())
    (gamePk, course, anomalies, self.fixture) = (fixture.gamePk, plan.course, plan.anomalies, fixture)
    let wrong = plan.isPlain ? nil : CorrectionPlan(day, forced: plan.correction, dice: dice.branched())
    corrections = wrong?.corrections.map(\.correction) ?? []
    let habits = plan.isPlain ? nil : FeedHabits(day.plays, dice: dice.branched())
    lineups = LineupCard(away: sides.0, home: sides.1, day: day, isPlain: plan.isPlain, dice: dice.branched())
    mistyping = plan.anomalies.contains(.mistyped) ? Mistyping(plays: day.plays.count, dice: dice.branched()) : nil
    decisions = SimulatedDecisions.timeline(of: day, isPlain: plan.isPlain, dice: dice.branched())
    log = PlayLog(day.plays, day.reviews, wrong, habits, mistyping)
    washedOut = day.abandoned.map { WashedOut(log: PlayLog($0.plays), vanishes: $0.vanishes) }
    self.script = Script(away: sides.0, home: sides.1, plays: day.plays, scheduledInnings: day.scheduledInnings)
    head = GameHead(fixture, self.script)
    let earlier = washedOut.map { $0.moments }
    let moments = day.status.moments + day.start.moments + log.moments + lineups.moments + decisions.moments
    self.moments = (moments + (earlier ?? []) + (day.award.map { [$0.time] } ?? [])).sorted()
  }

  private static func script(
    _ sides: (Roster, Roster), _ fixture: Fixture, _ seed: UInt64, lasts: Int?
  ) -> [ScriptedPlay] {
    GameScript(
      away: sides.0, home: sides.1, firstPitch: fixture.start, seed: seed, scheduledInnings: fixture.scheduledInnings,
      lasts: lasts, placesRunner: fixture.type.placesRunner
    ).plays
  }

  private static func plan(_ life: Life, using dice: inout SplitMix64) -> Plan {
    switch life {
    case .plain: return Plan(isPlain: true)
    case .oneDay:
      let course = SimulatedCourse.drawn(using: &dice, of: SimulatedCourse.oneDay)
      return Plan(course: course, anomalies: SimulatedAnomaly.drawn(using: &dice))
    case .full(let course, let correction, let anomalies):
      let courses = correction == nil ? SimulatedCourse.allCases : SimulatedCourse.played
      let drawn = SimulatedCourse.drawn(using: &dice, of: courses)
      let wrong = SimulatedAnomaly.drawn(using: &dice)
      // A requested correction needs a play log.
      return Plan(
        course: course ?? drawn, correction: correction, anomalies: anomalies ?? (correction == nil ? wrong : []))
    }
  }

  var firstPitch: Double { day.firstPitch }

  /// Every `statusCode`, with the second from which it holds.
  public var statusCodes: [(time: Double, code: String)] {
    [(-.infinity, "S")] + day.status.changes.map { ($0.time, $0.value.code) }
  }

  /// The abbreviations of the clubs: `TOR@AZ`.
  public var title: String { "\(script.away.club.abbreviation)@\(script.home.club.abbreviation)" }

  /// Returns whether the club with this id plays.
  func has(_ club: Int) -> Bool { [fixture.away.id, fixture.home.id].contains(club) }

  /// The second since 1970 after which nothing changes.
  public var end: Double { moments.last ?? day.end }

  /// Returns the body of `/api/v1.1/game/<gamePk>/feed/live`.
  public func feed(at time: Double) -> [UInt8] { feed(at: time, hiding: 0) }

  /// Returns the body without some of the last plays.
  func feed(at time: Double, hiding hidden: Int) -> [UInt8] {
    FeedDocument(game: self, time: time, shown: shown(at: time).dropLast(hidden)).json.bytes
  }

  /// Returns the plays that the feed shows.
  func shown(at time: Double) -> [PlayLog.Shown] {
    if let washedOut, time < washedOut.vanishes { return washedOut.log.shown(at: time) }
    return log.shown(at: time)
  }

  /// Returns the newest second at which something changed.
  func revision(at time: Double) -> Double {
    let next = moments.partitioningIndex { $0 > time }
    return next > 0 ? moments[next - 1] : (moments.first ?? firstPitch) - 3600
  }
}

extension SplitMix64 {
  /// Returns a separate generator for a part, so that one more draw there changes nothing elsewhere.
  mutating func branched() -> SplitMix64 { SplitMix64(seed: next()) }
}
