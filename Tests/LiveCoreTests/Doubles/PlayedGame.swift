@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// A game written by hand, play by play, as the feed shows it.
struct PlayedGame {
  static let id = GameID(league: .mlb, gamePk: 900_001)
  static let firstPitch = Timestamp(seconds: 1_720_838_400)

  private(set) var snapshot: GameSnapshot
  private var clock = firstPitch
  private var score = Score.zero

  init(status code: String = "I") {
    snapshot = GameSnapshot(
      gamePk: Self.id.gamePk, timeStamp: Self.firstPitch,
      info: GameInfo(
        type: "R", gameNumber: 1, officialDate: "2024-07-12", scheduledStart: Self.firstPitch,
        away: Team(id: 141, abbreviation: "TOR", name: "Toronto Blue Jays"),
        home: Team(id: 109, abbreviation: "AZ", name: "Arizona Diamondbacks")),
      status: MLBStatus(codedGameState: String(code.prefix(1)), statusCode: code, detailedState: "", reason: nil),
      linescore: Linescore(scheduledInnings: 9), plays: [], names: [7: "Seven Sánchez"])
  }

  /// Adds a completed plate appearance, and lets 60 s pass.
  @discardableResult
  mutating func play(
    _ eventType: String, _ half: HalfInning.Half = .top, inning: Int = 1, batter: Int = 1, outs: Int = 0,
    runs: Int = 0, actions: [Action] = [], isComplete: Bool = true, onBase: Bases = .empty
  ) -> Fact {
    for action in actions { if let score = action.score { self.score = score } }
    if half == .top { score.away += runs } else { score.home += runs }
    let play = Play(
      atBatIndex: snapshot.plays.count, inning: HalfInning(number: inning, half: half), startTime: clock,
      endTime: clock + .seconds(45), isComplete: isComplete, isScoringPlay: runs > 0,
      result: Play.Result(
        eventType: eventType, event: eventType, description: "Batter \(batter): \(eventType).", rbi: runs, score: score),
      outs: outs, batter: Person(id: batter, name: "Batter \(batter)"), pitcher: Person(id: 99, name: "Pitcher"),
      basesAfter: onBase, runners: [], actions: actions, lastEventIndex: actions.map(\.index).max() ?? 3)
    snapshot.plays.append(play)
    clock = clock + .seconds(60)
    moved()
    return Fact(rawValue: "mlb/900001/\(inning)-\(half.rawValue)/pa/\(batter)/1")
  }

  /// Returns an action that the feed attaches to a plate appearance.
  static func action(
    _ eventType: String, index: Int = 0, player: Int = 7, score: Score? = nil, isScoringPlay: Bool = false
  ) -> Action {
    Action(
      index: index, eventType: eventType, event: eventType, description: "Somebody: \(eventType).", score: score,
      isScoringPlay: isScoringPlay, startTime: firstPitch, endTime: firstPitch, player: player, replacedPlayer: nil)
  }

  /// Changes a play in place, as the official scorer does, and lets 10 s pass.
  mutating func correct(_ index: Int, _ change: (inout Play) -> Void) {
    change(&snapshot.plays[index])
    clock = clock + .seconds(10)
    moved()
  }

  mutating func status(_ code: String, reason: String? = nil) {
    snapshot.status.codedGameState = String(code.prefix(1))
    snapshot.status.statusCode = code
    snapshot.status.reason = reason
  }

  /// Removes a play, and lets 10 s pass.
  mutating func remove(_ index: Int) {
    snapshot.plays.remove(at: index)
    wait(.seconds(10))
  }

  /// Changes something other than a play, and lets 10 s pass.
  mutating func change(_ change: (inout GameSnapshot) -> Void) {
    change(&snapshot)
    clock = clock + .seconds(10)
    snapshot.timeStamp = clock
  }

  /// Lets time pass without an event.
  mutating func wait(_ span: Duration) {
    clock = clock + span
    moved()
  }

  private mutating func moved() {
    snapshot.timeStamp = clock
    snapshot.linescore.awayRuns = score.away
    snapshot.linescore.homeRuns = score.home
  }
}
