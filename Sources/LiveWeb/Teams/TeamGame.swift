internal import LiveModel
internal import LiveNBA

/// A game in a list of one team's games, for the template `teams/game`.
struct TeamGame: Sendable {
  /// The team whose list it is, and what its viewer may see.
  struct Viewer: Sendable {
    var team: Int
    var now: Timestamp
    var zone: LocalZone
    var preferences: Preferences
    /// The abbreviations of the teams by id, for schedules without them.
    var abbreviations: [Int: String] = [:]
  }

  var gameID: Int
  /// The date in the address of a game that can only be found by it.
  var gameDate: String?
  /// Class of the opponent's colour.
  var bar: String
  /// `at Boston Red Sox`, `Boston Red Sox`.
  var opponent: String
  /// `Tue, Jul 14`.
  var day: String
  /// `Game 2` of a doubleheader.
  var order: String?
  /// `Won 5–3`, `Top 5th, 2–1`, `Final`.
  var result: String
  /// The start of a game that has not begun.
  var start: PageTime?
  var isLive: Bool

  init(_ game: ScoreboardGame, for viewer: Viewer) {
    let summary = game.summary
    let isAway = summary.game.away.id == viewer.team
    let club = isAway ? summary.game.home : summary.game.away
    gameID = summary.game.id
    gameDate = summary.league == .nba ? summary.game.date : nil
    bar = TeamBar.name(
      of: club.abbreviation ?? club.id.flatMap { viewer.abbreviations[$0] }, in: summary.league)
    opponent = (isAway ? "at " : "") + (club.name ?? club.abbreviation ?? "opponent to be determined")
    let date = summary.game.date.flatMap { CivilDate(iso: $0) } ?? summary.start.map { viewer.zone.time(at: $0).date }
    day = date.map { "\($0.weekday.prefix(3)), \($0.monthAndDay)" } ?? ""
    order = game.isDoubleheader || (summary.game.number ?? 1) > 1 ? "Game \(summary.game.number ?? 1)" : nil
    isLive = game.isInProgress
    result = Self.result(of: game, isAway: isAway, viewer.preferences)
    if summary.game.status == .scheduled {
      start = summary.start.map { PageTime($0, in: viewer.zone) }
      if start == nil { result = "time open" }
    }
  }

  private static func result(of game: ScoreboardGame, isAway: Bool, _ preferences: Preferences) -> String {
    let status = game.summary.game.status
    if status == .scheduled { return "" }
    // `F/10` would say that the game was close.
    if preferences.hidesScores { return status == .final ? "Final" : game.isInProgress ? "In progress" : game.state }
    // A delayed viewer must not see a score that his television has not shown yet.
    if game.isInProgress, preferences.delay > 0 { return "In progress" }
    guard let score = game.summary.score else { return game.state }
    let (own, other) = isAway ? (score.away, score.home) : (score.home, score.away)
    guard status == .final else { return "\(game.state), \(own)–\(other)" }
    let word = own > other ? "Won" : own < other ? "Lost" : "Tied"
    // `F/10` in baseball, `Final/OT` in basketball.
    let extra = game.state.split(separator: "/").dropFirst().first.map { " (\($0))" } ?? ""
    return "\(word) \(own)–\(other)\(extra)"
  }
}
