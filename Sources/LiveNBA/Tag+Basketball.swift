package import LiveModel

/// The tags that only basketball has.
extension Tag {
  static let periodStart = Tag("period_start")
  static let periodEnd = Tag("period_end")
  static let halftime = Tag("halftime")
  static let overtime = Tag("overtime")
  static let fieldGoal = Tag("field_goal")
  static let freeThrow = Tag("free_throw")
  static let twoPointer = Tag("two_pointer")
  static let threePointer = Tag("three_pointer")
  static let dunk = Tag("dunk")
  static let layup = Tag("layup")
  static let putback = Tag("putback")
  static let alleyOop = Tag("alley_oop")
  static let fastBreak = Tag("fast_break")
  static let technical = Tag("technical")
  static let flagrant = Tag("flagrant")
  static let clutch = Tag("clutch")
  static let buzzerBeater = Tag("buzzer_beater")
  static let gameWinner = Tag("game_winner")
  static let doubleDouble = Tag("double_double")
  static let tripleDouble = Tag("triple_double")
  static let quadrupleDouble = Tag("quadruple_double")
  static let foul = Tag("foul")
  static let andOne = Tag("and_one")
  static let foulOut = Tag("foul_out")
  static let ejection = Tag("ejection")
  static let timeout = Tag("timeout")
  static let challenge = Tag("challenge")
  static let instantReplay = Tag("instant_replay")
  static let turnover = Tag("turnover")
  static let steal = Tag("steal")
  static let block = Tag("block")
  static let rebound = Tag("rebound")
  static let violation = Tag("violation")
  static let jumpBall = Tag("jump_ball")
  static let stoppage = Tag("stoppage")
  static let clutchTime = Tag("clutch_time")
  static let fiftyWatch = Tag("fifty_watch")
  static let tripleDoubleWatch = Tag("triple_double_watch")

  /// The points at which a player gets a tag.
  static let pointMarks = [30, 40, 50, 60, 70]

  static func points(_ mark: Int) -> Tag { Tag("points_\(mark)") }

  /// The overtimes from the second one on that have a tag of their own.
  static let laterOvertimes = 2...6

  /// Returns the tag of the start of a period; nil for a quarter.
  static func overtime(opening period: Int) -> Tag? {
    if period == 5 { return .overtime }
    return laterOvertimes.contains(period - 4) ? Tag("overtime_\(period - 4)") : nil
  }

  static let milestones: [Tag] = [.doubleDouble, .tripleDouble, .quadrupleDouble] + pointMarks.map(points)

  static let basketball: [Tag] =
    [
      .periodStart, .periodEnd, .halftime, .overtime, .fieldGoal, .freeThrow, .twoPointer, .threePointer, .dunk, .layup,
      .putback, .alleyOop, .fastBreak, .technical, .flagrant, .clutch, .buzzerBeater, .gameWinner, .foul, .andOne,
      .foulOut, .ejection, .timeout, .challenge, .instantReplay, .turnover, .steal, .block, .rebound, .violation,
      .jumpBall, .stoppage, .clutchTime, .fiftyWatch, .tripleDoubleWatch,
    ] + milestones + laterOvertimes.map { Tag("overtime_\($0)") }
}

extension EventType {
  static let period = EventType(rawValue: "livegame.period")
}

extension LeagueID {
  package static let nba = LeagueID(rawValue: "nba")
}

extension Participant.Role {
  static let shooter = Participant.Role(rawValue: "shooter")
  static let assist = Participant.Role(rawValue: "assist")
  static let rebounder = Participant.Role(rawValue: "rebounder")
  static let fouler = Participant.Role(rawValue: "fouler")
  static let fouled = Participant.Role(rawValue: "fouled")
  static let stealer = Participant.Role(rawValue: "stealer")
  static let blocker = Participant.Role(rawValue: "blocker")
  static let loser = Participant.Role(rawValue: "loser")
  static let starter = Participant.Role(rawValue: "starter")
  static let player = Participant.Role(rawValue: "player")
}
