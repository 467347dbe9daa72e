/// One game as the league has planned it.
struct Fixture: Sendable {
  var gamePk: Int
  var away: Club
  var home: Club
  /// The planned first pitch in seconds since 1970.
  var start: Double
  var type = GameType.regular
  var doubleHeader = DoubleHeader.none
  var gameNumber = 1
  /// 9, or 7 where the league has said so.
  var scheduledInnings = 9
  /// When the start becomes known; nil where it always was. Until then the feed shows a second in the night and says
  /// `startTimeTBD`.
  var announced: Double?
  var seed: UInt64

  /// `gameData.game.type`.
  enum GameType: String, Sendable {
    case spring = "S"
    case regular = "R"
    case allStar = "A"
    case wildCard = "F"
    case divisionSeries = "D"
    case championshipSeries = "L"
    case worldSeries = "W"

    /// Extra innings begin with a runner on second but in the postseason.
    var placesRunner: Bool { self == .spring || self == .regular || self == .allStar }
  }

  /// `gameData.game.doubleHeader`.
  enum DoubleHeader: String, Sendable {
    case none = "N"
    /// Two games for one ticket: the second begins when the first has ended.
    case traditional = "Y"
    /// Each game at its own hour.
    case split = "S"
  }

  /// What is told of the start while nobody knows it: 03:33 in the night after, UTC.
  var unknownStart: Double { CalendarText.midnight(start) + 86_400 - 5 * 3600 + 3 * 3600 + 33 * 60 }
}
