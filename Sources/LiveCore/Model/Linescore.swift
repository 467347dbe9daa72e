/// The running totals of a game, as `liveData.linescore` has them. Absent numbers are nil: before the first pitch most are.
struct Linescore: Equatable, Sendable {
  var currentInning: Int?
  var isTopInning: Bool?
  /// `Top`, `Middle`, `Bottom` or `End`.
  var inningState: String?
  /// 9, or 7 in a shortened doubleheader.
  var scheduledInnings: Int?
  var awayRuns: Int?
  var homeRuns: Int?
  var balls: Int?
  var strikes: Int?
  var outs: Int?
  /// `offense`: who stands where; nil where the feed does not say who is at bat.
  var bases: Bases?
  var batter: Person?
  /// `defense.pitcher`: the one of `offense` pitches for the side at bat.
  var pitcher: Person?

  /// Something has been played, as far as these numbers tell.
  var showsPlay: Bool {
    (currentInning ?? 0) > 1 || [awayRuns, homeRuns, balls, strikes, outs].contains { ($0 ?? 0) > 0 }
  }

  /// Nil until both sides have a number.
  var score: Score? {
    guard let awayRuns, let homeRuns else { return nil }
    return Score(away: awayRuns, home: homeRuns)
  }
}
