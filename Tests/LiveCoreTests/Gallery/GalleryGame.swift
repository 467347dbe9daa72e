@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// A made-up game as a poller sees it: an answer of the feed after every plate appearance.
struct GalleryGame {
  private(set) var snapshots: [GameSnapshot] = []
  private var now: GameSnapshot
  private var clock: Timestamp
  private var score = Score.zero
  private var inning = HalfInning(number: 1, half: .top)
  private var outs = 0
  private var bases = Bases.empty
  /// The next batter of each team.
  private var turns = Sides(away: 0, home: 0)
  private let orders: Sides<[Person]>
  private var pitchers: Sides<Person>

  init(id: Int, _ away: GalleryClub, at home: GalleryClub, firstPitch: Timestamp) {
    clock = firstPitch
    orders = Sides(away: away.order, home: home.order)
    pitchers = Sides(away: away.pitcher, home: home.pitcher)
    let everybody = away.everybody + home.everybody
    now = GameSnapshot(
      gamePk: id, timeStamp: firstPitch,
      info: GameInfo(
        type: "R", gameNumber: 1, officialDate: "2026-07-13", scheduledStart: firstPitch, away: away.team,
        home: home.team, nicknames: Sides(away: away.nickname, home: home.nickname)),
      status: MLBStatus(codedGameState: "P", statusCode: "P", detailedState: "", reason: nil),
      linescore: Linescore(scheduledInnings: 9), plays: [],
      names: Dictionary(uniqueKeysWithValues: everybody.map { ($0.id, $0.name) }))
  }

  var events: [Event] { get throws { try Replayed.events(of: snapshots) } }

  /// Lets some seconds pass, and adds the current state to the answers of the feed.
  mutating func show(after seconds: Int = 12) {
    clock = clock + .seconds(seconds)
    now.timeStamp = clock
    (now.linescore.awayRuns, now.linescore.homeRuns) = (score.away, score.home)
    snapshots.append(now)
  }

  mutating func status(_ code: String, reason: String? = nil, after seconds: Int = 12) {
    now.status = MLBStatus(
      codedGameState: String(code.prefix(1)), statusCode: code, detailedState: "", reason: reason)
    show(after: seconds)
  }

  /// Names the pitchers of record.
  mutating func decide(_ decisions: Decisions) { now.decisions = decisions }

  mutating func probable(_ pitcher: Person, _ side: Side) {
    now.lineups[side].probablePitcher = pitcher
    show(after: 30)
  }

  mutating func challengesLeft(_ left: Sides<Int?>) { now.absChallengesLeft = left }

  mutating func begin(_ number: Int, _ half: HalfInning.Half) {
    (inning, outs, bases) = (HalfInning(number: number, half: half), 0, .empty)
  }

  /// Plays a plate appearance from its first pitch to its end. `text` describes it; the batter reaches `base`, or is
  /// out if that is nil.
  @discardableResult
  mutating func bat(
    _ eventType: String, to base: String? = nil, runners: Bases? = nil, scoring: [Person] = [], actions: [Action] = [],
    _ text: (Person) -> String
  ) -> Person {
    let batter = step(up: actions)
    finish(eventType, to: base, runners: runners, scoring: scoring, text(batter))
    return batter
  }

  /// Begins a plate appearance, with the actions so far.
  @discardableResult
  mutating func step(up actions: [Action] = []) -> Person {
    let side = inning.batting
    let batter = orders[side][turns[side] % orders[side].count]
    turns[side] += 1
    clock = clock + .seconds(25)
    now.plays.append(
      Play(
        atBatIndex: now.plays.count, inning: inning, startTime: clock, isComplete: false, isScoringPlay: false,
        result: Play.Result(score: score), outs: outs, batter: batter, pitcher: pitchers[side.other], basesAfter: bases,
        runners: [], actions: actions.map(dated), lastEventIndex: actions.count))
    return batter
  }

  /// Adds an action with its runs to the plate appearance, and shows it until the tracker accepts it.
  mutating func act(_ action: Action, runs: Int = 0) {
    add(runs)
    var action = dated(action)
    if runs > 0 { (action.score, action.isScoringPlay) = (score, true) }
    now.plays[now.plays.count - 1].actions.append(action)
    for _ in 0..<2 { show(after: 6) }
  }

  /// Removes the newest action, for as long as the tracker needs to accept that.
  mutating func unact(runs: Int) {
    add(-runs)
    now.plays[now.plays.count - 1].actions.removeLast()
    for _ in 0..<4 { show() }
  }

  /// Ends the plate appearance.
  mutating func finish(
    _ eventType: String, to base: String? = nil, runners: Bases? = nil, scoring: [Person] = [], _ text: String
  ) {
    var play = now.plays.removeLast()
    outs += base == nil ? 1 : 0
    add(scoring.count)
    bases = runners ?? bases
    (play.isComplete, play.isScoringPlay, play.outs, play.basesAfter) = (true, !scoring.isEmpty, outs, bases)
    play.endTime = clock + .seconds(50)
    play.result = Play.Result(
      eventType: eventType, event: eventType, description: text, rbi: scoring.count, score: score)
    play.runners = [RunnerMovement(runner: play.batter, end: base, isOut: base == nil, credits: [])]
    play.runners += scoring.filter { $0 != play.batter }.map {
      RunnerMovement(runner: $0, start: "2B", end: "score", isOut: false, credits: [])
    }
    now.plays.append(play)
    show(after: 62)
  }

  /// Retires the next three batters.
  mutating func retire(_ number: Int, _ half: HalfInning.Half) {
    begin(number, half)
    retire(3)
  }

  mutating func retire(_ count: Int) {
    for turn in (3 - count)..<3 {
      bat(turn == 2 ? "strikeout" : "field_out") { batter in
        ["\(batter.name) grounds out sharply.", "\(batter.name) flies out.", "\(batter.name) strikes out swinging."][
          turn]
      }
    }
  }

  /// Changes an earlier play, as the official scorer does; `back` counts from the newest play.
  mutating func correct(back: Int, _ change: (inout Play) -> Void) {
    change(&now.plays[now.plays.count - 1 - back])
    show()
  }

  mutating func relieve(_ side: Side, by pitcher: Person) {
    let replaced = pitchers[side]
    pitchers[side] = pitcher
    step()
    now.plays[now.plays.count - 1].pitcher = pitcher
    var change = Action(
      "pitching_substitution", pitcher, "Pitching Change: \(pitcher.name) replaces \(replaced.name).")
    change.replacedPlayer = replaced.id
    act(change)
  }

  private mutating func add(_ runs: Int) {
    if inning.half == .top { score.away += runs } else { score.home += runs }
  }

  private func dated(_ action: Action) -> Action {
    var action = action
    (action.startTime, action.endTime) = (clock, clock + .seconds(4))
    return action
  }
}

/// The players of a club on that day.
struct GalleryClub {
  var team: Team
  var nickname: String
  var order: [Person]
  var pitcher: Person
  var fixture: [Person] = []

  var everybody: [Person] { order + [pitcher] + fixture }
}

extension Action {
  init(_ eventType: String, _ player: Person, _ description: String) {
    self.init(
      index: 0, eventType: eventType, event: eventType, description: description, isScoringPlay: false,
      player: player.id)
  }
}
